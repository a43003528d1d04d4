/** Compares texts and indexed pages with tombstones. Pure. */

import type { HashFunction } from "../../ledger/canonical.ts";
import { digestsIn, headAt, headOf, keptBytes } from "./claim-digests.ts";
import type { Tombstone } from "./tombstone-record.ts";

export interface BlockedTexts {
  /** Taken together, as the fields of a page. */
  readonly texts: readonly string[];
  readonly task: string | undefined;
  readonly hash: HashFunction;
}

export const blockedBy = (
  tombstones: readonly Tombstone[],
  { texts, task, hash }: BlockedTexts,
): readonly Tombstone[] => {
  const held = tombstones.filter((tombstone) => holdsFor(tombstone, task));
  if (held.length === 0) return [];
  const said = digestsIn(texts, hash);
  return held.filter(({ digests }) => digests.some((claim) => claim.every((digest) => said.has(digest))));
};

/** What of a tombstone is compared. */
export type HeldClaims = Pick<Tombstone, "digests" | "scope">;

const holdsFor = ({ scope }: HeldClaims, task: string | undefined): boolean =>
  scope === "vault" || scope === `task:${task}`;

/** What an index knows of a page: its packed digests, and the task it belongs to. */
export interface ClaimingPage {
  readonly digests: Uint8Array;
  task(): string | undefined;
}

/** Finds, for many pages, the tombstones that each runs into. */
export const openMatcher = <Held extends HeldClaims>(
  tombstones: readonly Held[],
): ((page: ClaimingPage) => readonly Held[]) => {
  const claims = tombstones.flatMap((tombstone) =>
    tombstone.digests.map((claim) => ({ tombstone, heads: claim.map(headOf) })),
  );
  const wanted = new Set(claims.flatMap(({ heads }) => heads));
  return ({ digests, task }) => {
    const found = new Set<number>();
    for (let at = 0; at < digests.length; at += keptBytes) {
      const head = headAt(digests, at);
      if (wanted.has(head)) found.add(head);
    }
    if (found.size === 0) return [];
    const met = claims.filter(({ heads }) => heads.every((head) => found.has(head)));
    return [...new Set(met.map(({ tombstone }) => tombstone))].filter((tombstone) => holdsFor(tombstone, task()));
  };
};
