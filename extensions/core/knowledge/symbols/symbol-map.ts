/** The symbol map: what the files of a repository define, which tests name it, and what is not covered. Pure. */

import type { Language } from "./language.ts";

export const symbolKinds = ["module", "class", "function", "method", "constant"] as const;
export type SymbolKind = (typeof symbolKinds)[number];

/** The span has the lines from 1 on, both included, and the bytes of the blob, the last one excluded. */
export type MapSymbol = {
  readonly kind: SymbolKind;
  readonly name: string;
  readonly qualified_name: string;
  readonly file: string;
  readonly line_start: number;
  readonly line_end: number;
  readonly byte_start: number;
  readonly byte_end: number;
};

export type GapKind =
  | "uncovered-language"
  | `unparseable-${Language}`
  | `partial-${Language}`
  | "submodule"
  | "symlink"
  | "binary"
  | "too-large"
  | "missing-object"
  | "non-utf8-path";

export type MapGap = { readonly file: string; readonly kind: GapKind; readonly reason: string };

export type MapModule = {
  readonly file: string;
  readonly blob: string;
  readonly size: number;
  /** `gap` for a file that gave no symbols. */
  readonly parse_status: "parsed" | "gap";
  /** The gap that the file is, wholly or in part. */
  readonly gap: GapKind | null;
  readonly imports: readonly string[];
  /** Names that a test file uses; none are kept of other files. */
  readonly references: readonly string[];
  readonly symbols: readonly MapSymbol[];
};

export type TrackedFile = { readonly path: string; readonly blob: string; readonly size: number };

export type TestLinks = { readonly file: string; readonly symbols: readonly string[] };

export type SymbolMap = {
  readonly kind: typeof symbolMapKind;
  readonly schema_version: 1;
  readonly index_tree: string;
  /** The identity of what extracted each language, by its name; of those that occur. */
  readonly extractor: Readonly<Partial<Record<Language, string>>>;
  readonly coverage: {
    readonly structural_languages: readonly Language[];
    readonly fallback: string;
    readonly tracked_file_count: number;
    readonly covered_file_count: number;
    readonly parsed_file_count: number;
    readonly gap_count: number;
    /** How many paths are gaps of each kind. */
    readonly gap_kinds: Readonly<Record<string, number>>;
    readonly symbol_count: number;
    readonly test_file_count: number;
  };
  readonly tracked_files: readonly TrackedFile[];
  readonly modules: readonly MapModule[];
  readonly symbols: readonly MapSymbol[];
  readonly tests: readonly TestLinks[];
  readonly gaps: readonly MapGap[];
  readonly test_resolution: { readonly rule: string; readonly resolves_import_alias_targets: false };
};

/** What is asked of a map: the records of its files are there for the next map alone. */
export type KnownSymbols = Omit<SymbolMap, "modules">;

export const symbolMapKind = "delivery-workbench-symbol-structure-map";

/** The name of the derived fact that holds the map. */
export const symbolMapFact = "symbol-structure-map";
