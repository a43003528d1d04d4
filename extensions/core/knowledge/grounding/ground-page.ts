/** Grounds the hints of one page in a repository, reading of its blobs what the map does not tell. */

import type { Platform } from "../../../platform/platform.ts";
import { readBlobs } from "../../git/index-tree-store.ts";
import type { Repository } from "../../git/repository.ts";
import type { KnownSymbols, TrackedFile } from "../symbols/symbol-map.ts";
import { openScanner, planScan } from "./fallback-scan.ts";
import { type Evidence, filesToCount, type Grounding, ground, namesToScan } from "./ground.ts";
import { type GroundingWarning, groundingWarnings } from "./grounding-lint.ts";
import { parseHints } from "./hints.ts";

export interface Story {
  /** Relative to the repository where it lies in it. */
  readonly path: string;
  readonly text: string;
  /** Paths, and folders as `folder/**`, that may declare names without being where they occur. */
  readonly excluded: readonly string[];
}

export interface GroundedPage {
  readonly grounding: Grounding;
  readonly warnings: readonly GroundingWarning[];
}

export const groundPage = async (
  platform: Platform,
  { repository, map }: { readonly repository: Repository; readonly map: KnownSymbols },
  { path, text, excluded }: Story,
): Promise<GroundedPage> => {
  const hints = parseHints(text);
  const names = namesToScan(hints, map);
  const evidence: Evidence = {
    scans: names.length === 0 ? new Map() : await scan(platform, repository, { map, names, excluded }),
    lines: await countLines(platform, repository, countable(filesToCount(hints, map), map)),
  };
  const grounding = ground({ path, hints }, map, evidence);
  return { grounding, warnings: groundingWarnings({ text, hints }, grounding, map) };
};

interface Scan {
  readonly map: KnownSymbols;
  readonly names: readonly string[];
  readonly excluded: readonly string[];
}

const scan = async (
  platform: Platform,
  { folder }: Repository,
  { map, names, excluded }: Scan,
): Promise<Evidence["scans"]> => {
  const plan = planScan(map, excluded);
  const scanner = openScanner(names, plan);
  await readFiles(platform, folder, plan.files, (file, bytes) => scanner.take(file, bytes));
  return scanner.results();
};

/** A submodule has no lines, and the blob of a larger file is not read only to count its own. */
const countable = (paths: ReadonlySet<string>, { tracked_files, gaps }: KnownSymbols): readonly TrackedFile[] => {
  if (paths.size === 0) return [];
  const without = new Set(gaps.flatMap(({ file, kind }) => (kind === "submodule" ? [file] : [])));
  return tracked_files.filter(({ path, size }) => paths.has(path) && !without.has(path) && size <= largestCounted);
};

const largestCounted = 8_000_000;
const lineFeed = 10;

const countLines = async (
  platform: Platform,
  { folder }: Repository,
  files: readonly TrackedFile[],
): Promise<Evidence["lines"]> => {
  const lines = new Map<string, number>();
  await readFiles(platform, folder, files, ({ path }, bytes) => {
    if (bytes === undefined) return;
    let count = bytes.at(-1) === lineFeed ? 0 : 1;
    for (const byte of bytes) if (byte === lineFeed) count += 1;
    lines.set(path, Math.max(1, count));
  });
  return lines;
};

/** The blobs of some tracked files, by path: of those that have symbols, and are there. */
export const readPaths = async (
  platform: Platform,
  { repository, map }: { readonly repository: Repository; readonly map: KnownSymbols },
  paths: ReadonlySet<string>,
): Promise<ReadonlyMap<string, Uint8Array>> => {
  const blobs = new Map<string, Uint8Array>();
  const parsed = new Set(map.symbols.map(({ file }) => file));
  const files = map.tracked_files.filter(({ path }) => paths.has(path) && parsed.has(path));
  await readFiles(platform, repository.folder, files, ({ path }, bytes) => {
    if (bytes !== undefined) blobs.set(path, bytes);
  });
  return blobs;
};

const readFiles = async (
  platform: Platform,
  folder: string,
  files: readonly TrackedFile[],
  take: (file: TrackedFile, bytes: Uint8Array | undefined) => void,
): Promise<void> => {
  let count = 0;
  await readBlobs(platform, { folder, ids: files.map(({ blob }) => blob) }, (_, bytes) => {
    const file = files[count];
    count += 1;
    if (file !== undefined) take(file, bytes);
  });
};
