/** Rewards a passage in which the query's words stand close together. Pure. */

import { type Postings, positionsOf } from "../indexing/postings.ts";
import { k1, type PreparedTerm, type ScoredPage } from "./score.ts";

/** Words further apart than this have nothing to do with each other. */
const farthest = 20;

const proximityWeight = 0.22;

/**
 * For each two query words that follow each other (one may stand between) and both stand in the best passage:
 * the smaller idf over their distance there, summed; in units of score.
 */
export const proximityOf = (scored: ScoredPage, terms: readonly PreparedTerm[]): number => {
  if (scored.passage < 0) return 0;
  const found: { idf: number; positions: number[] }[] = [];
  for (const term of terms) {
    const positions = positionsIn(term.lists[scored.part] ?? [], scored);
    if (positions.length > 0) found.push({ idf: term.idf * term.term.weight, positions });
  }
  let sum = 0;
  for (let at = 1; at < found.length; at += 1) {
    for (let back = 1; back <= 2 && at - back >= 0; back += 1) {
      const left = found[at - back];
      const right = found[at];
      if (left === undefined || right === undefined) continue;
      const distance = nearest(left.positions, right.positions);
      if (distance <= farthest) sum += Math.min(left.idf, right.idf) / (Math.max(1, distance) * back);
    }
  }
  return proximityWeight * (k1 + 1) * sum;
};

const positionsIn = (lists: readonly Postings[], scored: ScoredPage): number[] => {
  for (const postings of lists) {
    const at = indexOfPage(postings.pages, scored.page);
    if (at < 0) continue;
    const end = postings.bodyStart[at + 1] ?? 0;
    for (let entry = postings.bodyStart[at] ?? 0; entry < end; entry += 1) {
      if (postings.passage[entry] === scored.passage) return positionsOf(postings, entry);
    }
  }
  return [];
};

const indexOfPage = (pages: Uint32Array, page: number): number => {
  let low = 0;
  let high = pages.length - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const value = pages[middle] ?? 0;
    if (value === page) return middle;
    if (value < page) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
};

const nearest = (left: readonly number[], right: readonly number[]): number => {
  let best = Number.POSITIVE_INFINITY;
  let from = 0;
  for (const position of right) {
    while (from < left.length && (left[from] ?? 0) < position) from += 1;
    const after = left[from];
    const before = left[from - 1];
    if (after !== undefined) best = Math.min(best, after - position);
    if (before !== undefined) best = Math.min(best, position - before);
  }
  return best;
};
