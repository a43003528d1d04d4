/** The map's record of one file of a covered language: what was found in it, or why nothing was. Pure. */

import type { GapKind, MapModule, MapSymbol, TrackedFile } from "./symbol-map.ts";

export const parsedRecord = (
  { path, blob, size }: TrackedFile,
  { imports, references, symbols }: Pick<MapModule, "imports" | "references" | "symbols">,
  gap: GapKind | null,
): MapModule => ({
  blob,
  file: path,
  gap,
  imports,
  parse_status: "parsed",
  references,
  size,
  symbols: symbols.map(inOrder),
});

/** Keys in canonical order: the text of the whole map is made several times as fast. */
const inOrder = ({
  byte_end,
  byte_start,
  file,
  kind,
  line_end,
  line_start,
  name,
  qualified_name,
}: MapSymbol): MapSymbol => ({
  byte_end,
  byte_start,
  file,
  kind,
  line_end,
  line_start,
  name,
  qualified_name,
});

export const gapRecord = ({ path, blob, size }: TrackedFile, gap: GapKind): MapModule => ({
  blob,
  file: path,
  gap,
  imports: [],
  parse_status: "gap",
  references: [],
  size,
  symbols: [],
});
