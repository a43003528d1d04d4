/** What is known of the pages of several vaults beside what they say themselves, looked up once for a question. */

import type { PageTrust } from "../trust/page-trust.ts";
import type { Vault } from "../vault/vault.ts";
import { type BelievedFacts, believed } from "./admission.ts";
import type { PageFacts } from "./indexing/index-part.ts";
import { type LayeredParts, rejecterOf } from "./indexing/recall-index.ts";
import type { Placed } from "./shadowing.ts";

/** What a vault's ledger knows of its pages, as it is when a question is asked, or was at an earlier time. */
export type Believe = (vault: Vault, knownAt?: string) => (facts: PageFacts) => PageTrust | undefined;

/** What else is to be said of a vault's pages wherever they are shown, such as that another page contradicts one. */
export type LabelPages = (vault: Vault) => (page: Pick<PageFacts, "id" | "hash">) => readonly string[];

/** The facts of a page as they are to be taken, made once for a question. */
export type Belief = (placed: Placed) => BelievedFacts;

export const openBelief = (layered: LayeredParts, believe: Believe, knownAt?: string): Belief => {
  const vaults = new Map(layered.indexes.map((index) => [index, believe(index.vault, knownAt)]));
  const known = new Map<PageFacts, BelievedFacts>();
  return ({ facts, part }) => {
    const owner = layered.owners[part];
    const made =
      known.get(facts) ??
      believed(facts, owner && vaults.get(owner)?.(facts), rejecterOf({ facts, part }, layered, knownAt));
    known.set(facts, made);
    return made;
  };
};

export type MoreLabels = (placed: Placed) => readonly string[];

export const openLabels = (layered: LayeredParts, labels: LabelPages | undefined): MoreLabels => {
  if (labels === undefined) return () => [];
  const vaults = new Map(layered.indexes.map((index) => [index, labels(index.vault)]));
  return ({ facts, part }) => {
    const owner = layered.owners[part];
    return (owner && vaults.get(owner)?.(facts)) ?? [];
  };
};

/** How the use of a vault's pages multiplies their scores. */
export type WeighUse = (vault: Vault) => (id: string) => number;

/** One for every page where use is not to count. */
export const openUse = (layered: LayeredParts, weigh: WeighUse | undefined): ((placed: Placed) => number) => {
  if (weigh === undefined) return () => 1;
  const vaults = new Map(layered.indexes.map((index) => [index, weigh(index.vault)]));
  return ({ facts, part }) => {
    const owner = layered.owners[part];
    return (owner && vaults.get(owner)?.(facts.id)) ?? 1;
  };
};
