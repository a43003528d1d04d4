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
  const isNamed = new Uint8Array(symbols.length);
  for (const name of references) for (const place of named.get(name) ?? []) isNamed[place] = 1;
  const names: string[] = [];
  // A search in bytes passes over the many that are not named; equal names stand side by side.
  for (let place = isNamed.indexOf(1); place >= 0; place = isNamed.indexOf(1, place + 1)) {
    const symbol = symbols[place];
    if (symbol === undefined || symbol.file === file || symbol.qualified_name === names.at(-1)) continue;
    names.push(symbol.qualified_name);
  }
  return names;
};
