/** Grounds a page's localization hints: what is there, what is planned, and what is not known. Pure. */

import { falseMarkers } from "../false-markers.ts";
import type { KnownSymbols, MapSymbol } from "../symbols/symbol-map.ts";
import type { FallbackScan, FoundLocation } from "./fallback-scan.ts";
import { type Diagnostic, type Hint, type Hints, hintSyntax } from "./hints.ts";
import { type FileSuggestion, type SymbolSuggestion, suggestFiles, suggestSymbols } from "./suggest.ts";

export type Classification = "verified" | "new" | "unknown";

interface GroundedHint {
  readonly hint: string;
  readonly declared_new: boolean;
  readonly classification: Classification;
  readonly locations: readonly FoundLocation[];
}

export type GroundedFile = GroundedHint & {
  readonly kind: "affected-file";
  readonly suggestions: readonly FileSuggestion[];
  readonly evidence: { readonly symbol_map_exact_matches: number; readonly no_match: boolean };
};

export type GroundedSymbol = GroundedHint & {
  readonly kind: "target-symbol";
  readonly suggestions: readonly SymbolSuggestion[];
  readonly evidence: {
    readonly symbol_map_exact_matches: number;
    readonly grep_fallback: FallbackScan | null;
    readonly no_match: boolean;
    /** The name is nowhere, and everywhere was looked. */
    readonly no_match_complete: boolean;
  };
};

export type Grounding = typeof falseMarkers & {
  readonly kind: "delivery-workbench-story-grounding";
  readonly schema_version: 1;
  readonly status: "grounded";
  /** Relative to the repository where it lies in it. */
  readonly story: string;
  readonly index_tree: string;
  readonly hint_syntax: typeof hintSyntax;
  readonly diagnostics: readonly Diagnostic[];
  readonly affected_files: readonly GroundedFile[];
  readonly target_symbols: readonly GroundedSymbol[];
  readonly summary: Readonly<Record<Classification, number>>;
};

/** Symbols that the map does not have, for which everything else must be searched; each once. */
export const namesToScan = ({ targetSymbols }: Hints, map: KnownSymbols): readonly string[] => [
  ...new Set(targetSymbols.flatMap(({ hint }) => (matchesOf(hint, map).length === 0 ? [hint] : []))),
];

/** Tracked files that are hinted at and have no symbols, so that their lines are not known yet. */
export const filesToCount = ({ affectedFiles }: Hints, map: KnownSymbols): ReadonlySet<string> => {
  const parsed = new Set(map.symbols.flatMap(({ kind, file }) => (kind === "module" ? [file] : [])));
  return new Set(affectedFiles.flatMap(({ hint }) => (parsed.has(hint) ? [] : [hint])));
};

export interface Evidence {
  /** By name, of those that were to be scanned. */
  readonly scans: ReadonlyMap<string, FallbackScan>;
  /** Lines of the files that were to be counted and can be, by path. */
  readonly lines: ReadonlyMap<string, number>;
}

export const ground = (
  story: { readonly path: string; readonly hints: Hints },
  map: KnownSymbols,
  evidence: Evidence,
): Grounding => {
  const { affectedFiles, targetSymbols, diagnostics } = story.hints;
  const files = affectedFiles.map((hint) => groundFile(hint, map, evidence.lines));
  const symbols = targetSymbols.map((hint) => groundSymbol(hint, map, evidence.scans));
  const count = (wanted: Classification): number =>
    [...files, ...symbols].filter(({ classification }) => classification === wanted).length;
  return {
    kind: "delivery-workbench-story-grounding",
    schema_version: 1,
    status: "grounded",
    story: story.path,
    index_tree: map.index_tree,
    hint_syntax: hintSyntax,
    diagnostics,
    affected_files: files,
    target_symbols: symbols,
    summary: { verified: count("verified"), new: count("new"), unknown: count("unknown") },
    ...falseMarkers,
  };
};

/** The inventory of files is complete: what is not in it is not there. */
const groundFile = (
  { hint, declaredNew }: Hint,
  map: KnownSymbols,
  lines: ReadonlyMap<string, number>,
): GroundedFile => {
  const isTracked = map.tracked_files.some(({ path }) => path === hint);
  const absent: Classification = declaredNew ? "new" : "unknown";
  const classification = isTracked ? "verified" : absent;
  const line_end = linesOf(hint, map, lines);
  const location = { file: hint, line_start: Math.min(1, line_end), line_end, authority: "symbol-map" } as const;
  return {
    kind: "affected-file",
    hint,
    declared_new: declaredNew,
    classification,
    locations: isTracked ? [location] : [],
    suggestions: classification === "unknown" ? suggestFiles(hint, map) : [],
    evidence: { symbol_map_exact_matches: isTracked ? 1 : 0, no_match: !isTracked },
  };
};

/** 0 for what has none to count, such as a submodule. */
const linesOf = (file: string, { symbols }: KnownSymbols, lines: ReadonlyMap<string, number>): number => {
  const whole = symbols.find((one) => one.kind === "module" && one.file === file);
  return whole?.line_end ?? lines.get(file) ?? 0;
};

const matchesOf = (hint: string, { symbols }: KnownSymbols): readonly MapSymbol[] =>
  symbols.filter(({ name, qualified_name }) => name === hint || qualified_name === hint);

const groundSymbol = (
  { hint, declaredNew }: Hint,
  map: KnownSymbols,
  scans: ReadonlyMap<string, FallbackScan>,
): GroundedSymbol => {
  const matches = matchesOf(hint, map);
  const scan = matches.length === 0 ? (scans.get(hint) ?? null) : null;
  const isNowhere = matches.length === 0 && scan?.matches.length === 0;
  const isNowhereForSure = isNowhere && scan?.complete === true;
  const absent: Classification = declaredNew && isNowhereForSure ? "new" : "unknown";
  return {
    kind: "target-symbol",
    hint,
    declared_new: declaredNew,
    classification: matches.length > 0 ? "verified" : absent,
    locations: matches.length > 0 ? matches.map(locationOf) : (scan?.matches ?? []),
    suggestions: matches.length > 0 ? [] : suggestSymbols(hint, map),
    evidence: {
      symbol_map_exact_matches: matches.length,
      grep_fallback: scan,
      no_match: isNowhere,
      no_match_complete: isNowhereForSure,
    },
  };
};

const locationOf = ({ file, line_start, line_end }: MapSymbol): FoundLocation => ({
  file,
  line_start,
  line_end,
  authority: "symbol-map",
});
