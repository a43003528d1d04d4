/**
 * Files of the cache folder that say whether they are whole: the SHA-256 of the content (64 hex digits), then that of
 * the content of the file they belong to (their own, when they belong to none), then the content. A file that is
 * damaged is as good as absent; a folder that can't be written only costs time.
 */

import type { Files, Platform } from "../../platform/platform.ts";
import { isWikiError } from "../errors.ts";

export interface CheckedFile {
  readonly hash: string;
  readonly belongsTo: string;
  readonly content: Uint8Array;
}

export interface CheckedFiles {
  /** Undefined when absent, damaged or out of reach. */
  read(name: string): CheckedFile | undefined;
  /** The content's hash, or undefined when the folder can't be written. */
  write(name: string, content: Uint8Array, belongsTo?: string): Promise<string | undefined>;
  /** What can't be removed is made worthless by the next write. */
  remove(name: string): Promise<void>;
}

const hashLength = 64;
const largest = 1024 ** 3;

export const checkedFiles = (platform: Platform, files: Files): CheckedFiles => ({
  read(name) {
    const whole = unlessRefused(() => files.read(name, largest));
    if (whole === undefined || whole.length < 2 * hashLength) return undefined;
    const decoder = new TextDecoder();
    const hash = decoder.decode(whole.subarray(0, hashLength));
    const belongsTo = decoder.decode(whole.subarray(hashLength, 2 * hashLength));
    const content = whole.subarray(2 * hashLength);
    return platform.hash(content) === hash ? { hash, belongsTo, content } : undefined;
  },
  async write(name, content, belongsTo) {
    const hash = platform.hash(content);
    const whole = new Uint8Array(2 * hashLength + content.length);
    whole.set(new TextEncoder().encode(hash + (belongsTo ?? hash)));
    whole.set(content, 2 * hashLength);
    return unlessRefusedLater(async () => {
      // Whatever stands there is ours to replace, but a file can't take the place of a folder.
      if (files.kind(name) === "folder") await files.remove(name);
      await files.write(name, whole);
      return hash;
    });
  },
  async remove(name) {
    await unlessRefusedLater(() => files.remove(name));
  },
});

const unlessRefused = <T>(read: () => T): T | undefined => {
  try {
    return read();
  } catch (error) {
    if (isWikiError(error)) return undefined;
    throw error;
  }
};

const unlessRefusedLater = async <T>(act: () => Promise<T>): Promise<T | undefined> => {
  try {
    return await act();
  } catch (error) {
    if (isWikiError(error)) return undefined;
    throw error;
  }
};
