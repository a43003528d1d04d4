/** What may have been meant by a name that is not there. Pure. */

import { byCodePoint } from "../../ledger/canonical.ts";
import type { KnownSymbols, MapSymbol } from "../symbols/symbol-map.ts";
import { cutoffOf, distanceWithin } from "./distance.ts";

export type SymbolSuggestion = Pick<MapSymbol, "name" | "qualified_name" | "file" | "line_start" | "line_end"> & {
  readonly distance: number;
};
export type FileSuggestion = { readonly file: string; readonly distance: number };

const most = 3;

/** At most three, nearest first. */
export const suggestSymbols = (hint: string, { symbols }: KnownSymbols): readonly SymbolSuggestion[] => {
  const terminal = hint.slice(hint.lastIndexOf(".") + 1);
  const cutoff = cutoffOf(terminal);
  const near = new Map<string, SymbolSuggestion>();
  for (const { name, qualified_name, file, line_start, line_end } of symbols) {
    const distance = nearer(distanceWithin(terminal, name, cutoff), distanceWithin(hint, qualified_name, cutoff));
    if (distance === undefined || (near.get(qualified_name)?.distance ?? Number.POSITIVE_INFINITY) <= distance)
      continue;
    near.set(qualified_name, { name, qualified_name, file, line_start, line_end, distance });
  }
  return [...near.values()]
    .sort((left, right) => left.distance - right.distance || byCodePoint(left.qualified_name, right.qualified_name))
    .slice(0, most);
};

const nearer = (left: number | undefined, right: number | undefined): number | undefined => {
  if (left === undefined || right === undefined) return left ?? right;
  return Math.min(left, right);
};

/** At most three, nearest first. */
export const suggestFiles = (hint: string, { tracked_files }: KnownSymbols): readonly FileSuggestion[] => {
  const cutoff = cutoffOf(hint);
  return tracked_files
    .flatMap(({ path }) => {
      const distance = distanceWithin(hint, path, cutoff);
      return distance === undefined ? [] : [{ file: path, distance }];
    })
    .sort((left, right) => left.distance - right.distance || byCodePoint(left.file, right.file))
    .slice(0, most);
};
