/** What the run's own gate decided on a candidate: read from LEDGER.md, which the framework owns, or a person's file. Pure. */

import { cellsOf } from "./read-markdown.ts";

export type Verdict = "accepted" | "rejected";

/**
 * The last thing the ledger says of a candidate: a row of a table, a JSON line, or a line of text with the lines below
 * it. What names the candidate only after another one, as that one's parent, says nothing of it.
 */
export const verdictIn = (ledger: string, candidate: string): Verdict | undefined => {
  const find = subjectFinder(candidate);
  let verdict: Verdict | undefined;
  let header: readonly string[] | undefined;
  /** Inside the lines below one on the candidate, until the next heading or candidate. */
  let isInside = false;
  for (const line of ledger.replace(/\r\n?/g, "\n").split("\n")) {
    const text = line.trim();
    if (text.startsWith("|")) {
      const cells = cellsOf(text);
      verdict = (header && rowVerdict(cells, { header, find, candidate })) ?? verdict;
      header ??= cells.map((name) => name.toLowerCase());
    } else {
      header = undefined;
      isInside = goesOn(text, isInside, { find, candidate });
      verdict = (isInside ? (jsonVerdict(text) ?? wordVerdict(text)) : undefined) ?? verdict;
    }
  }
  return verdict;
};

interface Asked {
  readonly find: FindSubject;
  readonly candidate: string;
}

const goesOn = (text: string, isInside: boolean, { find, candidate }: Asked): boolean => {
  const subject = find(text);
  return subject !== undefined || text.startsWith("#") ? subject === candidate : isInside;
};

type FindSubject = (text: string) => string | undefined;

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** The first id on a line is what the line is about; ids look like the candidate's own. */
const subjectFinder = (candidate: string): FindSubject => {
  const prefix = /^(.*?)\d/.exec(candidate)?.[1];
  const kin =
    prefix === undefined
      ? escaped(candidate)
      : prefix === ""
        ? `(?<=\\b(?:candidate|cand|iteration|iter|round)\\W{0,3})${/\D/.test(candidate) ? "\\d[\\w-]*" : "\\d+"}`
        : `${escaped(prefix)}\\d(?:[\\w.-]*\\w)?`;
  const pattern = new RegExp(`(?<![\\w-])(?<!\\w\\.)(?:${escaped(candidate)}(?![\\w-]|\\.\\w)|${kin})`, "iu");
  const unlabelled =
    prefix === "" ? new RegExp(pattern.source.replace(`${escaped(candidate)}(?![\\w-]|\\.\\w)|`, ""), "iu") : pattern;
  return (text) => jsonSubject(text) ?? unlabelled.exec(text)?.[0];
};

/** The column that names candidates; one that counts iterations only where there is none. */
const subjectColumns = [/^(?:cand|candidate|candidate[ _]id|cid)$/, /^id$/, /^(?:iter|iteration)$/];

const rowSubject = (
  cells: readonly string[],
  { header, find }: { readonly header: readonly string[]; readonly find: FindSubject },
): string | undefined => {
  const at = subjectColumns.map((column) => header.findIndex((name) => column.test(name))).find((one) => one !== -1);
  if (at !== undefined) return cells[at];
  return cells.map(find).find((subject) => subject !== undefined) ?? cells[0];
};

const verdictColumn = /accept|decision|gate|outcome|verdict|status|result|kept/;

const rowVerdict = (
  cells: readonly string[],
  { header, find, candidate }: Asked & { readonly header: readonly string[] },
): Verdict | undefined => {
  if (rowSubject(cells, { header, find }) !== candidate) return undefined;
  const telling = cells.filter((_, index) => verdictColumn.test(header[index] ?? ""));
  // Where a column tells it, what a note says is no decision.
  const said =
    telling.length > 0
      ? telling.flatMap((cell) => cellVerdict(cell) ?? [])
      : cells.flatMap((cell) => wordVerdict(cell) ?? []);
  return said.includes("rejected") ? "rejected" : said[0];
};

const cellVerdict = (cell: string): Verdict | undefined => {
  if (/^(?:yes|y|true)\b/i.test(cell)) return "accepted";
  return /^(?:no|n|false)\b/i.test(cell) ? "rejected" : wordVerdict(cell);
};

const negative =
  /\b(?:reject(?:ed|s|ion)?|discard(?:ed)?|revert(?:ed)?|dropped|declined|failed|refused)\b|\bnot\s+(?:yet\s+)?(?:been\s+)?(?:accepted|kept)\b|\b(?:accept(?:ed)?|kept)\b\W{0,4}(?:false|no)\b|❌|✗|✘/iu;
const positive = /\b(?:accept(?:ed|s)?|kept)\b|✅|✓|✔/iu;
/** What is still to come is no decision. */
const undecided = /\b(?:pending|awaiting|waiting|if|unless|until|should|would|could|might|may|will|to be)\b/i;

const wordVerdict = (text: string): Verdict | undefined => {
  if (negative.test(text)) return "rejected";
  return positive.test(text) && !undecided.test(text) ? "accepted" : undefined;
};

const parsed = (text: string): Readonly<Record<string, unknown>> | undefined => {
  if (!text.startsWith("{")) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? { ...value } : undefined;
  } catch {
    return undefined; // A line that only looks like JSON is read as words.
  }
};

const subjectKeys = ["candidate", "candidate_id", "cid", "iteration", "id"];

const jsonSubject = (text: string): string | undefined => {
  const value = parsed(text);
  return value && subjectKeys.map((key) => value[key]).find((one): one is string => typeof one === "string");
};

const verdictKeys = ["accepted", "accept", "kept", "passed", "pass", "significant"];
const verdictWords = ["decision", "gate", "outcome", "verdict", "status", "result"];

const jsonVerdict = (text: string): Verdict | undefined => {
  const value = parsed(text);
  if (value === undefined) return undefined;
  const flags = verdictKeys.map((key) => value[key]).filter((one) => typeof one === "boolean");
  if (flags.length > 0) return flags.every(Boolean) ? "accepted" : "rejected";
  const words = verdictWords.map((key) => value[key]).filter((one) => typeof one === "string");
  return words.flatMap((word) => wordVerdict(word) ?? [])[0];
};

/** What a file says that a person gives as the gate's result on a candidate. */
export interface GateResult {
  /** Undefined where it says neither yes nor no. */
  readonly verdict: Verdict | undefined;
  /** It is about another candidate. */
  readonly isOnAnother: boolean;
}

/** A file that names no candidate is about the one that it is given for. */
export const readGateResult = (text: string, candidate: string): GateResult => {
  const whole = text.replace(/^\uFEFF/, "").trim();
  const find = subjectFinder(candidate);
  const isJson = parsed(whole) !== undefined;
  const subjects = isJson ? [find(whole)] : whole.split("\n").map((line) => find(line.trim()));
  const isNamed = subjects.includes(candidate);
  const isOtherNamed = subjects.some((subject) => subject !== undefined && subject !== candidate);
  if (isOtherNamed) return { verdict: isJson ? undefined : verdictIn(whole, candidate), isOnAnother: !isNamed };
  const said = isJson ? jsonVerdict(whole) : (verdictIn(whole, candidate) ?? wordVerdict(whole));
  return { verdict: said, isOnAnother: false };
};
