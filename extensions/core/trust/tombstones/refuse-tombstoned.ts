/** The gate of whoever makes a text current: what was rejected does not come back, through no argument of a tool. */

import { WikiError } from "../../errors.ts";
import type { Finding } from "../../finding.ts";
import type { NewEvent } from "../../ledger/event.ts";
import { openLedger } from "../../ledger/ledger-store.ts";
import type { Vault, WriteContext } from "../../vault/vault.ts";
import { asLine } from "../../visible.ts";
import type { Tombstone } from "./tombstone-record.ts";
import { openTombstones } from "./tombstone-store.ts";

export interface CurrentText {
  /** The fields of a page as they would become current; see `claimTexts`. */
  readonly texts: readonly string[];
  /** What a refusal names: a title, a page's id, a path. */
  readonly what: string;
  /** Id of the page, where it has one. */
  readonly page?: string;
  /** The task it belongs to. */
  readonly task?: string | undefined;
}

export interface TombstoneGate {
  readonly vault: Vault;
  readonly context: WriteContext;
}

/** Throws `tombstoned` after an event that says what was tried. */
export const refuseTombstoned = async (
  { texts, what, page, task }: CurrentText,
  { vault, context }: TombstoneGate,
): Promise<void> => {
  const { platform } = context;
  const ledger = openLedger({ platform, vault });
  const met = openTombstones({ platform, vault, ledger }).blocks(texts, { task });
  const [first] = met;
  if (first === undefined) return;
  await ledger.append(context, [blockedEvent(met, page)]);
  throw new WikiError("tombstoned", wordsOf(what, first));
};

/** Of a text that runs into tombstones: their ids, and the page's where it has one. */
export const blockedEvent = (met: readonly Tombstone[], page: string | undefined): NewEvent => ({
  kind: "tombstone_blocked",
  details: { tombstones: met.map(({ id }) => id), ...(page === undefined ? {} : { page }) },
});

/** For what goes on without the text that was refused. */
export const tombstonedFinding = (path: string, met: Tombstone): Finding => {
  const { message, hint } = new WikiError("tombstoned", wordsOf(path, met));
  return { code: "tombstoned", severity: "warning", path, line: 0, message, remedy: hint };
};

const longest = 200;

const wordsOf = (what: string, { id, at, reason }: Tombstone) => ({
  what: asLine(what, longest),
  tombstone: asLine(id, longest),
  at: asLine(at.slice(0, 10)),
  reason: asLine(reason, longest),
});
