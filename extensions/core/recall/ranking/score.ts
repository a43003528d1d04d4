/**
 * BM25F over pages and passages. Weighted term frequencies are added over the fields before saturation
 * (Robertson, Zaragoza, Taylor 2004), each normalised by its own field's length; idf is
 * ln(1 + (N − n + ½) / (n + ½)). A long page's score is half its own and half its best passage's; of a page with few
 * passages, which say much the same as the whole, the passage's share is smaller. Pure.
 */

import type { IndexPart } from "../indexing/index-part.ts";
import type { Postings } from "../indexing/postings.ts";

/** Higher than for plain BM25: a title word already counts three times before saturation. */
export const k1 = 2;
const fieldWeights = { title: 3, middle: 2 };
const bTitle = 0.3;
const bMiddle = 0.5;
const bBody = 0.8;
const bPassage = 0.5;

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

export interface ScoredPage {
  readonly part: number;
  readonly page: number;
  score: number;
  /** Number within the part; -1 for a page without text. */
  readonly passage: number;
  readonly pageScore: number;
  readonly passageScore: number;
}

/** A query term with its posting lists (one a part and alternative) and what it can add at most. */
export interface PreparedTerm {
  readonly term: QueryTerm;
  readonly idf: number;
  /** Live pages that hold it. */
  readonly pages: number;
  /** Per part, the posting lists of the alternatives. */
  readonly lists: readonly (readonly Postings[])[];
}

export const statisticsOf = (parts: readonly IndexPart[]): Statistics => {
  const sums = { pages: 0, passages: 0, title: 3, middle: 0, body: 0, passage: 0 };
  for (const part of parts) {
    for (let page = 0; page < part.pageCount; page += 1) {
      if (part.live[page] === 0) continue;
      sums.pages += 1;
      sums.title += part.titleLength[page] ?? 0;
      sums.middle += part.middleLength[page] ?? 0;
      sums.body += part.bodyLength[page] ?? 0;
      sums.passages += (part.passageStart[page + 1] ?? 0) - (part.passageStart[page] ?? 0);
    }
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

export const idfOf = (pages: number, all: number): number => Math.log(1 + (all - pages + 0.5) / (pages + 0.5));

/** Looks a term up in every part. */
export const prepareTerm = (term: QueryTerm, parts: readonly IndexPart[], statistics: Statistics): PreparedTerm => {
  let pages = 0;
  const lists = parts.map((part) => {
    const found: Postings[] = [];
    for (const alternative of term.alternatives) {
      const postings = part.postings(alternative);
      if (postings !== undefined) found.push(postings);
    }
    pages += countLive(part, found);
    return found;
  });
  return { term, idf: idfOf(pages, Math.max(statistics.pages, pages)), pages, lists };
};

const countLive = (part: IndexPart, lists: readonly Postings[]): number => {
  let count = 0;
  for (const { pages } of lists) {
    for (let at = 0; at < pages.length; at += 1) count += part.live[pages[at] ?? 0] ?? 0;
  }
  return count;
};

/** Scores every live page of one part that holds a query term; the order is that of the pages. */
export const scorePart = (
  part: IndexPart,
  number: number,
  terms: readonly PreparedTerm[],
  statistics: Statistics,
): ScoredPage[] => {
  const pageScores = new Float32Array(part.pageCount);
  const passageScores = new Float32Array(part.passageCount);
  for (const term of terms) {
    const weight = term.idf * term.term.weight * (k1 + 1);
    for (const postings of term.lists[number] ?? []) {
      addTerm({ part, postings, weight, statistics }, pageScores, passageScores);
    }
  }
  const scored: ScoredPage[] = [];
  for (let page = 0; page < part.pageCount; page += 1) {
    const pageScore = pageScores[page] ?? 0;
    if (pageScore === 0 || part.live[page] === 0) continue;
    const passage = bestPassage(part, page, passageScores);
    const passageScore = passage < 0 ? pageScore : (passageScores[passage] ?? 0);
    const share = passageShare(part, page);
    const score = (1 - share) * pageScore + share * passageScore;
    scored.push({ part: number, page, passage, pageScore, passageScore, score });
  }
  return scored;
};

const passagesOfLongPage = 7;

const passageShare = (part: IndexPart, page: number): number => {
  const passages = (part.passageStart[page + 1] ?? 0) - (part.passageStart[page] ?? 0);
  return passages === 0 ? 0 : 0.5 * Math.min(1, (passages - 1) / (passagesOfLongPage - 1));
};

const bestPassage = (part: IndexPart, page: number, scores: Float32Array): number => {
  const first = part.passageStart[page] ?? 0;
  const end = part.passageStart[page + 1] ?? 0;
  let best = first < end ? first : -1;
  for (let passage = first + 1; passage < end; passage += 1) {
    if ((scores[passage] ?? 0) > (scores[best] ?? 0)) best = passage;
  }
  return best;
};

interface TermInPart {
  readonly part: IndexPart;
  readonly postings: Postings;
  readonly weight: number;
  readonly statistics: Statistics;
}

const addTerm = (
  { part, postings, weight, statistics }: TermInPart,
  pageScores: Float32Array,
  passageScores: Float32Array,
): void => {
  const { pages, title, middle, bodyStart, passage, frequency } = postings;
  const { averageTitle, averageMiddle, averageBody, averagePassage } = statistics;
  for (let at = 0; at < pages.length; at += 1) {
    const page = pages[at] ?? 0;
    let head = 0;
    const inTitle = title[at] ?? 0;
    const inMiddle = middle[at] ?? 0;
    if (inTitle > 0) {
      head += (fieldWeights.title * inTitle) / (1 - bTitle + (bTitle * (part.titleLength[page] ?? 0)) / averageTitle);
    }
    if (inMiddle > 0) {
      head +=
        (fieldWeights.middle * inMiddle) / (1 - bMiddle + (bMiddle * (part.middleLength[page] ?? 0)) / averageMiddle);
    }
    let times = 0;
    const end = bodyStart[at + 1] ?? 0;
    for (let entry = bodyStart[at] ?? 0; entry < end; entry += 1) {
      const inPassage = frequency[entry] ?? 0;
      const where = passage[entry] ?? 0;
      times += inPassage;
      const normal = inPassage / (1 - bPassage + (bPassage * (part.passageLength[where] ?? 0)) / averagePassage);
      const weighted = head + normal;
      passageScores[where] = (passageScores[where] ?? 0) + (weight * weighted) / (k1 + weighted);
    }
    const body = times / (1 - bBody + (bBody * (part.bodyLength[page] ?? 0)) / averageBody);
    const weighted = head + body;
    pageScores[page] = (pageScores[page] ?? 0) + (weight * weighted) / (k1 + weighted);
  }
};
