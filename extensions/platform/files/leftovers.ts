/** Clears away the half-made files of processes that were killed: once a process and folder, before its first write there. */

import { lstat, readdir, unlink } from "node:fs/promises";
import { join } from "node:path";
import { processWide } from "./process-wide.ts";
import type { Step } from "./step.ts";
import { isTemporaryFile } from "./temporary.ts";

const cleared = processWide("cleared-folders", () => new Set<string>());

/** So old, nobody is still writing it. */
const leftAfterMs = 60 * 60_000;

/** Never fails: what can't be removed only takes up room. */
export const clearLeftovers = async (folder: string, step: Step): Promise<void> => {
  if (cleared.has(folder)) return;
  cleared.add(folder);
  try {
    const names = (await readdir(folder)).filter(isTemporaryFile);
    for (const name of names) await clear(join(folder, name), step);
  } catch {
    // Unreadable, or somebody else is clearing it: the write itself will tell whether that matters.
    return;
  }
};

const clear = async (path: string, step: Step): Promise<void> => {
  const stats = await lstat(path);
  if (!stats.isFile() || Date.now() - stats.mtimeMs < leftAfterMs) return;
  step("unlink", path);
  await unlink(path);
};
