/** Opens and closes conflicts between pages in the ledger of their vault. */

import { WikiError } from "../errors.ts";
import type { LedgerEvent, NewEvent } from "../ledger/event.ts";
import type { Ledger } from "../ledger/ledger-store.ts";
import { findPage, pageFileLimit } from "../vault/page-files.ts";
import type { Vault, WriteContext } from "../vault/vault.ts";
import {
  adjudicatedConflict,
  type ComparedPage,
  type ConflictPair,
  conflictsOfNewPage,
  foldConflicts,
  mayAdjudicate,
  openedConflict,
} from "./conflicts.ts";

interface Place {
  readonly vault: Vault;
  readonly context: WriteContext;
}

/** A page as it is now; its hash is empty when there is no such page. */
export const comparedPage = (page: string, { vault, context: { platform } }: Place): ComparedPage => {
  const path = findPage(platform, vault, page);
  const bytes = path === undefined ? undefined : vault.files.read(path, pageFileLimit);
  return { page, hash: bytes === undefined ? "" : platform.hash(bytes) };
};

/** The ledger, with each new page's conflicts in the same append as the page's own event: both are there, or neither. */
export const withConflicts = (
  ledger: Pick<Ledger, "append">,
  like: readonly ComparedPage[],
): Pick<Ledger, "append"> => ({
  append: (context, events) => ledger.append(context, [...events, ...conflictsOfNewPage(events, like)]),
});

export interface AdjudicationRequest {
  readonly pages: readonly [string, string];
  /** Ids of the pages that stand: both, one, or none. */
  readonly keep: readonly string[];
  readonly reason: string;
}

/**
 * Closes an open conflict for good, as long as neither page changes. What becomes of a page that does not stand is
 * decided apart. Throws `person_required` for a channel that is no person, and `invalid_input`.
 */
export const adjudicateConflict = async (
  { pages, keep, reason }: AdjudicationRequest,
  { ledger, ...place }: Place & { readonly ledger: Ledger },
): Promise<LedgerEvent | undefined> => {
  const { channel } = place.context;
  if (!mayAdjudicate(channel))
    throw new WikiError("person_required", { verb: "A conflict", command: "pi-wiki review" });
  if (reason.trim() === "") throw new WikiError("invalid_input", { what: "reason", problem: "is empty" });
  const stranger = keep.find((page) => !pages.includes(page));
  if (stranger !== undefined) {
    throw new WikiError("invalid_input", { what: "keep", problem: `"${stranger}" is no page of the conflict` });
  }
  const conflict = openConflictOf(pages, ledger);
  const [first, second] = conflict.pages;
  const now: ConflictPair["pages"] = [comparedPage(first.page, place), comparedPage(second.page, place)];
  const [event] = await ledger.append(place.context, [adjudicatedConflict({ pages: now, conflict, keep, reason })]);
  return event;
};

/** Opens a conflict of each two pages that were found to contradict each other, but one that is open already. */
export const openFoundConflicts = async (
  found: readonly (readonly [page: string, other: string])[],
  { ledger, ...place }: Place & { readonly ledger: Ledger },
): Promise<void> => {
  if (found.length === 0) return;
  const namesOf = (pages: readonly string[]): string => [...pages].sort().join("\n");
  const open = new Set(openConflicts(ledger).map(({ pages }) => namesOf(pages.map(({ page }) => page))));
  const opened: NewEvent[] = [];
  for (const [page, other] of found) {
    const names = namesOf([page, other]);
    if (page === other || open.has(names)) continue;
    open.add(names);
    opened.push(openedConflict([comparedPage(page, place), comparedPage(other, place)]));
  }
  if (opened.length > 0) await ledger.append(place.context, opened);
};

/** A person who withholds a page has decided each conflict of it for the other page. */
export const settleConflictsOf = async (
  page: string,
  reason: string,
  { ledger, ...place }: Place & { readonly ledger: Ledger },
): Promise<void> => {
  if (!mayAdjudicate(place.context.channel)) return;
  const adjudicated = openConflicts(ledger)
    .filter(({ pages }) => pages.some((one) => one.page === page))
    .map((conflict) => {
      const [first, second] = conflict.pages;
      const now: ConflictPair["pages"] = [comparedPage(first.page, place), comparedPage(second.page, place)];
      const keep = [first.page === page ? second.page : first.page];
      return adjudicatedConflict({ pages: now, conflict, keep, reason });
    });
  if (adjudicated.length > 0) await ledger.append(place.context, adjudicated);
};

/** Those of a ledger, the longest open first. */
export const openConflicts = (ledger: Ledger): readonly ConflictPair[] => {
  const { events } = ledger.read();
  return foldConflicts(events, { isForged: (event) => ledger.vouch(event) === "forged" }).open();
};

const openConflictOf = (pages: readonly [string, string], ledger: Ledger): ConflictPair => {
  const found = openConflicts(ledger).find((pair) => pair.pages.every(({ page }) => pages.includes(page)));
  if (found !== undefined && pages[0] !== pages[1]) return found;
  throw new WikiError("invalid_input", { what: "conflict", problem: `none is open between ${pages.join(" and ")}` });
};
