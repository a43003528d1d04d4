/** What is known of the pages of several vaults beside what they say themselves, looked up once for a question. */

import type { PageTrust } from "../trust/page-trust.ts";
import { vaultPaths } from "../vault/layout.ts";
import type { Vault } from "../vault/vault.ts";
import { type BelievedFacts, believed, isCurrent } from "./admission.ts";
import type { PageFacts } from "./indexing/index-part.ts";
import { type LayeredParts, rejecterOf } from "./indexing/recall-index.ts";
import type { VaultIndex } from "./indexing/vault-index.ts";
import type { Placed } from "./shadowing.ts";
import { openTakenIn } from "./taken-in.ts";

/**
 * What a vault's ledger knows of its pages, as it is when a question is asked, or was at an earlier time. What is known
 * now is the same function for as long as nothing changes.
 */
export type Believe = (vault: Vault, knownAt?: string) => (facts: PageFacts) => PageTrust | undefined;

/**
 * What else is to be said of a vault's pages wherever they are shown, such as that another page contradicts one;
 * `stands` tells whether that other page may be shown itself.
 */
export type LabelPages = (
  vault: Vault,
) => (page: Pick<PageFacts, "id" | "hash" | "type">, stands: (id: string) => boolean) => readonly string[];

export const allLabels =
  (...kinds: readonly LabelPages[]): LabelPages =>
  (vault) => {
    const each = kinds.map((labels) => labels(vault));
    return (page, stands) => each.flatMap((labelsOf) => labelsOf(page, stands));
  };

/** The facts of a page as they are to be taken, made once for a question. */
export type Belief = (placed: Placed) => BelievedFacts;

export const openBelief = (layered: LayeredParts, believe: Believe, knownAt?: string): Belief => {
  const vaults = new Map(layered.indexes.map((index) => [index, believe(index.vault, knownAt)]));
  const known = new Map<PageFacts, BelievedFacts>();
  const trustOf = ({ facts, part }: Placed): PageTrust | undefined => {
    const owner = layered.owners[part];
    return owner && vaults.get(owner)?.(facts);
  };
  const isTakenIn = openTakenIn(layered, trustOf);
  return (placed) => {
    const { facts } = placed;
    const made =
      known.get(facts) ??
      believed(facts, {
        trust: trustOf(placed),
        rejecter: rejecterOf(placed, layered, knownAt),
        isTakenIn: isTakenIn(placed),
      });
    known.set(facts, made);
    return made;
  };
};

/** Why a page that may be shown is left out all the same; asked before anything is ranked. */
export type LeaveOut = (facts: BelievedFacts, vault: Vault) => string | undefined;

export type MoreLabels = (placed: Placed) => readonly string[];

export const openLabels = (
  layered: LayeredParts,
  labels: LabelPages | undefined,
  { believe, now }: { readonly believe: Belief; readonly now: string },
): MoreLabels => {
  if (labels === undefined) return () => [];
  const vaults = new Map(layered.indexes.map((index) => [index, labels(index.vault)]));
  const stands = (index: VaultIndex) => (id: string) => {
    const found = index.find(`${vaultPaths[index.vault.layout].wiki}/${id}.md`);
    if (found === undefined) return false;
    return isCurrent(believe({ facts: found.facts, part: layered.parts.indexOf(found.part) }), now);
  };
  return ({ facts, part }) => {
    const owner = layered.owners[part];
    return owner === undefined ? [] : (vaults.get(owner)?.(facts, stands(owner)) ?? []);
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
