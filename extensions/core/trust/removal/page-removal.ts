/** What was removed of that which a page came from. Pure. */

import { hasSeen, type SeqOf } from "../standing.ts";
import type { Fate } from "./copy-fold.ts";
import type { Lineage, LostOrigins } from "./lineage.ts";
import type { RemovalFold } from "./removal-fold.ts";

export interface PageRemoval extends LostOrigins {
  /** It holds a text that was forgotten, and no person brought it back. */
  readonly isReturned: boolean;
  /** Of a copy whose original is withheld, unless a person has confirmed the copy since. */
  readonly original:
    | {
        readonly fate: Fate;
        /** SHA-256 of the text as it was copied. */
        readonly hash: string;
        /** A person confirmed the copy by itself, after it was made. */
        readonly isConfirmed: boolean;
      }
    | undefined;
}

export const nothingRemoved: PageRemoval = {
  rests: "none",
  isReplacedGone: false,
  isReturned: false,
  original: undefined,
};

export interface RemovalSetting {
  readonly removals: RemovalFold;
  readonly lineage: Lineage;
  readonly seqOf: SeqOf;
}

export const removalOf = (
  { id, hash }: { readonly id: string; readonly hash: string },
  { removals, lineage, seqOf }: RemovalSetting,
): PageRemoval => {
  const isReturned = removals.isReturned(id, hash);
  const lost = lineage.of(id);
  const copy = removals.copy(id);
  if (lost === undefined && copy?.fate === undefined)
    return isReturned ? { ...nothingRemoved, isReturned } : nothingRemoved;
  return { ...nothingRemoved, ...lost, isReturned, original: copy && originalOf(id, copy, { removals, seqOf }) };
};

const originalOf = (
  id: string,
  { fate, hash, made }: NonNullable<ReturnType<RemovalFold["copy"]>>,
  { removals, seqOf }: Pick<RemovalSetting, "removals" | "seqOf">,
): PageRemoval["original"] => {
  const review = removals.review(id);
  const isSettled = fate !== undefined && review !== undefined && hasSeen(review, fate.event, seqOf);
  if (fate === undefined || isSettled) return undefined;
  return { fate: fate.is, hash, isConfirmed: review !== undefined && hasSeen(review, made, seqOf) };
};
