/** What a page hides and what hides it: of one id the nearest layer's page is shown, of one content one page. Pure. */

import type { PageFacts } from "./indexing/index-part.ts";
import type { LayeredParts } from "./indexing/recall-index.ts";
import type { VaultIndex } from "./indexing/vault-index.ts";

/** A page among all layers. */
export interface Placed {
  /** The number of the part among all layers' parts. */
  readonly part: number;
  readonly facts: PageFacts;
}

/** Packets and their pages are numbered by day in each vault: equal ids there are different things. */
const isOwnToVault = (id: string): boolean => /^(?:raw\/|sources\/SRC-|trajectories\/)/.test(id);

/** True when a nearer layer has a page of the same id. */
export const isShadowed = (placed: Placed, layered: LayeredParts): boolean =>
  holders(placed, layered, (at, own) => at < own).length > 0;

/** The farther layers whose page of the same id is not shown. */
export const shadowedBy = (placed: Placed, layered: LayeredParts): readonly VaultIndex[] =>
  holders(placed, layered, (at, own) => at > own);

const holders = (
  { facts, part }: Placed,
  { indexes, owners }: LayeredParts,
  isMeant: (at: number, own: number) => boolean,
): readonly VaultIndex[] => {
  const owner = owners[part];
  if (owner === undefined || indexes.length < 2 || isOwnToVault(facts.id)) return [];
  const own = indexes.indexOf(owner);
  return indexes.filter((index, at) => isMeant(at, own) && index.find(facts.path) !== undefined);
};

/** The same content is shown once, and a captured source once: its page or its text, whichever comes first. */
export const withoutRepeats = <T extends Placed>(pages: readonly T[], layered: LayeredParts): readonly T[] => {
  const seen = new Set<string>();
  return pages.filter(({ facts, part }) => {
    const packet = /(?:^|\/)(SRC-[\d-]+)$/.exec(facts.id)?.[1];
    const keys = [`hash ${facts.hash}`, ...(packet ? [`${layered.owners[part]?.vault.key} ${packet}`] : [])];
    const isNew = keys.every((key) => !seen.has(key));
    for (const key of keys) seen.add(key);
    return isNew;
  });
};
