/** Which tombstones are in force, given the lines of the vault's file and those that were seen here before. Pure. */

import type { Finding } from "../../finding.ts";
import type { HashFunction } from "../../ledger/canonical.ts";
import type { LedgerLine } from "../../ledger/ledger-lines.ts";
import { claimsIn, uniqueClaims } from "./claim-digests.ts";
import { parseTombstoneLine, type Tombstone, type TombstoneLift } from "./tombstone-record.ts";

export interface TombstoneFold {
  /** In the order in which they were first read. */
  readonly inForce: readonly Tombstone[];
  /** Lines of the vault's file that were not seen before and are to be kept. */
  readonly unseen: readonly string[];
  readonly findings: readonly Finding[];
}

export interface FoldedFiles {
  /** The vault's file. */
  readonly lines: readonly LedgerLine[];
  /** Lines that counted when they were seen: they count without the vault's file and without the ledger. */
  readonly seen: readonly LedgerLine[];
  readonly hash: HashFunction;
  readonly path: string;
  /** Whether the ledger holds a person's event for a lift. */
  isVouched(lift: TombstoneLift): boolean;
}

/**
 * A lift ends the tombstones that it names. One that was added at the same time has another id: it stays, as the more
 * withholding of the two. Two lines of one id, where one was changed, hold both.
 */
export const foldTombstones = ({ lines, seen, hash, path, isVouched }: FoldedFiles): TombstoneFold => {
  const fold: Folding = { added: [], lifted: new Set(), findings: [] };
  for (const { text = "" } of seen) {
    take(parseTombstoneLine(text, hash), { fold, isVouched: () => true, fault: () => undefined });
  }
  const known = new Set([...seen.map(({ text = "" }) => text), ""]);
  const unseen = lines
    .filter(({ text }) => text === undefined || !known.has(text))
    .filter(({ text = "", number, isTerminated }) => {
      const fault = (code: FaultCode): void => {
        const isTorn = code === "tombstone-damaged" && !isTerminated;
        fold.findings.push(findingOf(isTorn ? "tombstone-torn" : code, path, number));
      };
      return take(parseTombstoneLine(text, hash), { fold, isVouched, fault });
    });
  return {
    inForce: fold.added.filter(({ id }) => !fold.lifted.has(id)).map((tombstone) => readAgain(tombstone, hash)),
    unseen: [...new Set(unseen.map(({ text = "" }) => text))],
    findings: fold.findings,
  };
};

/** A later version may compare claims in another way than the one that wrote the digests. */
const readAgain = (tombstone: Tombstone, hash: HashFunction): Tombstone => ({
  ...tombstone,
  digests: uniqueClaims([...tombstone.digests, ...tombstone.claims.flatMap((claim) => claimsIn(claim, hash))]),
});

interface Folding {
  readonly added: Tombstone[];
  readonly lifted: Set<string>;
  readonly findings: Finding[];
}

interface Taking {
  readonly fold: Folding;
  isVouched(lift: TombstoneLift): boolean;
  fault(code: FaultCode): void;
}

/** Whether the line is to be kept: it counts, and is what was written. */
const take = (line: ReturnType<typeof parseTombstoneLine>, { fold, isVouched, fault }: Taking): boolean => {
  if (line.kind === "damaged") {
    fault("tombstone-damaged");
    return false;
  }
  if (!line.isIntact) fault("tombstone-edited");
  if (line.kind === "tombstone") {
    fold.added.push(line.tombstone);
    return line.isIntact;
  }
  if (!line.isIntact) return false;
  if (!isVouched(line.lift)) {
    fault("tombstone-lift-unvouched");
    return false;
  }
  for (const id of line.lift.lifts) fold.lifted.add(id);
  return true;
};

const restore = "Restore the file from git or a backup; what was seen here before still holds.";

const wordings = {
  "tombstone-damaged": { severity: "error", message: "The line can't be read as a tombstone", remedy: restore },
  "tombstone-torn": {
    severity: "warning",
    message: "The line was cut short, as a crash leaves it; nothing that was acknowledged is lost by that",
    remedy: "Nothing to do: new lines start on a line of their own.",
  },
  "tombstone-edited": {
    severity: "error",
    message: "The line is not what was written; a tombstone in it holds all the same, a lift does not",
    remedy: restore,
  },
  "tombstone-lift-unvouched": {
    severity: "warning",
    message: "The ledger holds no person's event for this lift: it lifts nothing",
    remedy: "Restore meta/events.jsonl with it, or let a person lift the tombstone in review.",
  },
} as const;

type FaultCode = keyof typeof wordings;

const findingOf = (code: FaultCode, path: string, line: number): Finding => ({ code, path, line, ...wordings[code] });
