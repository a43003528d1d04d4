/** Labels the pages of open conflicts while both may be shown; the ledger's events are folded anew only when there are others. */

import type { LedgerEvent } from "../ledger/event.ts";
import type { LabelPages } from "../recall/belief.ts";
import type { Vault } from "../vault/vault.ts";
import { type Conflicts, foldConflicts } from "./conflicts.ts";

/** What is known of a vault's ledger. */
export interface KnownEvents {
  /** The same list as long as there are no others. */
  readonly events: readonly LedgerEvent[];
  isForged(event: LedgerEvent): boolean;
}

export const openConflictLabels = (known: (vault: Vault) => KnownEvents): LabelPages => {
  const folded = new Map<string, { readonly events: readonly LedgerEvent[]; readonly conflicts: Conflicts }>();
  return (vault) => {
    const { events, isForged } = known(vault);
    const before = folded.get(vault.key);
    const current = before?.events === events ? before : { events, conflicts: foldConflicts(events, { isForged }) };
    folded.set(vault.key, current);
    return ({ id }, stands) => current.conflicts.labelsFor(id, stands);
  };
};
