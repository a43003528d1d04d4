/** One look at the files of a vault by stat: what an index must read, what it must forget, and how long that is true. */

import type { FileState, Platform } from "../../../platform/platform.ts";
import type { Finding } from "../../finding.ts";
import { isSameState } from "../../same-state.ts";
import type { Vault } from "../../vault/vault.ts";
import { filesToIndex, folderTimeOf, folderTimesOf, hasPagesAlone } from "./indexed-files.ts";

export interface Sweep {
  readonly changed: readonly FileState[];
  readonly gone: readonly string[];
  readonly findings: readonly Finding[];
  readonly folders: ReadonlyMap<string, number>;
  /** Whether every file was looked at. */
  readonly isFull: boolean;
  /** On the platform's clock for measuring: when every file was. */
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
  return { changed, gone, findings, folders, isFull: true, at, took: platform.elapsed() - at };
};

/**
 * As `sweepFiles` while the last sweep is not old, but looks only into folders whose time tells that a file came or went
 * since: the others were looked at by then.
 */
export const sweepAgain = (platform: Platform, vault: Vault, known: KnownFiles, last: Sweep | undefined): Sweep => {
  if (last === undefined || isOld(platform, last)) return sweepFiles(platform, vault, known);
  const folders = folderTimesOf(vault);
  const touched = [...folders].filter(([folder, time]) => last.folders.get(folder) !== time).map(([folder]) => folder);
  const looked = new Set([...touched, ...[...last.folders.keys()].filter((folder) => !folders.has(folder))]);
  const { files, findings } = filesToIndex(vault, touched);
  const present = new Set(files.map(({ path }) => path));
  // An entry that can't be looked into is a finding of its own.
  const folderOfFinding = ({ path }: Finding): string => (last.folders.has(path) ? path : folderOf(path));
  return {
    ...last,
    folders,
    isFull: false,
    changed: files.filter((file) => !isSameState(known.state(file.path), file)),
    gone: [...known.paths()].filter((path) => looked.has(folderOf(path)) && !present.has(path)),
    findings: [...last.findings.filter((finding) => !looked.has(folderOfFinding(finding))), ...findings],
  };
};

/** A sweep that knows of some files written since: their folders are as they were left, unless names tell otherwise. */
export const sweptWith = (last: Sweep, paths: readonly string[], { vault, known }: SweptPlace): Sweep => {
  const folders = new Map(last.folders);
  for (const folder of new Set(paths.map(folderOf))) {
    const time = folderTimeOf(vault, folder);
    if (time === undefined || time === folders.get(folder)) continue;
    const there = [...known.paths()].filter((path) => path.startsWith(`${folder}/`) && folderOf(path) === folder);
    if (hasPagesAlone(vault, folder, new Set(there))) folders.set(folder, time);
  }
  return { ...last, folders };
};

export interface SweptPlace {
  readonly vault: Vault;
  readonly known: KnownFiles;
}

const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf("/")));

const pathsGone = (known: KnownFiles, files: readonly FileState[]): readonly string[] => {
  const present = new Set(files.map(({ path }) => path));
  return [...known.paths()].filter((path) => !present.has(path));
};

/** A sweep is trusted for a second, or for twenty times what it took: a large vault is not swept all the time. */
const trustedMs = 1000;
const trustedTimes = 20;

const isOld = (platform: Platform, { at, took }: Sweep): boolean =>
  platform.elapsed() - at > Math.max(trustedMs, trustedTimes * took);

/** Folders show added and removed files at once; files changed in place show by the next sweep. */
export const isTrusted = (platform: Platform, vault: Vault, sweep: Sweep | undefined): sweep is Sweep => {
  if (sweep === undefined || isOld(platform, sweep)) return false;
  const now = folderTimesOf(vault);
  return now.size === sweep.folders.size && [...now].every(([folder, time]) => sweep.folders.get(folder) === time);
};
