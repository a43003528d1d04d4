/** What may go into a packet: the symbols that verified hints lead to, and the tests that name them. Pure. */

import type { FoundLocation } from "../grounding/fallback-scan.ts";
import type { GroundedFile, GroundedSymbol, Grounding } from "../grounding/ground.ts";
import type { KnownSymbols, MapSymbol } from "../symbols/symbol-map.ts";
import type { ItemKind, PacketLesson, PacketLocation, PacketSnippet, PacketTest, PacketVersion } from "./packet.ts";
import { scoreOf } from "./score.ts";

/** Kept or left out as a whole. */
export interface Candidate {
  readonly name: string;
  readonly kind: ItemKind;
  readonly score: number;
  readonly location?: PacketLocation;
  readonly snippet?: PacketSnippet;
  readonly test?: PacketTest;
  readonly lesson?: PacketLesson;
}

/** The text of a symbol's span. */
export type Slice = (symbol: MapSymbol) => string;

export interface Sources {
  readonly grounding: Grounding;
  readonly map: KnownSymbols;
  readonly query: ReadonlySet<string>;
  readonly version: PacketVersion;
  readonly slice: Slice;
}

/** The map's symbols and tests by what they are looked for by. */
interface LookedUp extends Sources {
  readonly symbolsOf: ReadonlyMap<string, readonly MapSymbol[]>;
  readonly testsOf: ReadonlyMap<string, readonly string[]>;
}

const lookUp = (sources: Sources): LookedUp => {
  const { symbols, tests } = sources.map;
  const symbolsOf = new Map<string, MapSymbol[]>();
  for (const symbol of symbols) push(symbolsOf, symbol.file, symbol);
  const testsOf = new Map<string, string[]>();
  for (const test of tests) for (const name of test.symbols) push(testsOf, name, test.file);
  return { ...sources, symbolsOf, testsOf };
};

const push = <Item>(lists: Map<string, Item[]>, key: string, item: Item): void => {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [item]);
  else list.push(item);
};

type Verified = GroundedFile | GroundedSymbol;

/** By name: what two hints lead to is there once. */
export const candidatesOf = (given: Sources): ReadonlyMap<string, Candidate> => {
  const sources = lookUp(given);
  const { grounding } = given;
  const found = new Map<string, Candidate>();
  for (const hint of [...grounding.affected_files, ...grounding.target_symbols].filter(isVerified)) {
    for (const location of hint.locations) {
      const chosen = symbolsAt(hint.hint, location, sources);
      if (chosen.length === 0) addFile(found, { hint: hint.hint, location, sources });
      for (const symbol of chosen) addSymbol(found, { hint: hint.hint, symbol, sources });
    }
  }
  return found;
};

/** Files whose symbols a packet may show. */
export const filesNeeded = ({ affected_files, target_symbols }: Grounding): ReadonlySet<string> =>
  new Set(
    [...affected_files, ...target_symbols]
      .filter(isVerified)
      .flatMap(({ locations }) => locations.map(({ file }) => file)),
  );

const isVerified = ({ classification }: Verified): boolean => classification === "verified";

const mostOfFile = 3;

/** The symbols that are the hint; else the three of a file that fit best; else the file's module. */
const symbolsAt = (
  hint: string,
  { file, line_start, line_end }: FoundLocation,
  { symbolsOf, query }: LookedUp,
): readonly MapSymbol[] => {
  const inside = (symbolsOf.get(file) ?? []).filter(
    (symbol) => symbol.line_start >= line_start && symbol.line_end <= line_end,
  );
  // A whole module would take the room of all that it holds.
  const parts = inside.filter(({ kind }) => kind !== "module");
  const named = parts.filter(({ name, qualified_name }) => name === hint || qualified_name === hint);
  if (named.length > 0) return named;
  const scored = parts
    .map((symbol) => ({ symbol, score: scoreOf(query, hint, symbol.name, symbol.qualified_name) }))
    // The map's symbols are sorted by their qualified names.
    .sort((left, right) => right.score - left.score)
    .slice(0, mostOfFile);
  return scored.length > 0 ? scored.map(({ symbol }) => symbol) : inside.slice(0, 1);
};

interface Addition {
  readonly hint: string;
  readonly sources: LookedUp;
}

/** In version 2 code is the last to go. */
const weights: Readonly<Record<PacketVersion, Readonly<Record<ItemKind, number>>>> = {
  "1": { source: 0, file: 0, test: 0, lesson: 0 },
  "2": { source: 4_000, file: 3_000, test: 0, lesson: 0 },
};

const addSymbol = (
  found: Map<string, Candidate>,
  { hint, symbol, sources }: Addition & { readonly symbol: MapSymbol },
): void => {
  const { query, version, slice, testsOf } = sources;
  const { file, qualified_name, line_start, line_end } = symbol;
  const score = weights[version].source + scoreOf(query, hint, file, qualified_name);
  const place = { file, symbol: qualified_name, line_start, line_end, score };
  const name = nameFor(found, `source:${file}:${qualified_name}`, { line_start, version });
  found.set(name, {
    name,
    kind: "source",
    score,
    location: { ...place, verified: true },
    snippet: { ...place, content: slice(symbol) },
  });
  for (const test of testsOf.get(qualified_name) ?? []) {
    const ownScore = weights[version].test + scoreOf(query, qualified_name, test);
    const own = `test:${test}:${qualified_name}`;
    const reference = { file: test, symbol: qualified_name, source_file: file, score: ownScore };
    found.set(own, { name: own, kind: "test", score: ownScore, test: reference });
  }
};

/** Version 2 keeps several definitions of one name apart. */
const nameFor = (
  found: ReadonlyMap<string, Candidate>,
  name: string,
  { line_start, version }: { readonly line_start: number; readonly version: PacketVersion },
): string => {
  const known = found.get(name)?.location?.line_start;
  return version === "1" || known === undefined || known === line_start ? name : `${name}@${line_start}`;
};

/** A verified file without symbols is at least named, from version 2 on. */
const addFile = (
  found: Map<string, Candidate>,
  { hint, location, sources }: Addition & { readonly location: FoundLocation },
): void => {
  const { query, version } = sources;
  if (version === "1") return;
  const { file, line_start, line_end } = location;
  const score = weights[version].file + scoreOf(query, hint, file);
  const name = `file:${file}`;
  found.set(name, {
    name,
    kind: "file",
    score,
    location: { file, symbol: "", line_start, line_end, score, verified: true },
  });
};
