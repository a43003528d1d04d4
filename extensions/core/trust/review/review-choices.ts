/** What can be answered to an item of the review, key by key. Pure. */

import type { ItemKind, QueueItem } from "./review-queue.ts";

export type ItemDecision =
  | "confirm"
  | "reject"
  | "retire"
  /** Carries out what was proposed. */
  | "accept"
  | "decline"
  | "lift"
  | "leave-out"
  | "keep-first"
  | "keep-second"
  | "keep-both"
  | "promote";

export type ItemState =
  | "accepted"
  | "rejected"
  | "retired"
  | "declined"
  | "lifted"
  | "settled"
  | "copied"
  | "skipped"
  | "failed"
  | "gone";

export interface Choice {
  readonly key: string;
  readonly decision: ItemDecision;
  /** What the key does, beside it on the screen. */
  readonly says: string;
  /** The question for a reason, where one is needed. */
  readonly asks?: string;
  readonly state: ItemState;
}

const accept: Choice = { key: "a", decision: "confirm", says: "accept", state: "accepted" };
const reject: Choice = { key: "r", decision: "reject", says: "reject", asks: "Why reject it?", state: "rejected" };
const retire: Choice = { key: "t", decision: "retire", says: "retire", asks: "Why retire it?", state: "retired" };
const lift: Choice = { key: "l", decision: "lift", says: "lift", state: "lifted" };
const decline: Choice = { key: "r", decision: "decline", says: "decline", state: "declined" };
const keepIt: Choice = { ...decline, says: "keep it" };

const onPage: readonly Choice[] = [accept, reject, retire];

const onConflict: readonly Choice[] = [
  { key: "1", decision: "keep-first", says: "keep first", asks: "Why keep the first?", state: "settled" },
  { key: "2", decision: "keep-second", says: "keep second", asks: "Why keep the second?", state: "settled" },
  { key: "m", decision: "keep-both", says: "keep both", asks: "Why keep both?", state: "settled" },
];

const onKind: Readonly<Record<Exclude<ItemKind, "disputed">, readonly Choice[]>> = {
  forged: onPage,
  rival: [...onPage, lift],
  changed: onPage,
  tombstoned: [lift, { key: "r", decision: "leave-out", says: "leave out", state: "rejected" }],
  doubted: [lift, reject, retire],
  conflict: onConflict,
  revision: [{ ...accept, decision: "accept" }, decline],
  retirement: [{ key: "a", decision: "accept", says: "retire it", state: "retired" }, keepIt],
  rejection: [{ key: "a", decision: "accept", says: "reject it", state: "rejected" }, keepIt],
  sourceless: onPage,
  outdated: [{ ...accept, says: "still true" }, reject, retire],
  draft: onPage,
  stale: onPage,
  asked: onPage,
  promotion: [{ key: "a", decision: "promote", says: "copy it", state: "copied" }],
};

export const choicesOf = ({ kind, proposal }: Pick<QueueItem, "kind" | "proposal">): readonly Choice[] => {
  if (kind !== "disputed") return onKind[kind];
  return proposal?.change === "reject" ? onKind.rejection : onKind.retirement;
};
