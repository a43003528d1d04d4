/**
 * An event of the ledger: its kinds, its form on a line of `meta/events.jsonl`, and its mac. Pure.
 *
 * A line is one flat object: the details' own keys beside those of `envelope`, as the peer writes its
 * events, with keys in canonical order.
 */

import type { Channel } from "../vault/vault.ts";
import {
  canonicalJson,
  type HashFunction,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  withoutMember,
} from "./canonical.ts";
import { type ChainLink, type ChainRecord, type ChainRules, openLine, sealRecord } from "./chain.ts";

export const eventKinds = [
  "bootstrap",
  "capture",
  "conversation_captured",
  "ingested",
  "note_proposed",
  "page_created",
  "page_edited",
  "confirmed",
  "rejected",
  "retired",
  "restored",
  "superseded",
  "promoted",
  "forgotten",
  "original_decided",
  "change_proposed",
  "change_decided",
  "conflict_opened",
  "conflict_adjudicated",
  "distilled",
  "consolidated",
  "tombstone_added",
  "tombstone_blocked",
  "tombstone_lifted",
  "task_opened",
  "task_memory_added",
  "task_memory_superseded",
  "task_compacted",
  "task_closed",
  "trajectory_captured",
  "skill_distilled",
  "skill_trusted",
  "skill_retired",
  "skill_exported",
  "outcome_observed",
  "accepted",
  "delivery_facts_recorded",
  "anchored",
  "tamper_detected",
  "tamper_restored",
  "lint",
  "import",
] as const;
export type EventKind = (typeof eventKinds)[number];

/** Kinds with which a packet comes to be. */
export const captureKinds: ReadonlySet<string> = new Set<EventKind>([
  "capture",
  "conversation_captured",
  "trajectory_captured",
]);

/** What a caller wants recorded; everything else about the event is the ledger's to fill in. */
export interface NewEvent {
  readonly kind: EventKind;
  /** Ids, hashes and short values, never page text; keys of the envelope are the ledger's own. */
  readonly details: JsonObject;
  /** Asked for by status events: the event then names the last hash of each other chain. */
  readonly withSeen?: true;
}

/** An event as stored. Kinds and channels of other versions are kept as they are. */
export interface LedgerEvent {
  readonly kind: string;
  readonly timestamp: string;
  readonly details: JsonObject;
  readonly actor: string;
  readonly channel: string;
  /** Session and entry, import path or packet the change came from. */
  readonly origin?: JsonObject;
  /** The chain: user, clone id and, after a checkout parted one clone's history, a branch (see writer.ts). */
  readonly writer: string;
  /** Last hash of each other chain when this was written. */
  readonly seen?: Readonly<Record<string, string>>;
  readonly seq: number;
  readonly prev: string | null;
  readonly mac?: string;
  readonly hash: string;
}

/** A line of another tool: it has no chain and proves nothing. */
export interface UnchainedEvent {
  readonly line: number;
  readonly kind: string;
  readonly timestamp: string;
  readonly details: JsonObject;
}

export type ParsedEvent =
  | { readonly state: "event"; readonly event: LedgerEvent }
  | { readonly state: "unchained"; readonly fields: JsonObject }
  | { readonly state: "edited"; readonly fields: JsonObject }
  | { readonly state: "damaged" };

export interface SealedEvent {
  readonly event: LedgerEvent;
  /** Without its line feed. */
  readonly line: string;
}

/** Everything of an event but its place in the chain. */
export type EventBody = Omit<LedgerEvent, "seq" | "prev" | "mac" | "hash">;

const isText = (value: JsonValue | undefined): value is string => typeof value === "string";

const isTexts = (value: JsonValue | undefined): value is Readonly<Record<string, string>> =>
  isJsonObject(value) && Object.values(value).every(isText);

const envelope = new Map<string, (value: JsonValue) => boolean>([
  ["kind", isText],
  ["timestamp", isText],
  ["actor", isText],
  ["channel", isText],
  ["origin", isJsonObject],
  ["writer", isText],
  ["seen", isTexts],
  ["seq", Number.isSafeInteger],
  ["prev", (value) => value === null || isText(value)],
  ["mac", isText],
  ["hash", isText],
]);

