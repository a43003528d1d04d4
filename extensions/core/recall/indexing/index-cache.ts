/**
 * Keeps a vault's index between processes, in the cache folder: `base.seg`, the large frozen part, and `delta.seg`,
 * the pages changed since. Each file is its own SHA-256 (64 hex digits), then the checksum of the base it belongs to
 * (a base repeats its own content's), then the segment. A file that is damaged, of another format, or of another
 * base is as good as absent; a folder that can't be written only costs time.
 */

import type { Files, Platform } from "../../../platform/platform.ts";
import { isWikiError } from "../../errors.ts";
import { openSegment, type Segment } from "./segment.ts";

export interface IndexCache {
  /** The newest base on disk, with the delta that belongs to it. */
  load(): { readonly base: Segment; readonly baseHash: string; readonly delta: Segment | undefined } | undefined;
  /** The base's checksum, or undefined when the folder can't be written. */
  saveBase(bytes: Uint8Array): Promise<string | undefined>;
  saveDelta(bytes: Uint8Array, baseHash: string): Promise<boolean>;
  /** Removes what is kept; throws where that can't be done. */
  clear(): Promise<void>;
}

const baseFile = "base.seg";
const deltaFile = "delta.seg";
const hashLength = 64;
const largestIndex = 1024 * 1024 * 1024;

export const openIndexCache = (platform: Platform, files: Files): IndexCache => ({
  load() {
    const found = readChecked(platform, files, baseFile);
    const base = found && openSegment(found.content);
    if (found === undefined || base === undefined) return undefined;
    const changed = readChecked(platform, files, deltaFile);
    const delta = changed?.belongsTo === found.hash ? openSegment(changed.content) : undefined;
    return { base, baseHash: found.hash, delta };
  },
  async saveBase(bytes) {
    const hash = platform.hash(bytes);
    return (await save(files, baseFile, { bytes, hash, belongsTo: hash })) ? hash : undefined;
  },
  saveDelta: (bytes, baseHash) => save(files, deltaFile, { bytes, hash: platform.hash(bytes), belongsTo: baseHash }),
  async clear() {
    for (const name of [deltaFile, baseFile]) await files.remove(name);
  },
});

interface Checked {
  readonly hash: string;
  readonly belongsTo: string;
  readonly content: Uint8Array;
}

const readChecked = (platform: Platform, files: Files, name: string): Checked | undefined => {
  const whole = readAll(files, name);
  if (whole === undefined || whole.length < 2 * hashLength) return undefined;
  const decoder = new TextDecoder();
  const hash = decoder.decode(whole.subarray(0, hashLength));
  const belongsTo = decoder.decode(whole.subarray(hashLength, 2 * hashLength));
  const content = whole.subarray(2 * hashLength);
  return platform.hash(content) === hash ? { hash, belongsTo, content } : undefined;
};

const readAll = (files: Files, name: string): Uint8Array | undefined => {
  try {
    return files.read(name, largestIndex);
  } catch (error) {
    if (isWikiError(error)) return undefined;
    throw error;
  }
};

const save = async (
  files: Files,
  name: string,
  { bytes, hash, belongsTo }: { bytes: Uint8Array; hash: string; belongsTo: string },
): Promise<boolean> => {
  const whole = new Uint8Array(2 * hashLength + bytes.length);
  whole.set(new TextEncoder().encode(hash + belongsTo));
  whole.set(bytes, 2 * hashLength);
  try {
    await files.write(name, whole);
    return true;
  } catch (error) {
    if (isWikiError(error)) return false;
    throw error;
  }
};
