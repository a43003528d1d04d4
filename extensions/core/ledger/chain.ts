/** Hash chains of records, one canonical JSON object a line: sealing a record, opening a line, checking a chain. Pure. */

import { type HashFunction, type JsonObject, parseJsonObject } from "./canonical.ts";
import { carriesOwnHash, sealObject } from "./own-hash.ts";

/** How the records of one kind of chain are written. */
export interface ChainRules {
  /** The names of the three fields that make a record part of a chain. */
  readonly fields: { readonly seq: string; readonly prev: string; readonly hash: string };
  readonly hash: HashFunction;
}

/** A record's place: the first one is 0 and follows null. */
export interface ChainLink {
  readonly seq: number;
  readonly prev: string | null;
}

export interface ChainRecord extends ChainLink {
  /** All fields as stored, with the three of the chain. */
  readonly fields: JsonObject;
  readonly hash: string;
}

export interface SealedRecord extends ChainRecord {
  /** The canonical text, without its line feed. */
  readonly line: string;
}

export type OpenedLine =
  | { readonly state: "record"; readonly record: ChainRecord }
  /** A JSON object with none of the chain's fields: written by another tool. */
  | { readonly state: "unchained"; readonly fields: JsonObject }
  /** A chained object that is not what was sealed. */
  | { readonly state: "edited"; readonly fields: JsonObject }
  | { readonly state: "damaged" };

export interface ChainCheck {
  /** The records before the first broken line. */
  readonly records: readonly ChainRecord[];
  readonly broken?: { readonly line: number; readonly problem: string };
}

export const firstLink: ChainLink = { seq: 0, prev: null };

export const linkAfter = (record: { readonly seq: number; readonly hash: string }): ChainLink => ({
  seq: record.seq + 1,
  prev: record.hash,
});

/**
 * Gives a record its place and its hash: `sha256:` of the canonical text of everything but the hash field
 * itself, without the line feed.
 */
export const sealRecord = (
  record: JsonObject,
  { link, rules }: { link: ChainLink; rules: ChainRules },
): SealedRecord => {
  const { seq, prev, hash: hashField } = rules.fields;
  const body = { ...record, [seq]: link.seq, [prev]: link.prev };
  const { fields, hash, text } = sealObject(body, { field: hashField, hash: rules.hash });
  return { ...link, fields, hash, line: text };
};

/** Opens one line (without its line feed). It must be the canonical text of what was sealed, to the byte. */
export const openLine = (line: string, rules: ChainRules): OpenedLine => {
  const fields = parseJsonObject(line);
  if (fields === undefined) return { state: "damaged" };
  if (!isChained(fields, rules)) return { state: "unchained", fields };
  const record = recordOf(fields, rules);
  return record !== undefined && carriesOwnHash(line, fields, { field: rules.fields.hash, hash: rules.hash })
    ? { state: "record", record }
    : { state: "edited", fields };
};

/** Checks a chain that has its lines to itself, in order, from the first record on. */
export const verifyChain = (lines: readonly string[], rules: ChainRules): ChainCheck => {
  const records: ChainRecord[] = [];
  let expected = firstLink;
  for (const [index, line] of lines.entries()) {
    const opened = openLine(line, rules);
    const problem = opened.state === "record" ? linkProblem(opened.record, expected) : lineProblem(opened.state);
    if (problem !== undefined) return { records, broken: { line: index + 1, problem } };
    if (opened.state !== "record") continue;
    records.push(opened.record);
    expected = linkAfter(opened.record);
  }
  return { records };
};

// One altered byte may hide one of the three names, so two are enough to count as chained; and another
// tool's line may use one of the names for something else.
const isChained = (fields: JsonObject, { fields: names }: ChainRules): boolean =>
  [names.seq, names.prev, names.hash].filter((name) => Object.hasOwn(fields, name)).length >= 2;

const recordOf = (fields: JsonObject, { fields: names }: ChainRules): ChainRecord | undefined => {
  const seq = fields[names.seq];
  const prev = fields[names.prev];
  const hash = fields[names.hash];
  if (typeof seq !== "number" || typeof hash !== "string") return undefined;
  return typeof prev === "string" || prev === null ? { fields, seq, prev, hash } : undefined;
};

const linkProblem = (record: ChainRecord, expected: ChainLink): string | undefined => {
  if (record.seq !== expected.seq) return `record ${expected.seq} was expected, but this is record ${record.seq}`;
  return record.prev === expected.prev ? undefined : "it does not follow the record before it";
};

const lineProblem = (state: "unchained" | "edited" | "damaged"): string => {
  switch (state) {
    case "unchained":
      return "it is not part of the chain";
    case "edited":
      return "it was edited";
    case "damaged":
      return "it is not a JSON object";
  }
};
