/** Which pages of a vault no list is to name, found without looking at all the others. Pure. */

import { packetPageId } from "../vault/derived/registry.ts";
import { vaultPaths } from "../vault/layout.ts";
import { isWithheld } from "./admission.ts";
import type { Belief } from "./belief.ts";
import type { IndexPart, PageFacts } from "./indexing/index-part.ts";
import type { LayeredParts } from "./indexing/recall-index.ts";
import type { VaultIndex } from "./indexing/vault-index.ts";

export interface WithheldSetting {
  readonly index: VaultIndex;
  /** Of that vault alone. */
  readonly layered: LayeredParts;
  readonly believe: Belief;
  /** Ids of pages that may be withheld for what is known of them beside what they say. */
  readonly suspects: Iterable<string>;
}

/** Ids of pages; a captured text goes by that of its packet's page. What a page says of itself is looked at once. */
export const openWithheldPages = (): ((setting: WithheldSetting) => ReadonlySet<string>) => {
  const scans = new WeakMap<IndexPart, { looked: number; readonly found: string[] }>();
  const own = (part: IndexPart): readonly string[] => {
    const scan = scans.get(part) ?? { looked: 0, found: [] };
    scans.set(part, scan);
    for (; scan.looked < part.pageCount; scan.looked += 1) {
      const facts = part.facts(scan.looked);
      if (mayBeWithheld(facts)) scan.found.push(facts.path);
    }
    return scan.found;
  };
  return ({ index, layered, believe, suspects }) => {
    const paths = new Set([
      ...layered.parts.flatMap(own),
      ...layered.tombstoned.flatMap((pages) => [...pages.keys()]),
      ...Array.from(suspects, (id) => pathOf(id, index)),
    ]);
    const withheld = [...paths].flatMap((path) => {
      const found = index.find(path);
      const placed = found && { facts: found.facts, part: layered.parts.indexOf(found.part) };
      return placed !== undefined && isWithheld(believe(placed)) ? listedIds(placed.facts.id, index) : [];
    });
    return new Set(withheld);
  };
};

const mayBeWithheld = ({ status, confidence, consolidatedInto }: PageFacts): boolean =>
  status === "deprecated" || confidence === "shadow" || consolidatedInto.length > 0;

const pathOf = (id: string, { vault }: VaultIndex): string =>
  id.startsWith("raw/") ? `${id}/extracted.md` : `${vaultPaths[vault.layout].wiki}/${id}.md`;

/** A packet's own page, where there is one, speaks for itself. */
const listedIds = (id: string, index: VaultIndex): readonly string[] => {
  if (!id.startsWith("raw/")) return [id];
  const page = packetPageId(id.slice(id.lastIndexOf("/") + 1));
  return page === undefined || index.find(pathOf(page, index)) !== undefined ? [] : [page];
};
