/** Answers as plain JSON, the same for every host. Pure. */

import type { MemoryEntry } from "./memory/memory-file.ts";
import type { EntryHit } from "./memory/search-memory.ts";
import type { CompactionAnswer } from "./tasks.ts";

export const entryData = ({ id, time, text }: MemoryEntry) => ({ id: id ?? null, time, text });

export const hitData = ({ task: of, user, entry, isArchived, score }: EntryHit) => ({
  task_id: of,
  user,
  ...entryData(entry),
  archived: isArchived,
  score: Math.round(score * 1000) / 1000,
});

export const compactionData = ({ task_id, isDue, is_done, moved, kept, summarised, archive }: CompactionAnswer) => ({
  task_id,
  due: isDue,
  done: is_done,
  moved: moved.map(({ id, time, supersededBy }) => ({ id: id ?? null, time, superseded: supersededBy.length > 0 })),
  kept,
  through: summarised.at(-1)?.id ?? null,
  archive,
});
