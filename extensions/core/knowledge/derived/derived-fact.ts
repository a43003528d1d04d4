/** The envelope of a derived fact: what the repository's index says, with the tree that it was derived from. Pure. */

import { type HashFunction, isJsonObject, type JsonObject, parseJsonObject } from "../../ledger/canonical.ts";
import { carriesOwnHash, sealObject } from "../../ledger/own-hash.ts";
import { falseMarkers, markersProblem } from "../false-markers.ts";

export interface DerivedFact {
  /** What it tells, such as `symbol-structure-map`. */
  readonly kind: string;
  /** The git tree of the index that it was derived from: its only date. */
  readonly indexTree: string;
  readonly value: JsonObject;
}

export type OpenedFact =
  | { readonly state: "fact"; readonly fact: DerivedFact; readonly hash: string }
  | { readonly state: "malformed"; readonly problem: string };

const envelope = { kind: "delivery-workbench-derived-fact", schema_version: 1, ...falseMarkers } as const;
const hashField = "fact_hash";
const fieldCount = Object.keys(envelope).length + 4;

/** The canonical text of the sealed fact; throws for a value without one, such as a float. */
export const sealFact = ({ kind, indexTree, value }: DerivedFact, hash: HashFunction): string => {
  const body = { ...envelope, fact_kind: kind, index_tree: indexTree, value };
  return sealObject(body, { field: hashField, hash }).text;
};

/** Opens a stored text: every field is checked, whoever wrote it. */
export const openFact = (text: string, hash: HashFunction): OpenedFact => {
  const fields = parseJsonObject(text);
  if (fields === undefined) return malformed("it is not a JSON object");
  const problem = envelopeProblem(fields) ?? markersProblem(fields);
  if (problem !== undefined) return malformed(problem);
  if (!carriesOwnHash(text, fields, { field: hashField, hash })) return malformed("it does not match its own hash");
  const { fact_kind: kind, index_tree: indexTree, value } = fields;
  if (!isFactKind(kind) || !isObjectId(indexTree)) return malformed("it names no kind or no tree");
  if (!isJsonObject(value)) return malformed("its value is not an object");
  return { state: "fact", fact: { kind, indexTree, value }, hash: String(fields[hashField]) };
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
export const isObjectId = (id: unknown): id is string =>
  typeof id === "string" && /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(id);
