/** Puts what is wrong with a ledger into findings: one for each chain and kind of fault, at its first line. Pure. */

import type { Finding } from "../finding.ts";
import type { LedgerEvent } from "./event.ts";
import type { BreakReason, ChainBreak, LedgerContent, LooseFault } from "./ledger-fold.ts";
import type { RememberedEnd } from "./writer.ts";

type Wording = Pick<Finding, "code" | "severity" | "message" | "remedy">;

const restore = "Restore the file from git or a backup, then run `pi-wiki verify` again.";

const breakWordings: Readonly<Record<BreakReason, (writer: string) => Wording>> = {
  edited: (writer) => ({
    code: "ledger-edited",
    severity: "error",
    message: `The line is not what was written: the chain of ${writer} is broken here`,
    remedy: restore,
  }),
  missing: (writer) => ({
    code: "ledger-missing",
    severity: "error",
    message: `The event before this one is missing: the chain of ${writer} is broken here`,
    remedy: restore,
  }),
  reordered: (writer) => ({
    code: "ledger-reordered",
    severity: "error",
    message: `The event before this one stands further down: the chain of ${writer} is out of order here`,
    remedy: restore,
  }),
};

const looseWordings: Readonly<Record<LooseFault, Wording>> = {
  damaged: {
    code: "ledger-damaged",
    severity: "error",
    message: "The line is not a JSON object in UTF-8",
    remedy: restore,
  },
  edited: {
    code: "ledger-edited",
    severity: "error",
    message: "The line is not what was written, and its writer can't be told",
    remedy: restore,
  },
  conflict: {
    code: "ledger-conflict",
    severity: "error",
    message: "A merge left conflict markers",
    remedy:
      "Delete the marker lines and keep all lines between them; `.gitattributes` should say `*.jsonl merge=union`.",
  },
  torn: {
    code: "ledger-torn",
    severity: "warning",
    message: "The line was cut short, as a crash leaves it; nothing that was acknowledged is lost by that",
    remedy: "Nothing to do: new events start on a line of their own.",
  },
};

/** What the lines themselves tell. */
export const contentFindings = (path: string, content: LedgerContent): readonly Finding[] => {
  const breaks = content.breaks.map(({ line, writer, reason }: ChainBreak) => ({
    path,
    line,
    ...breakWordings[reason](writer),
  }));
  const forks = content.forks.map(({ line, writer }) => ({ path, line, ...forkWording(writer) }));
  return [...breaks, ...forks, ...looseFindings(path, content), ...unchainedFindings(path, content)].sort(
    (a, b) => a.line - b.line,
  );
};

/** This clone remembers the end of a chain that the file does not hold. */
export const cutFinding = (path: string, { writer, seq }: RememberedEnd): Finding => ({
  code: "ledger-cut",
  severity: "warning",
  path,
  line: 0,
  message: `Event ${seq} of ${writer}, written here, is not in the file: it was cut, or is on another branch`,
  remedy: "Unless you left that branch or dropped those commits yourself, restore the file from git or a backup.",
});

/** Events that claim to be a person's in this clone, and are not signed by it. */
export const macFindings = (path: string, forged: readonly LedgerEvent[]): readonly Finding[] => {
  const writers = [...new Set(forged.map(({ writer }) => writer))];
  return writers.map((writer) => {
    const seqs = forged.filter((event) => event.writer === writer).map(({ seq }) => seq);
    const named = `${seqs.slice(0, 5).join(", ")}${seqs.length > 5 ? " …" : ""}`;
    return {
      code: "ledger-mac",
      severity: "warning",
      path,
      line: 0,
      message: `Events of ${writer} claim a person's channel without this clone's signature: ${named}`,
      remedy: "They don't count as a person's; review the pages they name.",
    };
  });
};

/** Events that were written while no state folder could be used, and why, where that is known. */
export const stateFinding = (path: string, reason: string | undefined): Finding => ({
  code: "ledger-state",
  severity: "warning",
  path,
  line: 0,
  message: `Events were written without a state folder${reason === undefined ? "" : ` (${reason})`}: unsigned, and a cut end of theirs can't be noticed`,
  remedy: "Make the state folder readable and writable, and delete a damaged file in it; XDG_STATE_HOME names another.",
});

const forkWording = (writer: string): Wording => ({
  code: "ledger-forked",
  severity: "warning",
  message: `Two events of ${writer} follow the same one`,
  remedy: "Nothing is lost. Two copies of one clone wrote at once, or its state folder could not be used.",
});

const looseFindings = (path: string, { loose }: LedgerContent): Finding[] =>
  (["damaged", "edited", "conflict", "torn"] as const).flatMap((fault) => {
    const lines = loose.filter((entry) => entry.fault === fault).map(({ line }) => line);
    const [first] = lines;
    if (first === undefined) return [];
    const { message, ...wording } = looseWordings[fault];
    return [
      { path, line: first, ...wording, message: lines.length === 1 ? message : `${message} (${lines.length} lines)` },
    ];
  });

const unchainedFindings = (path: string, { unchained }: LedgerContent): Finding[] => {
  const [first] = unchained;
  if (first === undefined) return [];
  const message = `${unchained.length} line(s) were written by another tool and are in no chain`;
  const remedy = "Nothing to do: they are kept and prove nothing.";
  return [{ code: "ledger-unchained", severity: "info", path, line: first.line, message, remedy }];
};
