/** What is wrong with a task's files, and what to do about it. Pure. */

import type { Finding } from "../finding.ts";
import { conflictProblems } from "../pages/conflict-markers.ts";
import { liveEntries, type MemoryFile } from "./memory/memory-file.ts";

export interface PlacedMemory {
  readonly task: string;
  /** Relative to the vault's root. */
  readonly path: string;
  readonly file: MemoryFile;
}

/** A merge that was left unresolved, and ids that two clones gave to two entries. */
export const memoryFindings = (memory: PlacedMemory): readonly Finding[] => [
  ...conflictProblems(memory.file.text, { firstLine: 1 }).map((problem) => ({
    ...problem,
    path: memory.path,
    remedy: "Keep the entries of both sides, and remove the lines with the markers.",
  })),
  ...twins(memory),
];

const twins = ({ task, path, file }: PlacedMemory): readonly Finding[] => {
  const byId = new Map<string, number>();
  const live = liveEntries(file);
  for (const { id } of live) if (id !== undefined) byId.set(id, (byId.get(id) ?? 0) + 1);
  return live
    .filter(({ id }) => id !== undefined && (byId.get(id) ?? 0) > 1)
    .map(({ id, time, line }) => ({
      code: "task-entry-twice",
      severity: "warning",
      path,
      line,
      message: `#${id} of ${time} is not the only entry with this id`,
      remedy: `Correct one of them, named with its time: pi-wiki task correct ${task} "${time} #${id}" --text ….`,
    }));
};
