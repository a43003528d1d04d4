/** Links test files to the symbols whose names they use: by name alone, so that what a test may touch is not missed. Pure. */

import type { MapModule, MapSymbol, TestLinks } from "./symbol-map.ts";

/**
 * All matches of a name stay; symbols of the test's own file are left out. The symbols are in the map's order, by their
 * qualified names first, and so are those of each test.
 */
export const linkTests = (modules: readonly MapModule[], symbols: readonly MapSymbol[]): readonly TestLinks[] => {
  const named = placesByName(symbols);
  return modules
    .filter(({ parse_status, references }) => parse_status === "parsed" && references.length > 0)
    .map(({ file, references }) => ({ file, symbols: linked(references, { file, named, symbols }) }));
};

/** Where in their order the symbols of a name are. */
const placesByName = (symbols: readonly MapSymbol[]): ReadonlyMap<string, readonly number[]> => {
  const named = new Map<string, number[]>();
  for (const [place, { name }] of symbols.entries()) {
    const known = named.get(name);
    if (known === undefined) named.set(name, [place]);
    else known.push(place);
  }
  return named;
};

interface Linking {
  readonly file: string;
  readonly named: ReadonlyMap<string, readonly number[]>;
  readonly symbols: readonly MapSymbol[];
}

const linked = (references: readonly string[], { file, named, symbols }: Linking): readonly string[] => {
  const places = references.flatMap((name) => named.get(name) ?? []);
  const names = new Set<string>();
  for (const place of Uint32Array.from(places).sort()) {
    const symbol = symbols[place];
    if (symbol !== undefined && symbol.file !== file) names.add(symbol.qualified_name);
  }
  return [...names];
};
