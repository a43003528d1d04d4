/** An earned record: its envelope, sealing one onto a chain, and opening the bytes of a chain. Pure. */

import { isInstant } from "../../instant.ts";
import { type HashFunction, isJsonObject, type JsonObject } from "../../ledger/canonical.ts";
import {
  type ChainLink,
  type ChainRules,
  firstLink,
  linkAfter,
  openLine,
  type SealedRecord,
  sealRecord,
} from "../../ledger/chain.ts";
import { falseMarkers, markersProblem } from "../false-markers.ts";
import { isObjectId, isPlainText } from "./detail-values.ts";
import { detailProblem } from "./record-detail.ts";
import type { DetailOf, RecordKind } from "./record-kinds.ts";

export const originKinds = ["run", "operator"] as const;
export type OriginKind = (typeof originKinds)[number];

/** Where a record came from, and when. */
export interface Provenance {
  /** `operator` is a person at a terminal or behind a command; never a tool. */
  readonly originKind: OriginKind;
  readonly origin: string;
  /** UTC, in whole seconds: `2026-01-31T12:00:00Z`. */
  readonly timestamp: string;
  /** The full id of the commit at HEAD. */
  readonly headSha: string;
}

export interface EarnedRecord<Kind extends RecordKind = RecordKind> extends Provenance {
  readonly kind: Kind;
  readonly seq: number;
  readonly hash: string;
  readonly detail: DetailOf<Kind>;
  /** As it is stored, without its line feed. */
  readonly line: string;
}

export type OpenedChain<Kind extends RecordKind> =
  | { readonly state: "sound"; readonly records: readonly EarnedRecord<Kind>[] }
  /** Its last line is not whole: `offset` is where that begins, in bytes. */
  | { readonly state: "torn"; readonly records: readonly EarnedRecord<Kind>[]; readonly offset: number }
  /** `line` counts from 1. */
  | { readonly state: "malformed"; readonly line: number; readonly problem: string };

const envelope = { kind: "delivery-workbench-earned-record", schema_version: 1, ...falseMarkers } as const;
const longestOrigin = 200;
const fieldCount = 15;

export const earnedRules = (hash: HashFunction): ChainRules => ({
  fields: { seq: "seq", prev: "prev_hash", hash: "record_hash" },
  hash,
});

export interface NewRecord<Kind extends RecordKind> extends Provenance {
  readonly kind: Kind;
  readonly detail: DetailOf<Kind>;
}

/** What is wrong with a record that is to be written; undefined when nothing is. */
export const newRecordProblem = <Kind extends RecordKind>(record: NewRecord<Kind>): string | undefined =>
  detailProblem(record.kind, record.detail) ?? provenanceProblem(fieldsOf(record));

export const sealEarned = <Kind extends RecordKind>(
  record: NewRecord<Kind>,
  place: { readonly link: ChainLink; readonly rules: ChainRules },
): SealedRecord => sealRecord(fieldsOf(record), place);

const fieldsOf = <Kind extends RecordKind>(record: NewRecord<Kind>): JsonObject => ({
  ...envelope,
  record_kind: record.kind,
  origin_kind: record.originKind,
  origin: record.origin,
  timestamp: record.timestamp,
  head_sha: record.headSha,
  detail: { ...record.detail },
});

const lineFeed = 10;

export interface ChainPart<Kind extends RecordKind> {
  readonly kind: Kind;
  readonly rules: ChainRules;
  /** The record before the first of the bytes; undefined for a chain from its beginning. */
  readonly after?: EarnedRecord<Kind> | undefined;
}

