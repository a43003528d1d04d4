/**
 * Follows what was forgotten to what came of it: over sources, consolidation and replacement, through pages that are
 * withheld for it themselves. A page is gone with all that it rests on, unless a person has confirmed it since. Pure.
 */

import type { JsonValue } from "../../ledger/canonical.ts";
import type { LedgerEvent } from "../../ledger/event.ts";
import type { IndexPart, PageFacts } from "../../recall/indexing/index-part.ts";
import { nameIn } from "./origin-name.ts";
import type { RemovalFold } from "./removal-fold.ts";

export interface LostOrigins {
  /** Of what it rests on: some, or all there is. */
  readonly rests: "none" | "some" | "all";
  /** What it replaces was forgotten. */
  readonly isReplacedGone: boolean;
}

export interface Lineage {
  /** Undefined for a page that has lost nothing. */
  of(page: string): LostOrigins | undefined;
  /** Ids of the pages that have lost something. */
  lost(): Iterable<string>;
}

export interface LineageRules {
  readonly removals: Pick<RemovalFold, "forgotten" | "forgetting" | "isToolMade" | "review">;
  /** Whether the writer of an event knew of another. */
  hasSeen(later: LedgerEvent, earlier: LedgerEvent): boolean;
}

type LineageFacts = Pick<PageFacts, "id" | "sources" | "supersedes" | "supersededBy" | "consolidatedInto">;

/** Each page is looked at once, however often its vault's lineage is asked for. */
export const openLineage = (): ((parts: readonly IndexPart[], rules: LineageRules) => Lineage) => {
  const scans = new WeakMap<IndexPart, Scan>();
  const related = (part: IndexPart): readonly LineageFacts[] => {
    const scan = scans.get(part) ?? { looked: 0, found: new Map<number, LineageFacts>() };
    scans.set(part, scan);
    for (; scan.looked < part.pageCount; scan.looked += 1) {
      const facts = part.facts(scan.looked);
      if (isRelated(facts)) scan.found.set(scan.looked, facts);
    }
    return [...scan.found].filter(([page]) => part.live[page] === 1).map(([, facts]) => facts);
  };
  return (parts, rules) => {
    if (!hasAny(rules.removals.forgotten())) return unbroken;
    return lineageOf(originsOf(parts.flatMap(related), rules), rules);
  };
};

const unbroken: Lineage = { of: () => undefined, lost: () => [] };

interface Scan {
  /** Pages below this number were looked at; what they name never changes. */
  looked: number;
  readonly found: Map<number, LineageFacts>;
}

const isRelated = ({ sources, supersedes, supersededBy, consolidatedInto }: LineageFacts): boolean =>
  [sources, supersedes, supersededBy, consolidatedInto].some((names) => names.length > 0);

const hasAny = (names: Iterable<string>): boolean => names[Symbol.iterator]().next().done !== true;

interface Origins {
  readonly rests: Set<string>;
  readonly replaced: Set<string>;
}

type OriginsByPage = ReadonlyMap<string, Origins>;

const originsOf = (pages: readonly LineageFacts[], { removals }: LineageRules): OriginsByPage => {
  const known = new Map<string, Origins>();
  const of = (page: string): Origins => {
    const origins = known.get(page) ?? { rests: new Set(), replaced: new Set() };
    known.set(page, origins);
    return origins;
  };
  const note = (origin: string, into: readonly string[], replacedBy: readonly string[]): void => {
    for (const page of into) of(nameIn(page)).rests.add(origin);
    for (const page of replacedBy) of(nameIn(page)).replaced.add(origin);
  };
  for (const { id, sources, supersedes, supersededBy, consolidatedInto } of pages) {
    for (const source of sources) of(id).rests.add(nameIn(source));
    for (const old of supersedes) of(id).replaced.add(nameIn(old));
    note(id, consolidatedInto, supersededBy);
  }
  // The file of a forgotten page says no more what came of it: its event does.
  for (const name of removals.forgotten()) {
    const { consolidated_into: into, superseded_by: by } = removals.forgetting(name)?.details ?? {};
    note(name, textsIn(into), textsIn(by));
  }
  for (const [page, { rests, replaced }] of known) for (const origins of [rests, replaced]) origins.delete(page);
  return known;
};

const textsIn = (value: JsonValue | undefined): readonly string[] =>
  Array.isArray(value) ? value.filter((item): item is string => typeof item === "string") : [];

/** Goes on until nothing more is gone: each page goes at most once, so that circles end. */
const lineageOf = (origins: OriginsByPage, rules: LineageRules): Lineage => {
  const { removals } = rules;
  /** For what is gone, the events that it is gone by. */
  const gone = new Map<string, readonly LedgerEvent[]>();
  for (const name of removals.forgotten()) gone.set(name, [removals.forgetting(name)].filter(isEvent));
  const isGoneFor = (page: string, origin: string): boolean => {
    const review = removals.review(page);
    return gone.get(origin)?.some((event) => review === undefined || !rules.hasSeen(review, event)) ?? false;
  };
  const lostBy = (page: string, { rests, replaced }: Origins): LostOrigins => {
    const lost = [...rests].filter((origin) => isGoneFor(page, origin)).length;
    const isReplacedGone = [...replaced].some((origin) => isGoneFor(page, origin));
    // What a tool wrote in place of it has nothing else to stand on.
    const isAll = lost === rests.size && (lost > 0 || (isReplacedGone && removals.isToolMade(page)));
    return { rests: isAll ? "all" : lost > 0 ? "some" : "none", isReplacedGone };
  };
  const heirs = heirsOf(origins);
  const open = [...gone.keys()];
  for (let origin = open.pop(); origin !== undefined; origin = open.pop()) {
    for (const page of heirs.get(origin) ?? []) {
      const own = origins.get(page);
      if (gone.has(page) || own === undefined || lostBy(page, own).rests !== "all") continue;
      gone.set(page, [...new Set([...own.rests, ...own.replaced].flatMap((name) => gone.get(name) ?? []))]);
      open.push(page);
    }
  }
  const all = [...origins].map(([page, own]) => [page, lostBy(page, own)] as const);
  const lost = new Map(all.filter(([, { rests, isReplacedGone }]) => rests !== "none" || isReplacedGone));
  return { of: (page) => lost.get(page), lost: () => lost.keys() };
};

const isEvent = (event: LedgerEvent | undefined): event is LedgerEvent => event !== undefined;

const heirsOf = (origins: OriginsByPage): ReadonlyMap<string, readonly string[]> => {
  const heirs = new Map<string, string[]>();
  for (const [page, { rests, replaced }] of origins) {
    for (const origin of [...rests, ...replaced]) {
      const known = heirs.get(origin);
      if (known === undefined) heirs.set(origin, [page]);
      else known.push(page);
    }
  }
  return heirs;
};
