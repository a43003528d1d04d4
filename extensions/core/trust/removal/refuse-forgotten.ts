/** The gate of whoever brings a text in from elsewhere: what was forgotten here does not come back by itself. */

import { WikiError } from "../../errors.ts";
import type { LedgerEvent } from "../../ledger/event.ts";
import type { Ledger } from "../../ledger/ledger-store.ts";
import { asLine } from "../../visible.ts";
import { foldRemovals, type RemovalFold } from "./removal-fold.ts";

/** What a ledger has forgotten by now. */
export const removalsIn = (ledger: Pick<Ledger, "read" | "vouch">): RemovalFold => {
  const removals = foldRemovals((event) => ledger.vouch(event));
  const { events } = ledger.read();
  // To follow texts through a ledger that has forgotten nothing would be idle.
  if (events.some(({ kind }) => kind === "forgotten")) for (const event of events) removals.take(event);
  return removals;
};

export interface ForgottenGate {
  /** What a refusal names. */
  readonly what: string;
  readonly ledger: Pick<Ledger, "read" | "vouch">;
}

/** Throws `forgotten` for a content of which one of these is the SHA-256. */
export const refuseForgotten = (hashes: readonly string[], { what, ledger }: ForgottenGate): void => {
  const removals = removalsIn(ledger);
  for (const hash of hashes) {
    const event = removals.forgottenContent(hash);
    if (event !== undefined) throw new WikiError("forgotten", wordsOf(what, event));
  }
};

const longest = 200;

const wordsOf = (what: string, { timestamp, details: { reason } }: LedgerEvent) => ({
  what: asLine(what, longest),
  at: asLine(timestamp.slice(0, 10)),
  reason: typeof reason === "string" ? asLine(reason, longest) : "no reason was kept",
});
