/** The envelope of a derived fact: what the repository's index says, with the tree that it was derived from. Pure. */

import { joinBytes } from "../../git/byte-chunks.ts";
import {
  canonicalJson,
  canonicalMembers,
  type HashFunction,
  isJsonObject,
  type JsonObject,
  parseJsonObject,
} from "../../ledger/canonical.ts";
import { carriesOwnHash } from "../../ledger/own-hash.ts";
import { falseMarkers, markersProblem } from "../false-markers.ts";

export interface DerivedFact {
  /** What it tells, such as `symbol-structure-map`. */
  readonly kind: string;
  /** The git tree of the index that it was derived from: its only date. */
  readonly indexTree: string;
  readonly value: JsonObject;
}

/** A fact that is to be sealed. */
export interface NewFact extends Omit<DerivedFact, "value"> {
  /** An object, or its canonical text in pieces. */
  readonly value: FactValue;
}

export type FactValue = JsonObject | readonly Uint8Array[];

/** A fact whose value is decoded and parsed when it is asked for: it may be long. */
export interface OpenFact extends DerivedFact {
  /** The value's canonical text. */
  readonly text: string;
  readonly bytes: Uint8Array;
  /** How it begins. */
  readonly beginning: string;
}

export type OpenedFact =
  | { readonly state: "fact"; readonly fact: OpenFact }
  | { readonly state: "malformed"; readonly problem: string };

export type ByteHash = (content: string | Uint8Array) => string;

const envelope = { kind: "delivery-workbench-derived-fact", schema_version: 1, ...falseMarkers } as const;
const hashField = "fact_hash";
const fieldCount = Object.keys(envelope).length + 4;
const beginningLength = 4_096;

/**
 * The bytes of the sealed fact's canonical text, a line feed after it; throws for a value without one, such as a float.
 * The value is last of the members and may be long: its text is made and encoded once.
 */
export const sealFact = ({ kind, indexTree, value }: NewFact, hash: ByteHash): Uint8Array => {
  const [first = "", ...rest] = canonicalMembers({ ...envelope, fact_kind: kind, index_tree: indexTree });
  // Encoded by itself: to join a long text first takes longer than all the rest.
  const head = encoder.encode(`${memberOf(noHash)}{${first},${rest.join(",")},"value":`);
  const pieces = isText(value) ? value : [encoder.encode(canonicalJson(value))];
  const bytes = joinBytes([head, ...pieces, encoder.encode("}\n")]);
  const own = `sha256:${hash(bytes.subarray(memberLength, -1))}`;
  bytes.copyWithin(0, memberLength, memberLength + beforeHash);
  bytes.set(encoder.encode(memberOf(own)), beforeHash);
  return bytes;
};

// Array.isArray does not narrow a read-only array.
const isText = (value: FactValue): value is readonly Uint8Array[] => Array.isArray(value);

const memberOf = (own: string): string => `,"${hashField}":"${own}"`;
const noHash = `sha256:${"0".repeat(64)}`;
const memberLength = memberOf(noHash).length;
const beforeHash = '{"authorizes":false'.length;

const encoder = new TextEncoder();

/** Opens stored bytes: one that is to the byte what was sealed is not taken apart, every other one is looked at closely. */
export const openFact = (bytes: Uint8Array, hash: ByteHash): OpenedFact => {
  const quick = openPlain(bytes, hash);
  return quick === undefined ? examineFact(new TextDecoder().decode(bytes), hash) : { state: "fact", fact: quick };
};

/** Opens a stored text, checking every field and the canonical form of the whole, whoever wrote it. */
export const examineFact = (text: string, hash: HashFunction): OpenedFact => {
  const fields = parseJsonObject(text);
  if (fields === undefined) return malformed("it is not a JSON object");
  const problem = envelopeProblem(fields) ?? markersProblem(fields);
  if (problem !== undefined) return malformed(problem);
  if (!carriesOwnHash(text, fields, { field: hashField, hash })) return malformed("it does not match its own hash");
  const { fact_kind: kind, index_tree: indexTree, value } = fields;
  if (!isFactKind(kind) || !isObjectId(indexTree)) return malformed("it names no kind or no tree");
  if (!isJsonObject(value)) return malformed("its value is not an object");
  const own = text.slice(text.indexOf(valueMember) + valueMember.length, -1);
  const read = { value, text: own, bytes: encoder.encode(own), beginning: own.slice(0, beginningLength) };
  return { state: "fact", fact: { kind, indexTree, ...read } };
};

const valueMember = '"value":';

/** Every field before the value, in canonical order; the markers are false, or it is no such head. */
const plainHead =
  /^\{"authorizes":false,"fact_hash":"(sha256:[0-9a-f]{64})","fact_kind":"([ !#-[\]-~]{1,80})","index_tree":"([0-9a-f]{40}|[0-9a-f]{64})","kind":"delivery-workbench-derived-fact","satisfies_gate":false,"schema_version":1,"starts_work":false,"substitutes_for_evidence":false,"value":(?=\{)/;

/** Undefined for bytes that do not carry the hash of all the others behind a head as it is written. */
const openPlain = (bytes: Uint8Array, hash: ByteHash): OpenFact | undefined => {
  const decoder = new TextDecoder();
  const start = decoder.decode(bytes.subarray(0, beginningLength));
  const [head = "", own = "", kind = "", indexTree = ""] = plainHead.exec(start) ?? [];
  // The head is ASCII: its characters are its bytes.
  if (head === "" || own !== `sha256:${hashOfRest(bytes, hash)}`) return undefined;
  const value = bytes.subarray(head.length, bytes.length - 1);
  let text: string | undefined;
  let parsed: JsonObject | undefined;
  return {
    kind,
    indexTree,
    bytes: value,
    beginning: decoder.decode(value.subarray(0, beginningLength)),
    get text() {
      text ??= decoder.decode(value);
      return text;
    },
    get value() {
      parsed ??= parseJsonObject(this.text);
      if (parsed === undefined) throw new Error(`The fact ${kind} was sealed without being JSON.`);
      return parsed;
    },
  };
};

/** Of the bytes without the member of the hash: moved together for the moment, since to copy a long fact takes long. */
const hashOfRest = (bytes: Uint8Array, hash: ByteHash): string => {
  // The slice of a buffer would be the same bytes.
  const start = Uint8Array.from(bytes.subarray(0, beforeHash + memberLength));
  bytes.copyWithin(memberLength, 0, beforeHash);
  const own = hash(bytes.subarray(memberLength));
  bytes.set(start);
  return own;
};

const malformed = (problem: string): OpenedFact => ({ state: "malformed", problem });

const envelopeProblem = (fields: JsonObject): string | undefined => {
  if (fields["kind"] !== envelope.kind) return "it is no derived fact";
  if (fields["schema_version"] !== envelope.schema_version) return "its schema version is not 1";
  return Object.keys(fields).length === fieldCount ? undefined : "it has not exactly the fields of a derived fact";
};

/** 1 to 80 characters on one line. */
const isFactKind = (kind: unknown): kind is string =>
  typeof kind === "string" && kind !== "" && [...kind].length <= 80 && !/[\n\r\0]/.test(kind);

/** As git names objects, in either of its two hashes. */
const isObjectId = (id: unknown): id is string => typeof id === "string" && /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(id);
