/** Reads single files and folders, synchronously. Paths here are absolute and already confined. */

import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readSync,
  type Stats,
  statSync,
} from "node:fs";
import type { EntryKind, EntrySign } from "../platform.ts";
import { isAbsent, systemError } from "./system-error.ts";
import { isTemporary } from "./temporary.ts";

const kindOfStats = (stats: Stats): EntryKind => {
  if (stats.isFile()) return "file";
  if (stats.isDirectory()) return "folder";
  return stats.isSymbolicLink() ? "link" : "other";
};

const orAbsent = <T>(read: () => T): T | undefined => {
  try {
    return read();
  } catch (error) {
    if (isAbsent(error)) return undefined;
    throw error;
  }
};

/** What stands at a path itself: a link is a link, wherever it leads. */
export const kindOf = (path: string): EntryKind | undefined => {
  const stats = orAbsent(() => lstatSync(path, { throwIfNoEntry: false }));
  return stats && kindOfStats(stats);
};

/** File systems round their times to ticks of some milliseconds. */
const clockTickMs = 50;

/** Never throws: what can't be looked at is not there. */
export const signOf = (path: string): EntrySign | undefined => {
  try {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (stats === undefined) return undefined;
    // Whatever is done to an entry, its change time follows, which no program can set. Whole numbers are written fast.
    const changed = Math.round(stats.ctimeMs * 1_000);
    const isSettled = Date.now() - stats.ctimeMs > clockTickMs;
    return { sign: `${stats.mode}:${stats.isFile() ? stats.size : 0}:${changed}:${stats.ino}`, isSettled };
  } catch {
    return undefined;
  }
};

export const statsOfFile = (path: string): Stats | undefined => {
  const stats = orAbsent(() => statSync(path, { throwIfNoEntry: false }));
  return stats?.isFile() ? stats : undefined;
};

// Without O_NONBLOCK, opening a named pipe would wait for somebody to write into it.
const openFlags = constants.O_RDONLY | constants.O_NONBLOCK;

const withFile = <T>(path: string, use: (descriptor: number, size: number) => T): T | undefined => {
  const descriptor = orAbsent(() => openSync(path, openFlags));
  if (descriptor === undefined) return undefined;
  try {
    const stats = fstatSync(descriptor);
    if (stats.isDirectory()) throw systemError("EISDIR");
    if (!stats.isFile()) throw systemError("ENXIO");
    return use(descriptor, stats.size);
  } finally {
    closeSync(descriptor);
  }
};

const readRange = (descriptor: number, start: number, length: number): Uint8Array => {
  const bytes = new Uint8Array(length);
  let filled = 0;
  while (filled < length) {
    const count = readSync(descriptor, bytes, filled, length - filled, start + filled);
    if (count === 0) break;
    filled += count;
  }
  return filled === length ? bytes : bytes.subarray(0, filled);
};

/** The whole file; `tooLarge` makes the error for one of more than `maxBytes`. */
export const readWhole = (
  path: string,
  { maxBytes, tooLarge }: { readonly maxBytes: number; readonly tooLarge: (bytes: number) => Error },
): Uint8Array | undefined =>
  withFile(path, (descriptor, size) => {
    if (size > maxBytes) throw tooLarge(size);
    return readRange(descriptor, 0, size);
  });

export const readEnd = (path: string, bytes: number): Uint8Array | undefined =>
  withFile(path, (descriptor, size) => {
    const length = Math.min(size, bytes);
    return readRange(descriptor, size - length, length);
  });

export const decode = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8");

const entriesOf = (folder: string): readonly string[] => {
  const kind = orAbsent(() => statSync(folder, { throwIfNoEntry: false }));
  if (kind === undefined) return [];
  if (!kind.isDirectory()) throw systemError("ENOTDIR");
  return orAbsent(() => readdirSync(folder)) ?? [];
};

/** Sorted, without half-made files. */
export const namesIn = (folder: string): readonly string[] =>
  entriesOf(folder)
    .filter((name) => !isTemporary(name))
    .sort();
