/** Puts a symbol map together from the records of files: order, tests, gaps and counts follow from them. Pure. */

import type { TreeEntry } from "../../git/tree-entries.ts";
import { byCodePoint, codePointOrder } from "../../ledger/canonical.ts";
import { type Language, languageOf, languages } from "./language.ts";
import { linkTests } from "./link-tests.ts";
import { gapRecord } from "./module-record.ts";
import {
  type GapKind,
  type MapGap,
  type MapModule,
  type MapSymbol,
  type SymbolMap,
  symbolMapKind,
  type TrackedFile,
} from "./symbol-map.ts";

/** A larger file is most likely generated, and would hold up everything. */
const largestSource = 4_000_000;

/** What is to be done with a tracked path. */
export type Place =
  /** Its symbols are to be had from its blob. */
  | { readonly kind: "source"; readonly language: Language }
  /** It has a record without symbols. */
  | { readonly kind: "unread"; readonly language: Language; readonly gap: GapKind }
  | { readonly kind: "gap"; readonly gap: GapKind };

export const placeOf = (entry: TreeEntry): Place => {
  if (entry.kind === "submodule") return { kind: "gap", gap: "submodule" };
  if (entry.kind === "link") return { kind: "gap", gap: "symlink" };
  if (!entry.isUtf8) return { kind: "gap", gap: "non-utf8-path" };
  const language = languageOf(entry.path);
  if (language === undefined) return { kind: "gap", gap: "uncovered-language" };
  return entry.size > largestSource ? { kind: "unread", language, gap: "too-large" } : { kind: "source", language };
};

export const trackedFile = ({ path, id, size }: TreeEntry): TrackedFile => ({ blob: id, path, size });

export interface MapParts {
  readonly tree: string;
  readonly entries: readonly TreeEntry[];
  readonly extractor: SymbolMap["extractor"];
  /** Of every path that is a source. */
  readonly records: ReadonlyMap<string, MapModule>;
}

export const buildMap = ({ tree, entries, extractor, records }: MapParts): SymbolMap => {
  const modules: MapModule[] = [];
  const gaps: MapGap[] = [];
  for (const entry of entries) {
    const place = placeOf(entry);
    const record = place.kind === "gap" ? undefined : recordAt(entry, place, records);
    if (record !== undefined) modules.push(record);
    const gap = place.kind === "gap" ? place.gap : record?.gap;
    if (gap) gaps.push({ file: entry.path, kind: gap, reason: reasonOf(gap) });
  }
  const symbols = inOrder(modules.flatMap((module) => module.symbols));
  const tests = linkTests(modules, symbols);
  // Keys in canonical order: the text of the whole is made several times as fast.
  return {
    coverage: {
      covered_file_count: modules.length,
      fallback: "git grep",
      gap_count: gaps.length,
      gap_kinds: counted(gaps),
      parsed_file_count: modules.filter(({ parse_status }) => parse_status === "parsed").length,
      structural_languages: languages,
      symbol_count: symbols.length,
      test_file_count: tests.length,
      tracked_file_count: entries.length,
    },
    extractor,
    gaps,
    index_tree: tree,
    kind: symbolMapKind,
    modules,
    schema_version: 1,
    symbols,
    test_resolution: { resolves_import_alias_targets: false, rule: testRule },
    tests,
    tracked_files: entries.map(trackedFile),
  };
};

const counted = (gaps: readonly MapGap[]): Readonly<Record<string, number>> => {
  const counts: Record<string, number> = {};
  for (const { kind } of gaps) counts[kind] = (counts[kind] ?? 0) + 1;
  return Object.fromEntries(Object.entries(counts).sort(([left], [right]) => byCodePoint(left, right)));
};

const recordAt = (
  entry: TreeEntry,
  place: Exclude<Place, { readonly kind: "gap" }>,
  records: ReadonlyMap<string, MapModule>,
): MapModule => {
  if (place.kind === "unread") return gapRecord(trackedFile(entry), place.gap);
  const record = records.get(entry.path);
  if (record === undefined) throw new Error(`There is no record of ${entry.path}.`);
  return record;
};

const inOrder = (symbols: readonly MapSymbol[]): readonly MapSymbol[] => {
  const order = codePointOrder(symbols.flatMap(({ qualified_name, file }) => [qualified_name, file]));
  return [...symbols].sort(
    (left, right) =>
      order(left.qualified_name, right.qualified_name) ||
      order(left.file, right.file) ||
      left.line_start - right.line_start ||
      order(left.kind, right.kind) ||
      left.byte_start - right.byte_start,
  );
};

const reasonOf = (gap: GapKind): string =>
  gap.startsWith("partial-")
    ? "parsed with errors, so that symbols may be missing; use git grep"
    : "out of structural coverage; use git grep";

const testRule =
  "A test file is linked to every symbol whose terminal name it uses, all matches kept, those of its own file left out.";
