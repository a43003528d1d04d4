/**
 * Looks for names in the tracked files that have no structural coverage, within limits. What it finds only shows that a
 * name occurs; that it does not occur is known only when nothing was left out. Pure: the blobs are given to it.
 */

import type { KnownSymbols, MapGap, TrackedFile } from "../symbols/symbol-map.ts";

export type FoundLocation = {
  readonly file: string;
  readonly line_start: number;
  readonly line_end: number;
  readonly authority: "symbol-map" | "tracked-blob-text-fallback";
};

export type SkippedFile = { readonly file: string; readonly reason: string };

/** What was looked at for one name. */
export type FallbackScan = {
  readonly rule: string;
  readonly excluded_declaring_files: readonly string[];
  readonly gap_files: number;
  readonly files_scanned: number;
  readonly bytes_scanned: number;
  readonly max_file_bytes: number;
  readonly max_total_bytes: number;
  readonly max_matches: number;
  readonly matches: readonly FoundLocation[];
  readonly skipped: readonly SkippedFile[];
  readonly complete: boolean;
  readonly truncated: boolean;
};

export interface ScanPlan {
  /** In the order in which they are to be given. */
  readonly files: readonly TrackedFile[];
  readonly skipped: readonly SkippedFile[];
  readonly excluded: readonly string[];
}

const limits = { max_file_bytes: 8_000_000, max_total_bytes: 128_000_000, max_matches: 8 } as const;

const rule = "the name as it is written, line by line, in the blobs of tracked files without full structural coverage";

/** `excluded` are paths, and folders as `folder/**`: what declares a name is no place where it occurs. */
export const planScan = (map: KnownSymbols, excluded: readonly string[]): ScanPlan => {
  const tracked = new Map(map.tracked_files.map((file) => [file.path, file]));
  const files: TrackedFile[] = [];
  const skipped: SkippedFile[] = [];
  let total = 0;
  for (const gap of map.gaps.filter((one) => isPlace(one) && !excluded.some((path) => isBelow(one.file, path)))) {
    const file = tracked.get(gap.file);
    const reason = whyNot(gap, file, total);
    if (file === undefined || reason !== undefined) skipped.push({ file: gap.file, reason: reason ?? missing });
    else {
      total += file.size;
      files.push(file);
    }
  }
  return { files, skipped, excluded };
};

/** A submodule has no blob: what it holds is another repository's, as it is for git grep. */
const isPlace = ({ kind }: MapGap): boolean => kind !== "submodule";

const missing = "missing tracked blob metadata";

const isBelow = (path: string, excluded: string): boolean =>
  excluded.endsWith("/**") ? path.startsWith(excluded.slice(0, -2)) : path === excluded;

const whyNot = ({ kind }: MapGap, file: TrackedFile | undefined, total: number): string | undefined => {
  if (file === undefined || kind === "missing-object") return missing;
  if (file.size > limits.max_file_bytes) return "per-file byte bound";
  return total + file.size > limits.max_total_bytes ? "total byte bound" : undefined;
};

export interface Scanner {
  /** The next file of the plan; undefined bytes are of a blob that is not there. */
  take(file: TrackedFile, bytes: Uint8Array | undefined): void;
  /** By name. */
  results(): ReadonlyMap<string, FallbackScan>;
}

interface Search {
  readonly needle: string;
  readonly matches: FoundLocation[];
  files: number;
  bytes: number;
}

export const openScanner = (names: readonly string[], plan: ScanPlan): Scanner => {
  // One character a byte, so that any content can be searched as it is.
  const decoder = new TextDecoder("latin1");
  const encoder = new TextEncoder();
  const skipped = [...plan.skipped];
  const searches = new Map<string, Search>(
    names.map((name) => [name, { needle: decoder.decode(encoder.encode(name)), matches: [], files: 0, bytes: 0 }]),
  );
  return {
    take: ({ path }, bytes) => {
      if (bytes === undefined) {
        skipped.push({ file: path, reason: missing });
        return;
      }
      const text = decoder.decode(bytes);
      for (const search of searches.values()) {
        if (search.matches.length >= limits.max_matches) continue;
        search.files += 1;
        search.bytes += bytes.length;
        lookIn(text, path, search);
      }
    },
    results: () => new Map([...searches].map(([name, search]) => [name, resultOf(search, { plan, skipped })])),
  };
};

const lookIn = (text: string, file: string, { needle, matches }: Search): void => {
  let line = 1;
  let counted = 0;
  for (let at = text.indexOf(needle); at >= 0 && matches.length < limits.max_matches; ) {
    for (let feed = text.indexOf("\n", counted); feed >= 0 && feed < at; feed = text.indexOf("\n", counted)) {
      line += 1;
      counted = feed + 1;
    }
    matches.push({ file, line_start: line, line_end: line, authority: "tracked-blob-text-fallback" });
    const end = text.indexOf("\n", at);
    at = end < 0 ? -1 : text.indexOf(needle, end);
  }
};

const resultOf = (
  { matches, files, bytes }: Search,
  { plan, skipped }: { readonly plan: ScanPlan; readonly skipped: readonly SkippedFile[] },
): FallbackScan => {
  const truncated = matches.length >= limits.max_matches;
  return {
    rule,
    excluded_declaring_files: plan.excluded,
    gap_files: plan.files.length + plan.skipped.length,
    files_scanned: files,
    bytes_scanned: bytes,
    ...limits,
    matches,
    skipped,
    complete: skipped.length === 0 && !truncated && files === plan.files.length,
    truncated,
  };
};
