/**
 * Pages that may contradict each other. A conflict is opened by whoever finds it and stays open until a person has
 * adjudicated it; what was adjudicated once is not asked again while both pages are what they were. Pure.
 */

import type { JsonObject, JsonValue } from "../ledger/canonical.ts";
import type { LedgerEvent, NewEvent } from "../ledger/event.ts";

/** A page as it was compared: its id and the SHA-256 of its file, empty for one that is gone. */
export interface ComparedPage {
  readonly page: string;
  readonly hash: string;
}

export interface ConflictPair {
  readonly pages: readonly [ComparedPage, ComparedPage];
  /** When it was first opened. */
  readonly since: string;
  /** Hashes of the events that opened it. */
  readonly openedBy: readonly string[];
}

export interface Conflicts {
  /** The longest open first. */
  open(): readonly ConflictPair[];
  /** `conflicts with <id>` for each open conflict of a page with one that stands; a withheld page contradicts nothing. */
  labelsFor(page: string, stands?: (other: string) => boolean): readonly string[];
}

export interface ConflictFoldOptions {
  /** Events that claim to be a person's and are not count for nothing. */
  isForged(event: LedgerEvent): boolean;
}

/** The channels that are a person for certain: a key, a dialog, a terminal. */
const personChannels: ReadonlySet<string> = new Set(["ui", "terminal"]);

export const mayAdjudicate = (channel: string): boolean => personChannels.has(channel);

/**
 * An adjudication names the events that it closes, so that the order of a merged file decides nothing; one that was
 * opened elsewhere meanwhile, of the same two contents, is closed with them.
 */
export const foldConflicts = (events: readonly LedgerEvent[], options?: ConflictFoldOptions): Conflicts => {
  const { isClosed } = adjudicationsIn(events, options);
  const open = new Map<string, ConflictPair>();
  for (const event of events) {
    const pages = event.kind === "conflict_opened" ? pairIn(event.details) : undefined;
    if (pages === undefined || isClosed(event.hash, pages)) continue;
    const names = namesOf(pages);
    const known = open.get(names);
    open.set(names, {
      pages,
      since: known?.since ?? event.timestamp,
      openedBy: [...(known?.openedBy ?? []), event.hash],
    });
  }
  const others = othersIn([...open.values()]);
  return {
    open: () => [...open.values()],
    labelsFor: (page, stands = () => true) =>
      (others.get(page) ?? []).filter(stands).map((other) => `conflicts with ${other}`),
  };
};

const adjudicationsIn = (events: readonly LedgerEvent[], options: ConflictFoldOptions | undefined) => {
  const [closed, settled] = [new Set<string>(), new Set<string>()];
  const restored = events.filter(({ kind, channel }) => kind === "restored" && restoringChannels.has(channel));
  const counts = (event: LedgerEvent): boolean =>
    event.kind === "conflict_adjudicated" &&
    mayAdjudicate(event.channel) &&
    options?.isForged(event) !== true &&
    !restored.some((other) => takesBack(other, event));
  for (const { details } of events.filter(counts)) {
    for (const hash of textsIn(details["closes"])) closed.add(hash);
    const pair = pairIn(details);
    if (pair !== undefined) settled.add(keyOf(pair));
  }
  return {
    isClosed: (opened: string, pages: ConflictPair["pages"]) => closed.has(opened) || settled.has(keyOf(pages)),
  };
};

const restoringChannels: ReadonlySet<string> = new Set([...personChannels, "cli"]);

/** Whoever brings a page back that was given up for another asks the question again. */
const takesBack = (restored: LedgerEvent, adjudicated: LedgerEvent): boolean => {
  const { page } = restored.details;
  const [pages, kept] = [textsIn(adjudicated.details["pages"]), textsIn(adjudicated.details["keep"])];
  if (typeof page !== "string" || !pages.includes(page) || kept.includes(page)) return false;
  return restored.writer === adjudicated.writer
    ? restored.seq > adjudicated.seq
    : restored.timestamp > adjudicated.timestamp;
};

const othersIn = (pairs: readonly ConflictPair[]): ReadonlyMap<string, readonly string[]> => {
  const others = new Map<string, string[]>();
  const add = (page: string, other: string): void => {
    others.set(page, [...(others.get(page) ?? []), other]);
  };
  for (const { pages } of pairs) {
    add(pages[0].page, pages[1].page);
    add(pages[1].page, pages[0].page);
  }
  return others;
};

/** The same for both orders of a pair. */
const keyOf = (pages: readonly ComparedPage[]): string =>
  JSON.stringify(pages.map(({ page, hash }) => `${page}\n${hash}`).sort());

const namesOf = (pages: readonly ComparedPage[]): string => JSON.stringify(pages.map(({ page }) => page).sort());

const pairIn = ({ pages, hashes }: JsonObject): ConflictPair["pages"] | undefined => {
  const [first, second, ...more] = textsIn(pages);
  const [firstHash = "", secondHash = ""] = textsIn(hashes);
  if (first === undefined || second === undefined || first === second || more.length > 0) return undefined;
  return [
    { page: first, hash: firstHash },
    { page: second, hash: secondHash },
  ];
};

const textsIn = (value: JsonValue | undefined): readonly string[] =>
  Array.isArray(value) ? value.filter((item): item is string => typeof item === "string") : [];

/** The event that opens a conflict. */
export const openedConflict = (pages: ConflictPair["pages"]): NewEvent => ({
  kind: "conflict_opened",
  details: detailsOf(pages),
});

export interface Adjudication {
  /** The pages as they are now. */
  readonly pages: ConflictPair["pages"];
  readonly conflict: ConflictPair;
  /** Ids of the pages that stand: both, one, or none. */
  readonly keep: readonly string[];
  readonly reason: string;
}

export const adjudicatedConflict = ({ pages, conflict, keep, reason }: Adjudication): NewEvent => ({
  kind: "conflict_adjudicated",
  details: { ...detailsOf(pages), closes: conflict.openedBy, keep, reason },
});

const detailsOf = (pages: ConflictPair["pages"]): JsonObject => ({
  pages: pages.map(({ page }) => page),
  hashes: pages.map(({ hash }) => hash),
});

/** Conflicts between a page that an event of the batch makes and pages that were found to be like it. */
export const conflictsOfNewPage = (events: readonly NewEvent[], like: readonly ComparedPage[]): readonly NewEvent[] =>
  events.flatMap(({ details }) => {
    const { page, after } = details;
    if (typeof page !== "string" || typeof after !== "string") return [];
    return like.filter((other) => other.page !== page).map((other) => openedConflict([{ page, hash: after }, other]));
  });
