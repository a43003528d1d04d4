/** Which pages of an index state what was rejected, found by their digests alone. Pure. */

import type { IndexPart } from "../../recall/indexing/index-part.ts";
import { openMatcher } from "./matching.ts";
import type { Tombstone } from "./tombstone-record.ts";

/** The tombstones that a page runs into, by the page's path; pages without any are not in it. */
export type TombstonedPages = ReadonlyMap<string, readonly Tombstone[]>;

/** Each page is looked at once for each list of tombstones, however often it is asked for. */
export const openTombstonedPages = (): ((
  parts: readonly IndexPart[],
  tombstones: readonly Tombstone[],
) => TombstonedPages) => {
  const scans = new WeakMap<IndexPart, Scan>();
  const scanOf = (part: IndexPart, tombstones: readonly Tombstone[]): Scan => {
    const known = scans.get(part);
    const scan = known?.tombstones === tombstones ? known : { tombstones, looked: 0, found: new Map() };
    scans.set(part, scan);
    look(part, scan);
    return scan;
  };
  return (parts, tombstones) => {
    if (tombstones.length === 0) return new Map();
    const pages = parts.flatMap((part) =>
      [...scanOf(part, tombstones).found]
        .filter(([page]) => part.live[page] === 1)
        .map(([page, met]) => [part.path(page), met] as const),
    );
    return new Map(pages);
  };
};

interface Scan {
  readonly tombstones: readonly Tombstone[];
  /** Pages below this number were looked at; their content never changes. */
  looked: number;
  readonly found: Map<number, readonly Tombstone[]>;
}

const look = (part: IndexPart, scan: Scan): void => {
  if (scan.looked === part.pageCount) return;
  const match = openMatcher(scan.tombstones);
  for (; scan.looked < part.pageCount; scan.looked += 1) {
    const page = scan.looked;
    const met = match({ digests: part.claims(page), task: () => part.facts(page).taskId });
    if (met.length > 0) scan.found.set(page, met);
  }
};
