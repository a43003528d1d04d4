/** The ledger of a vault: appends events durably, reads them, and verifies that what was written still stands. */

import type { Platform } from "../../platform/platform.ts";
import type { Finding } from "../finding.ts";
import { atOnce, type Steps } from "../steps.ts";
import { vaultPaths } from "../vault/layout.ts";
import type { Vault, WriteContext } from "../vault/vault.ts";
import { openCloneStore } from "./clone-store.ts";
import { carriesMac, eventRules, expectedMac, type LedgerEvent, type NewEvent, type UnchainedEvent } from "./event.ts";
import { contentFindings, cutFinding, macFindings, stateFinding } from "./ledger-findings.ts";
import type { Chain, LedgerFold } from "./ledger-fold.ts";
import { openLedgerReader } from "./ledger-reader.ts";
import { openLedgerWriter } from "./ledger-writer.ts";
import { openSealedCopy } from "./sealed-copy-store.ts";
import { lastEvents } from "./tail-scan.ts";
import { cloneOf, type RememberedEnd, writerName } from "./writer.ts";

/**
 * What a mac is worth here. `verified`: this clone signed the event. `forged`: it claims to be this
 * clone's and from a person's channel, but the key here did not sign it. `unverifiable`: of another clone,
 * of a channel that is not signed, or from a time when no key could be kept.
 */
export type Vouch = "verified" | "forged" | "unverifiable";

export interface LedgerReading {
  /** In the order of the file, each hash once; lines that were edited are not among them. */
  readonly events: readonly LedgerEvent[];
  readonly unchained: readonly UnchainedEvent[];
  /** What the lines themselves tell; `verify` also knows what should be there. */
  readonly problems: readonly Finding[];
}

export interface LedgerReport {
  readonly findings: readonly Finding[];
  readonly chains: readonly Chain[];
  /** Lines of other tools. */
  readonly unchained: number;
}

export interface Ledger {
  /** All of the batch in one durable append, or a refusal; when it resolves the events are on disk. */
  append(context: WriteContext, events: readonly NewEvent[]): Promise<readonly LedgerEvent[]>;
  read(): LedgerReading;
  /** The last `count` events, without reading the rest. */
  tail(count: number): readonly LedgerEvent[];
  /** Reads everything anew and names the first broken line of each chain. */
  verify(): LedgerReport;
  /** The same in small steps: a ledger of years takes a second. */
  verifySteps(): Steps<LedgerReport>;
  vouch(event: LedgerEvent): Vouch;
}

export const openLedger = ({ platform, vault }: { platform: Platform; vault: Vault }): Ledger => {
  const path = vaultPaths[vault.layout].events;
  const rules = eventRules(platform.hash);
  const clones = openCloneStore(platform, vault);
  const reader = openLedgerReader(vault.files, { path, rules });
  const writer = openLedgerWriter({
    platform,
    files: vault.files,
    path,
    rules,
    clones,
    reader,
    sealed: openSealedCopy(platform, vault, path),
  });

  const vouch = (event: LedgerEvent, line?: string): Vouch => {
    if (!carriesMac(event)) return "unverifiable";
    const { id, key } = clones.current();
    if (key === undefined || cloneOf(event.writer) !== id) return "unverifiable";
    return event.mac === expectedMac(event, (text) => platform.hmac(key, text), line) ? "verified" : "forged";
  };
  /** What only the state folder can tell. */
  const stateFindings = (fold: LedgerFold, ends: readonly RememberedEnd[]): readonly Finding[] => {
    const cut = ends.filter((end) => !fold.holds(end.writer, end.hash));
    const wroteWithout = fold.writers().includes(writerName(platform.environment.user, clones.derivedId()));
    const reason = clones.problem() ?? (wroteWithout ? "some have been" : undefined);
    return [...cut.map((end) => cutFinding(path, end)), ...(reason === undefined ? [] : [stateFinding(path, reason)])];
  };
  function* verifySteps(): Steps<LedgerReport> {
    // Before the file, to which another process may be appending.
    const ends = clones.ends();
    const forged: LedgerEvent[] = [];
    const fold = yield* reader.readSteps((event, line) => {
      if (vouch(event, line) === "forged") forged.push(event);
    });
    const content = fold.content();
    return {
      findings: [...contentFindings(path, content), ...macFindings(path, forged), ...stateFindings(fold, ends)],
      chains: content.chains,
      unchained: content.unchained.length,
    };
  }
  return {
    append: (context, events) => writer.append(context, events),
    read: () => {
      const content = reader.readNew().content();
      return { events: content.events, unchained: content.unchained, problems: contentFindings(path, content) };
    },
    tail: (count) => lastEvents(count, { rules, readTail: (bytes) => vault.files.readTail(path, bytes) }),
    verify: () => atOnce(verifySteps()),
    verifySteps,
    vouch: (event) => vouch(event),
  };
};
