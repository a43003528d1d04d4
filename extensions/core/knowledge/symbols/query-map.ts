/** Answers questions on a symbol map: a few symbols that fit, and how much there is in all; never the whole map. Pure. */

import type { KnownSymbols, MapGap, MapSymbol, SymbolKind } from "./symbol-map.ts";

export interface MapQuery {
  /** A name, or a part of one, in any case. */
  readonly query?: string;
  /** A file, or a folder. */
  readonly file?: string;
  readonly kind?: SymbolKind;
  readonly limit?: number;
}

export type FoundSymbol = MapSymbol & {
  /** Test files that use its name; the first few. */
  readonly tests: readonly string[];
  readonly test_count: number;
};

export interface FoundInMap {
  readonly symbols: readonly FoundSymbol[];
  /** How many fit, shown or not. */
  readonly total: number;
  /** Gaps of the file, or in the folder, that was asked about; the first few. */
  readonly gaps: readonly MapGap[];
}

const defaultLimit = 20;
export const mostSymbols = 50;
const mostTests = 5;

export const queryMap = (map: KnownSymbols, { query, file, kind, limit = defaultLimit }: MapQuery): FoundInMap => {
  if (query === undefined && file === undefined && kind === undefined) return { symbols: [], total: 0, gaps: [] };
  const within = (path: string): boolean => file === undefined || path === file || path.startsWith(`${file}/`);
  const fitting = map.symbols
    .filter((symbol) => within(symbol.file) && (kind === undefined || symbol.kind === kind))
    .map((symbol) => ({ symbol, rank: query === undefined ? 0 : rankOf(symbol, query.toLowerCase()) }))
    .filter(({ rank }) => rank < worst)
    .sort((left, right) => left.rank - right.rank);
  const shown = fitting.slice(0, Math.min(limit, mostSymbols)).map(({ symbol }) => symbol);
  return {
    symbols: shown.map((symbol) => withTests(symbol, map)),
    total: fitting.length,
    gaps: file === undefined ? [] : map.gaps.filter((gap) => within(gap.file)).slice(0, mostSymbols),
  };
};

const worst = 4;

/** Names that are the query come first, then those that begin with it, then those that hold it. */
const rankOf = ({ name, qualified_name }: MapSymbol, query: string): number => {
  const [own, qualified] = [name.toLowerCase(), qualified_name.toLowerCase()];
  if (own === query || qualified === query) return 0;
  if (own.startsWith(query)) return 1;
  if (own.includes(query)) return 2;
  return qualified.includes(query) ? 3 : worst;
};

const withTests = (symbol: MapSymbol, { tests }: KnownSymbols): FoundSymbol => {
  const using = tests.filter(({ file, symbols }) => file !== symbol.file && symbols.includes(symbol.qualified_name));
  return { ...symbol, tests: using.slice(0, mostTests).map(({ file }) => file), test_count: using.length };
};
