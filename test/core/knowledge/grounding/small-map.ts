/** Symbol maps as small as a test wants them. */

import { buildMap } from "../../../../extensions/core/knowledge/symbols/build-map.ts";
import type {
  MapGap,
  MapModule,
  MapSymbol,
  SymbolMap,
  TestLinks,
} from "../../../../extensions/core/knowledge/symbols/symbol-map.ts";

export const symbol = (qualified_name: string, more: Partial<MapSymbol> = {}): MapSymbol => ({
  kind: "function",
  name: qualified_name.slice(qualified_name.lastIndexOf(".") + 1),
  qualified_name,
  file: `${qualified_name.split(".")[0]}.ts`,
  line_start: 1,
  line_end: 2,
  byte_start: 0,
  byte_end: 10,
  ...more,
});

export interface SmallMap {
  readonly symbols?: readonly MapSymbol[];
  /** Tracked, whether covered or not. */
  readonly files?: readonly string[];
  readonly gaps?: readonly (Omit<MapGap, "reason"> & { readonly size?: number })[];
  readonly modules?: readonly MapModule[];
  readonly tests?: readonly TestLinks[];
}

export const mapOf = ({ symbols = [], files = [], gaps = [], modules = [], tests = [] }: SmallMap): SymbolMap => ({
  ...buildMap({ tree: "1".repeat(40), entries: [], extractor: {}, records: new Map() }),
  symbols,
  modules,
  tests,
  tracked_files: [
    ...files.map((path) => ({ path, blob: "0".repeat(40), size: 10 })),
    ...gaps.map(({ file, size = 10 }) => ({ path: file, blob: "0".repeat(40), size })),
  ],
  gaps: gaps.map(({ file, kind }) => ({ file, kind, reason: "use git grep" })),
});
