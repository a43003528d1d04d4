/** Query terms looked up in an index: how rare each is, and its posting lists. Pure. */

import type { IndexPart } from "../indexing/index-part.ts";
import type { Postings } from "../indexing/postings.ts";

/** Counts over all parts of all layers, so that scores compare across them. */
export interface Statistics {
  readonly pages: number;
  readonly passages: number;
  readonly averageTitle: number;
  readonly averageMiddle: number;
  readonly averageBody: number;
  readonly averagePassage: number;
}

export interface QueryTerm {
  /** The same word under several stemmers; they share one document frequency. */
  readonly alternatives: readonly string[];
  readonly weight: number;
  /** Made from two neighbouring words of the query. */
  readonly pair: boolean;
}

/** A query term with what it weighs among these pages. */
export interface WeighedTerm {
  readonly term: QueryTerm;
  readonly idf: number;
  /** Live pages that hold it. */
  readonly pages: number;
}

export interface PreparedTerm extends WeighedTerm {
  /** Per part, the posting lists of the alternatives. */
  readonly lists: readonly (readonly Postings[])[];
}

export const statisticsOf = (parts: readonly IndexPart[]): Statistics => {
  const sums = { pages: 0, passages: 0, title: 3, middle: 0, body: 0 };
  for (const { totals } of parts) {
    sums.pages += totals.pages;
    sums.passages += totals.passages;
    sums.title += totals.title;
    sums.middle += totals.middle;
    sums.body += totals.body;
  }
  const average = (sum: number, count: number): number => Math.max(1, sum / Math.max(1, count));
  return {
    pages: sums.pages,
    passages: sums.passages,
    averageTitle: average(sums.title, sums.pages),
    averageMiddle: average(sums.middle, sums.pages),
    averageBody: average(sums.body, sums.pages),
    averagePassage: average(sums.body, sums.passages),
  };
};

/** Inverse document frequency: ln(1 + (N − n + ½) / (n + ½)). */
export const idfOf = (pages: number, all: number): number => Math.log(1 + (all - pages + 0.5) / (pages + 0.5));

/** Weighs a term without unpacking its lists; pages taken out since count until the term is prepared. */
export const weighTerm = (term: QueryTerm, parts: readonly IndexPart[], statistics: Statistics): WeighedTerm => {
  let pages = 0;
  for (const part of parts) for (const alternative of term.alternatives) pages += part.pagesHolding(alternative);
  return weighed(term, pages, statistics);
};

/** Looks a term up in every part. */
export const prepareTerm = (term: QueryTerm, parts: readonly IndexPart[], statistics: Statistics): PreparedTerm => {
  const lists = parts.map((part) => term.alternatives.flatMap((alternative) => part.postings(alternative) ?? []));
  const pages = parts.reduce((sum, part, number) => sum + countLive(part, lists[number] ?? []), 0);
  return { ...weighed(term, pages, statistics), lists };
};

const weighed = (term: QueryTerm, pages: number, statistics: Statistics): WeighedTerm => ({
  term,
  idf: idfOf(pages, Math.max(statistics.pages, pages)),
  pages,
});

const countLive = (part: IndexPart, lists: readonly Postings[]): number => {
  if (part.totals.pages === part.pageCount) return lists.reduce((sum, { pages }) => sum + pages.length, 0);
  const { live } = part;
  let count = 0;
  for (const { pages } of lists) {
    for (let at = 0; at < pages.length; at += 1) count += live[pages[at] ?? 0] ?? 0;
  }
  return count;
};
