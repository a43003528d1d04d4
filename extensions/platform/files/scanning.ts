/** Walks a folder without following links. Paths are relative to the root, with `/`. */

import { type Dirent, lstatSync, readdirSync } from "node:fs";
import type { FileState, Scan, SkippedEntry } from "../platform.ts";
import { isAbsent } from "./system-error.ts";

interface Walk {
  readonly root: string;
  readonly suffix: string;
  readonly reach: "below" | "own";
  readonly files: FileState[];
  readonly skipped: SkippedEntry[];
}

const byPath = (a: { readonly path: string }, b: { readonly path: string }): number => (a.path < b.path ? -1 : 1);

const join = (folder: string, name: string): string => (folder === "" ? name : `${folder}/${name}`);

/** Names that are not UTF-8 come decoded with U+FFFD and can't be opened; a real U+FFFD in a name can. */
const undecodableNames = (folder: string): Set<string> => {
  const names = readdirSync(folder, { encoding: "buffer" });
  return new Set(
    names.filter((name) => !Buffer.from(name.toString("utf8")).equals(name)).map((name) => name.toString("utf8")),
  );
};

/** Undefined when the folder is absent or unreadable. */
const entriesOf = (walk: Walk, folder: string): readonly Dirent[] | undefined => {
  try {
    return readdirSync(`${walk.root}/${folder}`, { withFileTypes: true });
  } catch (error) {
    if (!isAbsent(error)) walk.skipped.push({ path: folder, reason: "unreadable" });
    return undefined;
  }
};

const skipReason = (entry: Dirent): SkippedEntry["reason"] => (entry.isSymbolicLink() ? "link" : "special");

const addFile = (walk: Walk, path: string): void => {
  if (!path.endsWith(walk.suffix)) return;
  const stats = lstatSync(`${walk.root}/${path}`, { throwIfNoEntry: false });
  if (stats?.isFile()) walk.files.push({ path, size: stats.size, mtimeMs: stats.mtimeMs, inode: stats.ino });
};

const visit = (walk: Walk, folder: string): void => {
  const entries = entriesOf(walk, folder)?.filter((entry) => !entry.name.startsWith(".")) ?? [];
  const undecodable = entries.some((entry) => entry.name.includes("\uFFFD"))
    ? undecodableNames(`${walk.root}/${folder}`)
    : undefined;
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (undecodable?.has(entry.name)) walk.skipped.push({ path, reason: "name" });
    else if (entry.isFile()) addFile(walk, path);
    else if (!entry.isDirectory()) walk.skipped.push({ path, reason: skipReason(entry) });
    else if (walk.reach === "below") visit(walk, path);
  }
};

/** `folder` is relative to `root`, confined, and not a link. */
export const scanFiles = (options: {
  readonly root: string;
  readonly folder: string;
  readonly suffix: string;
  readonly reach: "below" | "own";
}): Scan => {
  const { root, suffix, reach } = options;
  const walk: Walk = { root, suffix, reach, files: [], skipped: [] };
  visit(walk, options.folder);
  return { files: walk.files.sort(byPath), skipped: walk.skipped.sort(byPath) };
};

export const timesOfFolders = (root: string, folder: string): ReadonlyMap<string, number> => {
  const times = new Map<string, number>();
  const note = (path: string): void => {
    const stats = lstatSync(`${root}/${path}`, { throwIfNoEntry: false });
    if (!stats?.isDirectory()) return;
    times.set(path, stats.mtimeMs);
    // A folder with two links, its name and its own dot, has no folder below it: its files need not be listed.
    if (stats.nlink === 2) return;
    const walk: Walk = { root, suffix: "", reach: "own", files: [], skipped: [] };
    for (const entry of entriesOf(walk, path) ?? []) {
      if (entry.isDirectory() && !entry.name.startsWith(".")) note(join(path, entry.name));
    }
  };
  note(folder);
  return times;
};
