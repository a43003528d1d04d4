/** A tombstone and its lift, and their form on a line of `meta/tombstones.jsonl`. Pure. */

import {
  canonicalHash,
  canonicalJson,
  type HashFunction,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  parseJsonObject,
} from "../../ledger/canonical.ts";
import type { Claim } from "./claim-digests.ts";

/** Where it holds: in the whole vault, or for what belongs to one task. */
export type TombstoneScope = "vault" | `task:${string}`;

/** A claim that must not come back. */
export interface Tombstone {
  readonly id: string;
  /** For a person to read; a secret in it is redacted. */
  readonly claims: readonly string[];
  /** What is compared: a text that holds all of any of them is blocked. */
  readonly digests: readonly Claim[];
  readonly reason: string;
  /** Id of the page that was rejected. */
  readonly page?: string;
  readonly actor: string;
  readonly channel: string;
  readonly at: string;
  readonly scope: TombstoneScope;
}

export type Rejecter = "person" | "tool";

/** A channel that is not known counts as a person's: that withholds more. */
export const rejecterIn = ({ channel }: Tombstone): Rejecter => (toolChannels.includes(channel) ? "tool" : "person");

const toolChannels: readonly string[] = ["tool", "mcp", "rpc", "system"];

export interface TombstoneLift {
  readonly id: string;
  /** Ids of the tombstones that it ends: those that its writer had seen. */
  readonly lifts: readonly string[];
  readonly reason: string;
  readonly actor: string;
  readonly channel: string;
  readonly at: string;
  /** Hash of the ledger's event that vouches for it. */
  readonly event: string;
}

export type TombstoneLine =
  /** `isIntact` is false for a line that was changed since it was written. */
  | { readonly kind: "tombstone"; readonly tombstone: Tombstone; readonly isIntact: boolean }
  | { readonly kind: "lift"; readonly lift: TombstoneLift; readonly isIntact: boolean }
  | { readonly kind: "damaged" };

/** Without its line feed. */
export const tombstoneLine = (tombstone: Tombstone, hash: HashFunction): string =>
  sealed({ kind: "tombstone", ...tombstone }, hash);

export const liftLine = (lift: TombstoneLift, hash: HashFunction): string => sealed({ kind: "lift", ...lift }, hash);

const sealed = (fields: Readonly<Record<string, unknown>>, hash: HashFunction): string =>
  canonicalJson({ ...fields, sum: canonicalHash(fields, hash) });

/** A tombstone counts as long as its digests can be read; what else is missing of it is empty. */
export const parseTombstoneLine = (line: string, hash: HashFunction): TombstoneLine => {
  const { sum, ...fields } = parseJsonObject(line) ?? {};
  const isIntact = isSum(sum, fields, hash);
  const tombstone = fields["kind"] === "tombstone" ? tombstoneOf(fields) : undefined;
  if (tombstone !== undefined) return { kind: "tombstone", tombstone, isIntact };
  const lift = fields["kind"] === "lift" ? liftOf(fields) : undefined;
  return lift === undefined ? { kind: "damaged" } : { kind: "lift", lift, isIntact };
};

/** Whether a line is as it was written. */
export const isTombstoneLine = (line: string, hash: HashFunction): boolean => {
  const parsed = parseTombstoneLine(line, hash);
  return parsed.kind !== "damaged" && parsed.isIntact;
};

/** Numbers that have no canonical text, and lone surrogates, are nothing that was written here. */
const isSum = (sum: JsonValue | undefined, fields: JsonObject, hash: HashFunction): boolean => {
  try {
    return sum === canonicalHash(fields, hash);
  } catch {
    return false;
  }
};

const tombstoneOf = (fields: JsonObject): Tombstone | undefined => {
  const { id, page } = fields;
  const digests = listOf(fields["digests"]).map(textsIn);
  const isReadable = digests.every(
    (claim) => claim.length > 0 && claim.every((digest) => /^[0-9a-f]{64}$/.test(digest)),
  );
  if (typeof id !== "string" || id === "" || digests.length === 0 || !isReadable) return undefined;
  const scope = textOf(fields["scope"]);
  return {
    ...signatureOf(fields),
    id,
    claims: textsIn(fields["claims"]),
    digests,
    ...(typeof page === "string" ? { page } : {}),
    // What can't be read holds everywhere.
    scope: isTaskScope(scope) ? scope : "vault",
  };
};

const isTaskScope = (scope: string): scope is `task:${string}` => scope.startsWith("task:");

const liftOf = (fields: JsonObject): TombstoneLift | undefined => {
  const [id, event, lifts] = [textOf(fields["id"]), textOf(fields["event"]), textsIn(fields["lifts"])];
  return id === "" || lifts.length === 0 ? undefined : { ...signatureOf(fields), id, event, lifts };
};

const signatureOf = (fields: JsonObject) => ({
  reason: textOf(fields["reason"]),
  actor: textOf(fields["actor"]),
  channel: textOf(fields["channel"]),
  at: textOf(fields["at"]),
});

const textOf = (value: JsonValue | undefined): string => (typeof value === "string" ? value : "");

const listOf = (value: JsonValue | undefined): readonly JsonValue[] =>
  Array.isArray(value) && !isJsonObject(value) ? value : [];

const textsIn = (value: JsonValue | undefined): readonly string[] =>
  listOf(value).filter((item): item is string => typeof item === "string");