/** Opens a chain of one kind from its bytes; everything of every line is checked, whoever wrote it. */
export const openChain = <Kind extends RecordKind>(
  bytes: Uint8Array,
  { kind, rules, after }: ChainPart<Kind>,
): OpenedChain<Kind> => {
  const records: EarnedRecord<Kind>[] = [];
  let link = after === undefined ? firstLink : linkAfter(after);
  let last = after?.timestamp ?? "";
  for (let start = 0; start < bytes.length; ) {
    const end = bytes.indexOf(lineFeed, start);
    if (end < 0) return { state: "torn", records, offset: start };
    const opened = openRecord(textOf(bytes.subarray(start, end)), { kind, rules, link, last });
    if (typeof opened === "string") return { state: "malformed", line: records.length + 1, problem: opened };
    records.push(opened);
    link = linkAfter(opened);
    last = opened.timestamp;
    start = end + 1;
  }
  // A file that holds nothing is the beginning of an append.
  return bytes.length === 0 ? { state: "torn", records, offset: 0 } : { state: "sound", records };
};

const textOf = (bytes: Uint8Array): string | undefined => {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    // Two different byte sequences must not be read as one text.
    return undefined;
  }
};

interface Expected<Kind extends RecordKind> {
  readonly kind: Kind;
  readonly rules: ChainRules;
  readonly link: ChainLink;
  /** The time of the record before. */
  readonly last: string;
}

/** The record, or what is wrong with it. */
const openRecord = <Kind extends RecordKind>(
  line: string | undefined,
  { kind, rules, link, last }: Expected<Kind>,
): EarnedRecord<Kind> | string => {
  if (line === undefined) return "it is not UTF-8";
  const opened = openLine(line, rules);
  if (opened.state === "damaged") return "it is not a JSON object";
  if (opened.state === "unchained") return "it is not part of the chain";
  const { fields } = opened.state === "record" ? opened.record : opened;
  const problem = identityProblem(fields, kind) ?? markersProblem(fields);
  if (problem !== undefined) return problem;
  if (opened.state === "edited") return "it does not match its own hash";
  const { seq, prev, hash } = opened.record;
  if (seq !== link.seq) return `record ${link.seq} was expected, but this is record ${seq}`;
  if (prev !== link.prev) return "it does not follow the record before it";
  const wrong = detailProblem(kind, fields["detail"]) ?? provenanceProblem(fields);
  if (wrong !== undefined) return wrong;
  const { origin_kind, origin, timestamp, head_sha, detail } = fields as unknown as StoredFields<Kind>; // As was seen.
  if (timestamp < last) return "it is older than the record before it";
  return { kind, seq, hash, line, detail, originKind: origin_kind, origin, timestamp, headSha: head_sha };
};

interface StoredFields<Kind extends RecordKind> {
  readonly origin_kind: OriginKind;
  readonly origin: string;
  readonly timestamp: string;
  readonly head_sha: string;
  readonly detail: DetailOf<Kind>;
}

const identityProblem = (fields: JsonObject, kind: RecordKind): string | undefined => {
  if (fields["kind"] !== envelope.kind) return "it is no earned record";
  if (fields["schema_version"] !== envelope.schema_version) return "its schema version is not 1";
  if (fields["record_kind"] !== kind) return `it is no ${kind}`;
  if (!isJsonObject(fields["detail"])) return "its detail is no object";
  return Object.keys(fields).length === fieldCount ? undefined : "it has not exactly the fields of an earned record";
};

const provenanceProblem = ({ origin_kind, origin, timestamp, head_sha }: JsonObject): string | undefined => {
  if (!originKinds.some((one) => one === origin_kind)) return "its origin_kind is not run or operator";
  if (!isPlainText(origin, longestOrigin)) return `its origin is not 1 to ${longestOrigin} characters on one line`;
  if (!isWholeSecond(timestamp)) return "its timestamp is no UTC time in whole seconds";
  return isObjectId(head_sha) ? undefined : "its head_sha is no full commit id";
};

const isWholeSecond = (value: unknown): value is string =>
  typeof value === "string" && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(value) && isInstant(value);

/** An instant cut down to its second. */
export const wholeSecond = (instant: string): string => `${instant.slice(0, 19)}Z`;
