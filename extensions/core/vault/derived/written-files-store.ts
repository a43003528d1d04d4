/**
 * Writes files that are made anew each time: only when their content differs, and without reading again what this
 * process wrote itself. What only grew at its end is appended.
 */

import type { FileState, Files, Platform } from "../../../platform/platform.ts";

export interface RenderedFile {
  readonly path: string;
  readonly render: () => string;
  /** While these values are the same, so is the text: it is not rendered again. */
  readonly edition?: readonly unknown[];
}

export interface WrittenFiles {
  /** Puts one after the other, with a breath after each; returns the paths of those that were changed. */
  putEach(rendered: readonly RenderedFile[]): Promise<readonly string[]>;
  /** True when the file was changed. */
  put(path: string, text: string): Promise<boolean>;
  /** True while the file is as it was last put. */
  isOurs(path: string): boolean;
}

interface Written {
  /** Right after the writing. */
  readonly state: FileState;
  readonly hash: string;
}

const largest = 1024 ** 3;

export const openWrittenFiles = (platform: Platform, files: Files): WrittenFiles => {
  const written = new Map<string, Written>();

  const ours = (path: string): Written | undefined => {
    const known = written.get(path);
    return known !== undefined && isSame(known.state, files.state(path)) ? known : undefined;
  };
  /** Whether the file now holds these bytes, as far as its size tells. */
  const remember = (path: string, { bytes, hash }: Content): boolean => {
    const state = files.state(path);
    if (state?.size !== bytes.length) return false;
    written.set(path, { state, hash });
    return true;
  };
  const holds = (path: string, content: Content): boolean => {
    const known = ours(path);
    if (known !== undefined) return known.hash === content.hash;
    if (files.state(path)?.size !== content.bytes.length) return false;
    const present = files.read(path, largest);
    return present !== undefined && platform.hash(present) === content.hash && remember(path, content);
  };
  const append = async (path: string, content: Content): Promise<boolean> => {
    const known = ours(path);
    const size = known?.state.size ?? 0;
    if (size === 0 || size >= content.bytes.length) return false;
    if (platform.hash(content.bytes.subarray(0, size)) !== known?.hash) return false;
    await files.append(path, content.bytes.subarray(size));
    // Another process may have appended the same: then all is written.
    return remember(path, content);
  };
  const put = async (path: string, text: string): Promise<boolean> => {
    const bytes = new TextEncoder().encode(text);
    const content = { bytes, hash: platform.hash(bytes) };
    if (holds(path, content)) return false;
    if (await append(path, content)) return true;
    await files.write(path, bytes);
    remember(path, content);
    return true;
  };
  const editions = new Map<string, readonly unknown[]>();
  const isCurrent = ({ path, edition = [] }: RenderedFile): boolean => {
    const known = editions.get(path) ?? [];
    return edition.length > 0 && edition.every((value, nth) => value === known[nth]) && ours(path) !== undefined;
  };
  return {
    async putEach(rendered) {
      const changed: string[] = [];
      for (const file of rendered) {
        if (isCurrent(file)) continue;
        if (await put(file.path, file.render())) changed.push(file.path);
        editions.set(file.path, file.edition ?? []);
        await platform.pause();
      }
      return changed;
    },
    put,
    isOurs: (path) => ours(path) !== undefined,
  };
};

interface Content {
  readonly bytes: Uint8Array;
  readonly hash: string;
}

const isSame = (a: FileState, b: FileState | undefined): boolean =>
  a.size === b?.size && a.mtimeMs === b.mtimeMs && a.inode === b.inode;
