/** Folds the ledger into which pages are copies of another layer's, and what became of their originals. Pure. */

import type { LedgerEvent, NewEvent } from "../../ledger/event.ts";

/** What became of a page; each withholds it. `sourceless`: all that it rests on was forgotten. */
export type Fate = "rejected" | "retired" | "forgotten" | "sourceless";

export interface Copy {
  readonly page: string;
  /** The layer of its original. */
  readonly from: string;
  /** SHA-256 of the text as it was copied. */
  readonly hash: string;
  /** The event that copied it. */
  readonly made: LedgerEvent;
  /** Undefined while the original stands. */
  readonly fate: { readonly is: Fate; readonly event: LedgerEvent } | undefined;
}

export interface CopyFold {
  copy(page: string): Copy | undefined;
  copies(): Iterable<Copy>;
  /** True when this text of a page was copied into another layer. */
  wasPromoted(page: string, hash: string): boolean;
}

/** Says in a copy's ledger what was decided on its original. */
export const originalDecided = ({ page, from, hash }: Copy, fate: Fate | "restored"): NewEvent => ({
  kind: "original_decided",
  details: { page, from_layer: from, promoted_from: hash, decision: fate },
  withSeen: true,
});

const fates: ReadonlySet<string> = new Set<Fate>(["rejected", "retired", "forgotten", "sourceless"]);

/** `take` tells whether an event changed anything here. */
export const foldCopies = (
  isPersons: (event: LedgerEvent) => boolean,
): CopyFold & { take(event: LedgerEvent): boolean } => {
  const copies = new Map<string, Copy>();
  const promoted = new Set<string>();

  const takeCopy = (page: string, event: LedgerEvent): boolean => {
    const { after, from_layer: from, promoted: hash } = event.details;
    if (typeof hash === "string") promoted.add(`${page}\n${hash}`);
    if (typeof after !== "string" || typeof from !== "string") return false;
    copies.set(page, { page, from, hash: after, made: event, fate: undefined });
    return true;
  };
  const takeFate = (page: string, event: LedgerEvent): boolean => {
    const copy = copies.get(page);
    const { decision, promoted_from: hash } = event.details;
    if (copy === undefined || hash !== copy.hash) return false;
    // Whatever withholds may be told by anybody; a person alone brings back.
    if (typeof decision === "string" && fates.has(decision)) {
      copies.set(page, { ...copy, fate: { is: decision as Fate, event } }); // One of the set.
    } else if (decision === "restored" && isPersons(event)) copies.set(page, { ...copy, fate: undefined });
    return true;
  };
  return {
    take: (event) => {
      const { page } = event.details;
      if (typeof page !== "string") return false;
      if (event.kind === "promoted") return takeCopy(page, event);
      if (event.kind === "original_decided") return takeFate(page, event);
      return event.kind === "forgotten" && copies.delete(page);
    },
    copy: (page) => copies.get(page),
    copies: () => copies.values(),
    wasPromoted: (page, hash) => promoted.has(`${page}\n${hash}`),
  };
};
