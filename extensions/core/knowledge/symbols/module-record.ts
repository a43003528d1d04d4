/** The map's record of one file of a covered language: what was found in it, or why nothing was. Pure. */

import type { GapKind, MapModule, TrackedFile } from "./symbol-map.ts";

export const parsedRecord = (
  { path, blob, size }: TrackedFile,
  { imports, references, symbols }: Pick<MapModule, "imports" | "references" | "symbols">,
  gap: GapKind | null,
): MapModule => ({ file: path, blob, size, parse_status: "parsed", gap, imports, references, symbols });

export const gapRecord = ({ path, blob, size }: TrackedFile, gap: GapKind): MapModule => ({
  file: path,
  blob,
  size,
  parse_status: "gap",
  gap,
  imports: [],
  references: [],
  symbols: [],
});
