/** Moves and removes entries; the only file that imports fs-extra, which is loaded when first needed. */

import { lstatSync, type Stats } from "node:fs";
import { mkdir, rename, rmdir, unlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import { ensureFolder, syncFolder } from "./folders.ts";
import { isInside } from "./physical-path.ts";
import type { Step } from "./step.ts";
import { isAbsent, systemCode, systemError } from "./system-error.ts";
import { temporaryName } from "./temporary.ts";
import { tryLink } from "./whole-files.ts";

interface Move {
  readonly from: string;
  readonly to: string;
  readonly step: Step;
}

const statsAt = (path: string): Stats | undefined => {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch (error) {
    if (isAbsent(error)) return undefined;
    throw error;
  }
};

/** Renames, or copies and removes where the two places are on different file systems. */
const renameOrCopy = async ({ from, to, step }: Move): Promise<void> => {
  try {
    step("rename", to);
    await rename(from, to);
  } catch (error) {
    if (systemCode(error) !== "EXDEV") throw error;
    const { move } = await import("fs-extra/esm");
    // A folder's new name is taken already, by the empty folder that claims it.
    await move(from, to, { overwrite: statsAt(to)?.isDirectory() ?? false });
  }
};

const giveBack = async ({ to, step }: Move): Promise<void> => {
  try {
    step("rmdir", to);
    await rmdir(to);
  } catch {
    // The move's own failure is the one to report; an empty folder loses nobody anything.
    return;
  }
};

/** An empty folder claims the new name first, since a rename would replace an empty one. */
const moveFolder = async (move: Move): Promise<void> => {
  if (isInside(move.from, move.to)) throw systemError("EINVAL");
  move.step("mkdir", move.to);
  await mkdir(move.to);
  try {
    await renameOrCopy(move);
  } catch (error) {
    await giveBack(move);
    throw error;
  }
};

/** A second name, then the first one removed: no reader sees neither, and nothing is replaced. */
const moveFile = async (move: Move): Promise<void> => {
  const linked = await tryLink(move);
  if (linked === false) throw systemError("EEXIST");
  if (linked === undefined) return await renameOrCopy(move);
  move.step("unlink", move.from);
  await unlink(move.from);
};

const isSameFile = (a: Stats, b: Stats): boolean => a.ino === b.ino && a.dev === b.dev;

const inOneSpelling = (path: string): string => path.normalize("NFC").toLowerCase();

const moveTo = async (move: Move, source: Stats, taken: Stats | undefined): Promise<void> => {
  if (taken === undefined) return source.isDirectory() ? await moveFolder(move) : await moveFile(move);
  if (move.from === move.to || !isSameFile(source, taken)) throw systemError("EEXIST");
  // Either one name in two spellings, on a file system that ignores case or accents' forms …
  if (inOneSpelling(move.from) === inOneSpelling(move.to)) return await renameOrCopy(move);
  // … or a move that was cut short between its two names.
  move.step("unlink", move.from);
  await unlink(move.from);
};

export const moveEntry = async (move: Move): Promise<void> => {
  const source = statsAt(move.from);
  if (source === undefined) throw systemError("ENOENT");
  await ensureFolder(dirname(move.to), move.step);
  await moveTo(move, source, statsAt(move.to));
  await syncFolder(dirname(move.to), move.step);
  await syncFolder(dirname(move.from), move.step);
};

/** Away under a hidden name at once, so that a folder is never seen half removed. */
const removeFolder = async (folder: string, step: Step): Promise<void> => {
  const doomed = join(dirname(folder), temporaryName());
  step("rename", folder);
  await rename(folder, doomed);
  await syncFolder(dirname(folder), step);
  const { remove } = await import("fs-extra/esm");
  step("remove", doomed);
  await remove(doomed);
};

/** Removes a file, a link (not what it leads to) or a whole folder; absent is fine. */
export const removeEntry = async (path: string, step: Step): Promise<void> => {
  const stats = statsAt(path);
  if (stats === undefined) return;
  if (stats.isDirectory()) return await removeFolder(path, step);
  step("unlink", path);
  await unlink(path);
  await syncFolder(dirname(path), step);
};
