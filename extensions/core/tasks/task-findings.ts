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

/** Tells what was remembered by its hash: of a task's entry, the hashes of its texts; undefined for one of other tools. */
export interface KnownEntries {
  of(user: string, id: string): ReadonlySet<string> | undefined;
  hash(text: string): string;
}

/** A merge that was left unresolved, ids that two clones gave to two entries, and entries that are not as they were. */
export const memoryFindings = (memory: PlacedMemory, known: KnownEntries): readonly Finding[] => [
  ...conflictProblems(memory.file.text, { firstLine: 1 }).map((problem) => ({
    ...problem,
    path: memory.path,
    remedy: "Keep the entries of both sides, and remove the lines with the markers.",
  })),
  ...twins(memory),
  ...changed(memory, known),
];

/** Git's union keeps lines at the end of two additions once when they are the same. */
const changed = ({ path, file }: PlacedMemory, known: KnownEntries): readonly Finding[] => {
  const user = path.replace(/^.*\/|\.md$/g, "");
  return liveEntries(file).flatMap(({ id, time, text, line }) => {
    const hashes = id === undefined ? undefined : known.of(user, id);
    if (hashes === undefined || hashes.has(known.hash(text))) return [];
    return [
      {
        code: "task-entry-changed",
        severity: "warning",
        path,
        line,
        message: `#${id} of ${time} is not as it was remembered`,
        remedy:
          "A merge may have left its last lines with a later entry, or somebody edited it: correct it with its whole text.",
      },
    ];
  });
};

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
