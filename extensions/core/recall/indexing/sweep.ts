/** One look at all files of a vault by stat: what an index must read, what it must forget, and how long that is true. */

import type { FileState, Platform } from "../../../platform/platform.ts";
import type { Finding } from "../../finding.ts";
import { isSameState } from "../../same-state.ts";
import type { Vault } from "../../vault/vault.ts";
import { filesToIndex, folderTimesOf } from "./indexed-files.ts";

export interface Sweep {
  readonly changed: readonly FileState[];
  readonly gone: readonly string[];
  readonly findings: readonly Finding[];
  readonly folders: ReadonlyMap<string, number>;
  /** On the platform's clock for measuring. */
  readonly at: number;
  readonly took: number;
}

/** What an index knows of the files. */
export interface KnownFiles {
  readonly count: number;
  paths(): Iterable<string>;
  state(path: string): FileState | undefined;
}

export const sweepFiles = (platform: Platform, vault: Vault, known: KnownFiles): Sweep => {
  const at = platform.elapsed();
  const folders = folderTimesOf(vault);
  const { files, findings } = filesToIndex(vault);
  const changed: FileState[] = [];
  let seen = 0;
  for (const file of files) {
    const state = known.state(file.path);
    if (state !== undefined) seen += 1;
    if (!isSameState(state, file)) changed.push(file);
  }
  const gone = seen === known.count ? [] : pathsGone(known, files);
  return { changed, gone, findings, folders, at, took: platform.elapsed() - at };
};

const pathsGone = (known: KnownFiles, files: readonly FileState[]): readonly string[] => {
  const present = new Set(files.map(({ path }) => path));
  return [...known.paths()].filter((path) => !present.has(path));
};

/** A sweep is trusted for a second, or for twenty times what it took: a large vault is not swept all the time. */
const trustedMs = 1000;
const trustedTimes = 20;

/** Folders show added and removed files at once; files changed in place show by the next sweep. */
export const isTrusted = (platform: Platform, vault: Vault, sweep: Sweep | undefined): sweep is Sweep => {
  if (sweep === undefined) return false;
  if (platform.elapsed() - sweep.at > Math.max(trustedMs, trustedTimes * sweep.took)) return false;
  const now = folderTimesOf(vault);
  return now.size === sweep.folders.size && [...now].every(([folder, time]) => sweep.folders.get(folder) === time);
};
