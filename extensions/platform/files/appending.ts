/** Appends durably: one write at the end of the file, whoever else appends to it. */

import { constants } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { dirname } from "node:path";
import { ensureFolder, syncFolder } from "./folders.ts";
import type { Step } from "./step.ts";
import { systemCode, systemError } from "./system-error.ts";

interface Addition {
  /** Absolute; made with its folders when absent. */
  readonly target: string;
  readonly content: string | Uint8Array;
  readonly step: Step;
  /** What a new file and new folders are to have, if not what is usual. */
  readonly modes?: { readonly file: number; readonly folder: number } | undefined;
}

// The target is physical: a link that has come into its place since is not followed (where the system knows how).
const openFlags = constants.O_RDWR | constants.O_APPEND | constants.O_NONBLOCK | (constants.O_NOFOLLOW ?? 0);

const openExisting = async (target: string): Promise<FileHandle | undefined> => {
  try {
    return await open(target, openFlags);
  } catch (error) {
    if (systemCode(error) === "ENOENT") return undefined;
    throw error;
  }
};

const openNew = async ({ target, step, modes }: Addition): Promise<FileHandle> => {
  await ensureFolder(dirname(target), step, modes?.folder);
  step("open-new", target);
  // Not exclusive: two processes may both be the first to append.
  return await open(target, openFlags | constants.O_CREAT, modes?.file);
};

/** Says how much got there: a full disk or an injected fault may leave a part. */
const writeOnce = async (handle: FileHandle, bytes: Uint8Array, { target, step }: Addition): Promise<number> => {
  step("append-write", target);
  try {
    step("append-half", target);
  } catch (error) {
    await handle.write(bytes, 0, bytes.length >> 1);
    throw error;
  }
  const { bytesWritten } = await handle.write(bytes);
  return bytesWritten;
};

/** Cuts a failed append off again, unless somebody else has appended behind it. */
const takeBack = async (
  handle: FileHandle,
  before: number,
  { target, step }: Addition,
  length: number,
): Promise<void> => {
  try {
    const { size } = await handle.stat();
    if (size <= before || size > before + length) return;
    step("truncate", target);
    await handle.truncate(before);
  } catch {
    // The append's own failure is the one to report.
    return;
  }
};

const newline = 0x0a;

const endsLine = async (handle: FileHandle, size: number): Promise<boolean> => {
  const { buffer } = await handle.read(new Uint8Array([newline]), 0, 1, Math.max(0, size - 1));
  return buffer[0] === newline;
};

/**
 * A whole line never continues what a killed process or an editor left without a line end. Another's append that
 * is under way looks the same, since a file grows page by page: then the line end makes an empty line.
 */
const bytesToAppend = async (handle: FileHandle, content: string | Uint8Array, size: number): Promise<Uint8Array> => {
  const bytes = typeof content === "string" ? Buffer.from(content) : content;
  if (size === 0 || bytes.at(-1) !== newline || (await endsLine(handle, size))) return bytes;
  return Buffer.concat([Uint8Array.of(newline), bytes]);
};

const appendTo = async (handle: FileHandle, addition: Addition): Promise<void> => {
  const stats = await handle.stat();
  if (!stats.isFile()) throw systemError("ENXIO");
  const bytes = await bytesToAppend(handle, addition.content, stats.size);
  try {
    const written = await writeOnce(handle, bytes, addition);
    // The system accepts a part only when there is no room for the rest.
    if (written < bytes.length) throw systemError("ENOSPC");
    addition.step("sync", addition.target);
    await handle.datasync();
  } catch (error) {
    await takeBack(handle, stats.size, addition, bytes.length);
    throw error;
  }
};

/** Adds to the end in one write. Content that ends with a line end starts on a line of its own. */
export const appendFile = async (addition: Addition): Promise<void> => {
  const existing = await openExisting(addition.target);
  const handle = existing ?? (await openNew(addition));
  try {
    await appendTo(handle, addition);
  } finally {
    await handle.close();
  }
  if (existing === undefined) await syncFolder(dirname(addition.target), addition.step);
};
