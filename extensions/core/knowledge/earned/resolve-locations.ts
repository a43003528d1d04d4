/** Where the names in a lesson lead in the symbol map: to one symbol, to a tracked file, or nowhere, with the reason. Pure. */

import type { KnownSymbols } from "../symbols/symbol-map.ts";
import type { LessonLocation, unresolvedReasons } from "./record-kinds.ts";

/** Without a fresh map nothing leads anywhere. */
export const resolveLocations = (
  references: readonly string[],
  map: Pick<KnownSymbols, "symbols" | "tracked_files"> | undefined,
): readonly LessonLocation[] => references.map((reference) => resolved(reference, map));

const resolved = (
  reference: string,
  map: Pick<KnownSymbols, "symbols" | "tracked_files"> | undefined,
): LessonLocation => {
  if (map === undefined) return unresolved(reference, "symbol-map-unavailable");
  const matches = map.symbols.filter(({ name, qualified_name }) => name === reference || qualified_name === reference);
  const [first] = matches;
  if (first !== undefined && matches.length === 1) {
    const { file, qualified_name: symbol, line_start, line_end } = first;
    return { reference, status: "resolved", file, symbol, line_start, line_end };
  }
  if (matches.length > 1) return unresolved(reference, "ambiguous-symbol");
  if (!map.tracked_files.some(({ path }) => path === reference)) return unresolved(reference, "not-in-symbol-map");
  return { reference, status: "resolved", file: reference, symbol: "", line_start: 0, line_end: 0 };
};

const unresolved = (reference: string, reason: (typeof unresolvedReasons)[number]): LessonLocation => ({
  reference,
  status: "unresolved",
  reason,
});
