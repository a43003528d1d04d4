/** Links test files to the symbols whose names they use: by name alone, so that what a test may touch is not missed. Pure. */

import { codePointOrder } from "../../ledger/canonical.ts";
import type { MapModule, MapSymbol, TestLinks } from "./symbol-map.ts";

/** All matches of a name stay; symbols of the test's own file are left out. */
export const linkTests = (modules: readonly MapModule[]): readonly TestLinks[] => {
  const named = symbolsByName(modules);
  const order = codePointOrder([...named.values()].flat().map(({ qualified_name }) => qualified_name));
  return modules
    .filter(({ parse_status, references }) => parse_status === "parsed" && references.length > 0)
    .map(({ file, references }) => ({ file, symbols: linked(references, { file, named, order }) }));
};

const symbolsByName = (modules: readonly MapModule[]): ReadonlyMap<string, readonly MapSymbol[]> => {
  const named = new Map<string, MapSymbol[]>();
  for (const symbol of modules.flatMap(({ symbols }) => symbols)) {
    const known = named.get(symbol.name);
    if (known === undefined) named.set(symbol.name, [symbol]);
    else known.push(symbol);
  }
  return named;
};

interface Linking {
  readonly file: string;
  readonly named: ReadonlyMap<string, readonly MapSymbol[]>;
  readonly order: (a: string, b: string) => number;
}

const linked = (references: readonly string[], { file, named, order }: Linking): readonly string[] => {
  const found = new Set<string>();
  for (const name of references) {
    for (const symbol of named.get(name) ?? []) if (symbol.file !== file) found.add(symbol.qualified_name);
  }
  return [...found].sort(order);
};
