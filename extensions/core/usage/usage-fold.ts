/** What all users' streams say of each page together. Pure. */

import type { Instant } from "../../platform/platform.ts";
import { addDays, compareInstants, dayOf } from "../instant.ts";
import type { Adoption, Hit, Judge, Outcome, Result, UsageEvent } from "./usage-event.ts";

export interface PageUsage {
  readonly hits: number;
  /** Of these, answers to a question; the others came unasked. */
  readonly asked: number;
  /** Sessions that relied on it. */
  readonly adopted: number;
  /** Spent on showing it. */
  readonly tokens: number;
  readonly lastHit: Instant | undefined;
  readonly outcomes: Readonly<Record<Judge, Readonly<Record<Result, number>>>>;
}

/** The use of all pages together on one day, in UTC. */
export interface DayOfUse {
  readonly hits: number;
  readonly tokens: number;
  readonly adopted: number;
}

export interface UsageFold {
  /** Undefined for a page of which nothing is recorded. */
  of(doc: string): PageUsage | undefined;
  readonly pages: ReadonlyMap<string, PageUsage>;
  /** Outcomes that count, as they were recorded. */
  readonly outcomes: readonly Outcome[];
  /** By `YYYY-MM-DD`; days without use are left out. */
  readonly days: ReadonlyMap<string, DayOfUse>;
}

interface Tally {
  hits: number;
  asked: number;
  adopted: number;
  tokens: number;
  lastHit: Instant | undefined;
  readonly outcomes: Record<Judge, Record<Result, number>>;
}

/** However the streams are ordered, and however often they hold one use, the same comes out. */
export const foldUsage = (streams: Iterable<readonly UsageEvent[]>): UsageFold => {
  const pages = new Map<string, Tally>();
  const seen = new Set<string>();
  const outcomes = new Map<string, Outcome>();
  const days = new Map<string, DayOfUse>();
  const tallyOf = (doc: string): Tally => {
    const known = pages.get(doc);
    if (known !== undefined) return known;
    const fresh = emptyTally();
    pages.set(doc, fresh);
    return fresh;
  };
  for (const event of together(streams)) {
    if (event.kind === "outcome") outcomes.set(outcomeKey(event), later(outcomes.get(outcomeKey(event)), event));
    else if (isNew(seen, useKey(event))) {
      add(tallyOf(event.doc), event);
      days.set(dayOf(event.at), dayWith(days.get(dayOf(event.at)), event));
    }
  }
  for (const { doc, judge, result } of outcomes.values()) tallyOf(doc).outcomes[judge][result] += 1;
  return { of: (doc) => pages.get(doc), pages, outcomes: [...outcomes.values()], days };
};

function* together(streams: Iterable<readonly UsageEvent[]>): Generator<UsageEvent> {
  for (const stream of streams) yield* stream;
}

const emptyTally = (): Tally => ({
  hits: 0,
  asked: 0,
  adopted: 0,
  tokens: 0,
  lastHit: undefined,
  outcomes: { observed: { success: 0, failure: 0 }, self: { success: 0, failure: 0 } },
});

const noUse: DayOfUse = { hits: 0, tokens: 0, adopted: 0 };

const dayWith = ({ hits, tokens, adopted }: DayOfUse = noUse, use: Hit | Adoption): DayOfUse =>
  use.kind === "adopted"
    ? { hits, tokens, adopted: adopted + 1 }
    : { hits: hits + 1, tokens: tokens + use.tokens, adopted };

const isNew = (known: Set<string>, key: string): boolean => {
  const before = known.size;
  return known.add(key).size > before;
};

const add = (tally: Tally, use: Hit | Adoption): void => {
  if (use.kind === "adopted") {
    tally.adopted += 1;
    return;
  }
  tally.hits += 1;
  if (use.how === "asked") tally.asked += 1;
  tally.tokens += use.tokens;
  if (tally.lastHit === undefined || isLater(use.at, tally.lastHit)) tally.lastHit = use.at;
};

/** However often a session says so, it relied on the page once. */
const useKey = (use: Hit | Adoption): string =>
  use.kind === "adopted" && use.session !== undefined ? `${use.doc}\n${use.session}` : `${use.kind} ${use.id}`;

const outcomeKey = ({ doc, judge, id, case: what }: Outcome): string =>
  what === undefined ? `id ${id}` : `case ${judge} ${doc}\n${what}`;

const later = (known: Outcome | undefined, event: Outcome): Outcome => {
  if (known === undefined || isLater(event.at, known.at)) return event;
  return isLater(known.at, event.at) || known.id >= event.id ? known : event;
};

/** Times as we write them sort as text; others are taken apart. */
const isLater = (a: Instant, b: Instant): boolean =>
  a.length === b.length && a.endsWith("Z") && b.endsWith("Z") ? a > b : compareInstants(a, b) > 0;

export interface NegativeExample {
  readonly doc: string;
  readonly note: string;
  readonly task_id: string | null;
}

const failureDays = 30;
const clocksDifferDays = 1;
const mostExamples = 5;

/** What recently went wrong with pages that were relied on, newest first: for whoever distils next. */
export const negativeExamples = (
  { outcomes }: Pick<UsageFold, "outcomes">,
  now: Instant,
): readonly NegativeExample[] => {
  const since = addDays(now, -failureDays);
  const until = addDays(now, clocksDifferDays);
  return (
    outcomes
      .filter(({ result, at }) => result === "failure" && compareInstants(at, since) >= 0)
      // One of a far future would stay the newest for good.
      .filter(({ at }) => compareInstants(at, until) <= 0)
      .sort((a, b) => compareInstants(b.at, a.at) || (a.id < b.id ? -1 : 1))
      .slice(0, mostExamples)
      .map(({ doc, note = "", task_id = null }) => ({ doc, note, task_id }))
  );
};