// Channels through which a person may have spoken; their events are worth more, so they carry a mac.
const personChannels: readonly string[] = ["ui", "terminal", "cli", "command"] satisfies readonly Channel[];

/** Events of a person's channels, and confirmations through any, which lift what withholds a page. */
export const carriesMac = ({ channel, kind }: Pick<LedgerEvent, "channel" | "kind">): boolean =>
  personChannels.includes(channel) || kind === "confirmed";

export const eventRules = (hash: HashFunction): ChainRules => ({
  fields: { seq: "seq", prev: "prev", hash: "hash" },
  hash,
});

/** Gives an event its place, its mac when a key is given and its channel asks for one, and its hash. */
export const sealEvent = (
  body: EventBody,
  { link, rules, mac }: { link: ChainLink; rules: ChainRules; mac: ((text: string) => string) | undefined },
): SealedEvent => {
  const taken = Object.keys(body.details).find((key) => envelope.has(key));
  if (taken !== undefined) throw new Error(`"${taken}" is a key of the ledger's own and can't be a detail.`);
  const { details, ...rest } = body;
  const record = { ...details, ...rest };
  const signed =
    mac !== undefined && carriesMac(body) ? { ...record, mac: mac(macText({ ...record, ...link })) } : record;
  const sealed = sealRecord(signed, { link, rules });
  return { event: eventOf(sealed), line: sealed.line };
};

/** The mac that an event with these contents must carry, given the clone's key; sooner found with its line at hand. */
export const expectedMac = (event: LedgerEvent, mac: (text: string) => string, line?: string): string => {
  const signed = line === undefined ? undefined : signedPart(line, event);
  if (signed !== undefined) return mac(signed);
  const { details, mac: _mac, hash: _hash, ...rest } = event;
  return mac(macText({ ...details, ...rest }));
};

const signedPart = (line: string, { hash, mac }: LedgerEvent): string | undefined => {
  const sealed = withoutMember(line, "hash", hash);
  return sealed === undefined || mac === undefined ? undefined : withoutMember(sealed, "mac", mac);
};

/** Opens one line; extra keys are details, unknown kinds are kept, an absent envelope text is empty. */
export const parseEvent = (line: string, rules: ChainRules): ParsedEvent => {
  const opened = openLine(line, rules);
  return opened.state === "record" ? { state: "event", event: eventOf(opened.record) } : opened;
};

export const unchainedEvent = (fields: JsonObject, line: number): UnchainedEvent => ({
  line,
  kind: textOf(fields["kind"]),
  timestamp: textOf(fields["timestamp"]),
  details: without(fields, (key) => key === "kind" || key === "timestamp"),
});

/**
 * The signed bytes: UTF-8 of the canonical JSON of the line's object without `mac` and `hash`. Writer, seq
 * and prev are among them, so that a mac holds for one place in one chain only; the hash covers the mac.
 */
const macText = (fields: JsonObject): string => canonicalJson(fields);

const eventOf = ({ fields, seq, prev, hash }: ChainRecord): LedgerEvent => {
  const { origin, seen, mac } = fields;
  return {
    kind: textOf(fields["kind"]),
    timestamp: textOf(fields["timestamp"]),
    details: without(fields, isEnvelope),
    actor: textOf(fields["actor"]),
    channel: textOf(fields["channel"]),
    ...(isJsonObject(origin) ? { origin } : {}),
    writer: textOf(fields["writer"]),
    ...(isTexts(seen) ? { seen } : {}),
    seq,
    prev,
    ...(isText(mac) ? { mac } : {}),
    hash,
  };
};

// A value of another shape, as a later version may write it, stays among the details.
const isEnvelope = (key: string, value: JsonValue): boolean => envelope.get(key)?.(value) ?? false;

const without = (fields: JsonObject, isLeftOut: (key: string, value: JsonValue) => boolean): JsonObject =>
  Object.fromEntries(Object.entries(fields).filter(([key, value]) => !isLeftOut(key, value)));

const textOf = (value: JsonValue | undefined): string => (isText(value) ? value : "");
