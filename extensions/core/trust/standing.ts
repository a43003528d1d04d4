/**
 * What people and the wiki decided on a page, when several did at once. A decision names the last events of the other
 * chains that its writer had seen; of decisions that had not seen each other the one that withholds more counts. Pure.
 */

import type { LedgerEvent } from "../ledger/event.ts";

export const decisionKinds = ["confirmed", "rejected", "retired", "restored"] as const;
export type DecisionKind = (typeof decisionKinds)[number];

export interface Decision {
  readonly kind: DecisionKind;
  readonly event: LedgerEvent;
}

export interface Standing {
  readonly decision: Decision;
  /** Decisions that had not seen this one, nor it them: a person should look. */
  readonly rivals: readonly Decision[];
}

/** The place of an event in its chain by its hash; undefined for an unknown one. */
export type SeqOf = (hash: string) => number | undefined;

/** Undefined without decisions. */
export const standingOf = (decisions: readonly Decision[], seqOf: SeqOf): Standing | undefined => {
  const last = decisions.filter((one) => !decisions.some((other) => hasSeen(other.event, one.event, seqOf)));
  const [decision, ...rivals] = [...last].sort((a, b) => withholding[a.kind] - withholding[b.kind]);
  return decision && { decision, rivals: rivals.filter(({ kind }) => kind !== decision.kind) };
};

const withholding: Readonly<Record<DecisionKind, number>> = { rejected: 0, retired: 1, restored: 2, confirmed: 3 };

/** Whether the writer of an event knew of another: it is further along in the same chain, or names it or a later one. */
export const hasSeen = (later: LedgerEvent, earlier: LedgerEvent, seqOf: SeqOf): boolean => {
  if (later === earlier) return false;
  if (later.writer === earlier.writer) return later.seq > earlier.seq;
  const seen = later.seen?.[earlier.writer];
  const seq = seen === undefined ? undefined : seqOf(seen);
  return seq !== undefined && seq >= earlier.seq;
};
