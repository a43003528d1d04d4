/** What was distilled already, as the ledger says: which packets, which entries of a submission, which notes differ. Pure. */

import { isJsonObject, type JsonObject, type JsonValue } from "../ledger/canonical.ts";
import type { LedgerEvent, NewEvent } from "../ledger/event.ts";
import type { DistilKind } from "./distil-kind.ts";

export interface DistilMarks {
  /** True for a packet that needs no more reading. */
  isDone(packet: string): boolean;
  /** The page that an entry was written to, by the entry's hash. */
  pageOf(entry: string): string | undefined;
  /** An entry ran into a tombstone before. */
  wasBlocked(entry: string): boolean;
  /** Somebody looked at both notes and found that they say different things. */
  areDistinct(one: string, other: string): boolean;
}

const kinds = {
  conversation: "distilled",
  source: "ingested",
  notes: "consolidated",
  triggers: "distilled",
  trajectory: "skill_distilled",
} as const satisfies Readonly<Record<DistilKind, NewEvent["kind"]>>;

const marking: ReadonlySet<string> = new Set(Object.values(kinds));

export interface NewMarks {
  readonly packets: readonly string[];
  /** Pages by the hashes of the entries that they were written from. */
  readonly entries: Readonly<Record<string, string>>;
  /** Hashes of entries that ran into a tombstone. */
  readonly blocked: readonly string[];
  readonly distinct: readonly (readonly string[])[];
}

/** Undefined when there is nothing to remember. */
export const marksEvent = (
  kind: DistilKind,
  { packets, entries, blocked, distinct }: NewMarks,
): NewEvent | undefined => {
  const pages = [...new Set(Object.values(entries))];
  const details: JsonObject = {
    ...(packets.length === 0 ? {} : { packets }),
    ...(pages.length === 0 ? {} : { pages, entries }),
    ...(blocked.length === 0 ? {} : { blocked }),
    ...(distinct.length === 0 ? {} : { distinct }),
  };
  return Object.keys(details).length === 0 ? undefined : { kind: kinds[kind], details };
};

export const foldMarks = (events: readonly LedgerEvent[]): DistilMarks => {
  const details = events.flatMap((event) => (marking.has(event.kind) ? [event.details] : []));
  const done = new Set(details.flatMap(({ packets }) => textsIn(packets)));
  const pages = new Map(details.flatMap(({ entries }) => entriesIn(entries)));
  const blocked = new Set(details.flatMap((one) => textsIn(one["blocked"])));
  const distinct = new Set(details.flatMap((one) => listsIn(one["distinct"]).flatMap(pairsOf)));
  return {
    isDone: (packet) => done.has(packet),
    pageOf: (entry) => pages.get(entry),
    wasBlocked: (entry) => blocked.has(entry),
    areDistinct: (one, other) => distinct.has(pairOf(one, other)),
  };
};

const textsIn = (value: JsonValue | undefined): readonly string[] =>
  Array.isArray(value) ? value.filter((item): item is string => typeof item === "string") : [];

const listsIn = (value: JsonValue | undefined): readonly (readonly string[])[] =>
  Array.isArray(value) ? value.map((item: JsonValue) => textsIn(item)) : [];

const entriesIn = (value: JsonValue | undefined): readonly (readonly [string, string])[] =>
  value === undefined || !isJsonObject(value)
    ? []
    : Object.entries(value).flatMap(([entry, page]) => (typeof page === "string" ? [[entry, page] as const] : []));

const pairOf = (one: string, other: string): string => [one, other].sort().join("\n");

const pairsOf = (group: readonly string[]): readonly string[] =>
  group.flatMap((one, index) => group.slice(index + 1).map((other) => pairOf(one, other)));
