/** The Files of platform.ts on a real file system: confinement and refusals here, the work in `files/`. */

import { chmod } from "node:fs/promises";
import { dirname, relative, sep } from "node:path";
import { appendFile } from "./files/appending.ts";
import { type Confinement, confineTo } from "./files/confinement.ts";
import { ensureFolder, makeFolder } from "./files/folders.ts";
import { linkTargetOf, makeLink } from "./files/links.ts";
import { withLock } from "./files/lock.ts";
import { moveEntry, removeEntry } from "./files/moving.ts";
import { decode, kindOf, namesIn, readEnd, readWhole, signOf, statsOfFile } from "./files/reading.ts";
import { scanFiles, timesOfFolders } from "./files/scanning.ts";
import type { Step } from "./files/step.ts";
import { readingError, writingError } from "./files/system-error.ts";
import { createFile, replaceFile } from "./files/whole-files.ts";
import type { Files, Refuse } from "./platform.ts";

interface Disk {
  readonly refuse: Refuse;
  readonly step: Step;
  /** What is made here is nobody else's business. */
  readonly isPrivate: boolean;
}

type Reading = Pick<
  Files,
  | "absolute"
  | "kind"
  | "state"
  | "linkTarget"
  | "read"
  | "readText"
  | "readTail"
  | "list"
  | "scan"
  | "folderTimes"
  | "signs"
>;
type Writing = Omit<Files, keyof Reading | "root">;

const defaultMaxBytes = 64 * 1024 * 1024;
const defaultLockTimeoutMs = 5_000;
const readOnly = 0o444;
const privateModes = { file: 0o600, folder: 0o700 } as const;

const reading = (place: Confinement, { refuse }: Disk): Reading => {
  const attempt = <T>(path: string, read: () => T): T => {
    try {
      return read();
    } catch (error) {
      throw readingError(error, { path, refuse });
    }
  };
  const read = (path: string, maxBytes = defaultMaxBytes): Uint8Array | undefined =>
    attempt(path, () =>
      readWhole(place.target(path), {
        maxBytes,
        tooLarge: (bytes) => refuse("too_large", { path, bytes, limit: maxBytes }),
      }),
    );
  // A folder reached through a link would give its files a second path, so that walks start at real folders only.
  const walkable = (folder: string): string | undefined => {
    const entry = place.entry(folder);
    if (kindOf(entry) !== "folder") return undefined;
    return relative(place.root, entry).split(sep).join("/");
  };
  return {
    absolute: (path) => place.entry(path),
    kind: (path) => attempt(path, () => kindOf(place.entry(path))),
    state: (path) =>
      attempt(path, () => {
        const stats = statsOfFile(place.target(path));
        return stats && { path, size: stats.size, mtimeMs: stats.mtimeMs, inode: stats.ino };
      }),
    linkTarget: (path) => attempt(path, () => linkTargetOf(place.entry(path))),
    read,
    readText: (path, maxBytes) => {
      const bytes = read(path, maxBytes);
      return bytes && decode(bytes);
    },
    readTail: (path, bytes) => attempt(path, () => readEnd(place.target(path), bytes)),
    list: (folder) => attempt(folder, () => namesIn(place.target(folder))),
    scan: (folder, suffix = "", reach = "below") =>
      attempt(folder, () => {
        const start = walkable(folder);
        return start === undefined
          ? { files: [], skipped: [] }
          : scanFiles({ root: place.root, folder: start, suffix, reach });
      }),
    // Confined by their spelling alone: a look from outside gives nothing away, and there may be thousands.
    signs: (paths) => paths.map((path) => signOf(place.below(path))),
    folderTimes: (folder) =>
      attempt(folder, () => {
        const start = walkable(folder);
        return start === undefined ? new Map<string, number>() : timesOfFolders(place.root, start);
      }),
  };
};

const writing = (place: Confinement, { refuse, step, isPrivate }: Disk): Writing => {
  const modes = isPrivate ? privateModes : undefined;
  const mode = modes?.file;
  const attempt = async <T>(path: string, write: () => Promise<T>): Promise<T> => {
    try {
      return await write();
    } catch (error) {
      throw writingError(error, { path, refuse });
    }
  };
  const withFolder = async (target: string): Promise<string> => {
    await ensureFolder(dirname(target), step, modes?.folder);
    return target;
  };
  const entryBelowRoot = (path: string): string => {
    const entry = place.entry(path);
    if (entry === place.root) throw refuse("path_outside", { path });
    return entry;
  };
  return {
    write: (path, content) =>
      attempt(path, async () => replaceFile({ target: await withFolder(place.target(path)), content, step, mode })),
    create: (path, content) =>
      attempt(path, async () => createFile({ target: await withFolder(entryBelowRoot(path)), content, step, mode })),
    createFolder: (path) =>
      attempt(path, async () => makeFolder(await withFolder(entryBelowRoot(path)), step, modes?.folder)),
    append: (path, content) =>
      attempt(path, async () => appendFile({ target: place.target(path), content, step, modes })),
    link: (path, target) =>
      attempt(path, async () => makeLink({ path: await withFolder(entryBelowRoot(path)), target, step })),
    move: (from, to) =>
      attempt(to, async () => moveEntry({ from: entryBelowRoot(from), to: entryBelowRoot(to), step })),
    remove: (path) => attempt(path, async () => removeEntry(entryBelowRoot(path), step)),
    protect: (path) =>
      attempt(path, async () => {
        const target = place.target(path);
        step("chmod", target);
        await chmod(target, readOnly);
      }),
    withLock: async (path, action, timeoutMs = defaultLockTimeoutMs) =>
      withLock({ target: place.target(path), path, timeoutMs, refuse, step }, action),
  };
};

export const nodeFiles = (root: string, disk: Disk): Files => {
  const place = confineTo(root, disk.refuse);
  return { root: place.root, ...reading(place, disk), ...writing(place, disk) };
};
