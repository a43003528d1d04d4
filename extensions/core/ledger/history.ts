/** What happened and in which order, told from the events of one or more ledgers. Pure. */

import type { JsonObject, JsonValue } from "./canonical.ts";
import type { LedgerEvent } from "./event.ts";

/** What an event says of its page's text. */
export interface TextChange {
  readonly page: string | undefined;
  /** SHA-256 of the page's file; undefined for one that was not there before, or is no more. */
  readonly before: string | undefined;
  readonly after: string | undefined;
}

export const textChangeOf = (details: JsonObject): TextChange => ({
  page: textOf(details["page"]),
  before: textOf(details["before"]),
  after: textOf(details["after"]),
});

/** Whether an event is about a page or a packet: by its own id, or as one of several. */
export const concerns = (details: JsonObject, id: string): boolean =>
  subjects.some((key) => {
    const value = details[key];
    return value === id || (Array.isArray(value) && value.includes(id));
  });

const subjects = ["page", "pages", "source_id", "supersedes", "superseded_by"] as const;

const textOf = (value: JsonValue | undefined): string | undefined => (typeof value === "string" ? value : undefined);

/** The events of each writer, in the order of the file, which within a writer is that of its chain. */
export const chainsOf = (events: readonly LedgerEvent[]): readonly (readonly LedgerEvent[])[] => {
  const chains = new Map<string, LedgerEvent[]>();
  for (const event of events) {
    const chain = chains.get(event.writer);
    if (chain === undefined) chains.set(event.writer, [event]);
    else chain.push(event);
  }
  return [...chains.values()];
};

interface Timed {
  readonly timestamp: string;
}

/**
 * The newest first. A chain's own order always stands, whatever its clock said; between chains the clocks decide, for
 * nothing else can.
 */
export function* newestFirst<Item extends Timed>(chains: readonly (readonly Item[])[]): Generator<Item> {
  const left = chains.map((chain) => [...chain]);
  for (;;) {
    let newest: Item[] | undefined;
    for (const chain of left) if (lastTime(chain) > lastTime(newest)) newest = chain;
    const item = newest?.pop();
    if (item === undefined) return;
    yield item;
  }
}

/** Our timestamps are all in UTC and spelled alike, so that their texts sort as they do; one without text is older. */
const lastTime = (chain: readonly Timed[] | undefined): string => {
  const last = chain?.at(-1);
  return last === undefined ? "" : ` ${last.timestamp}`;
};
