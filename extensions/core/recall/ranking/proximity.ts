/** Rewards a passage in which the query's words stand close together. Pure. */

import { indexOfPage, type Postings, positionsOf } from "../indexing/postings.ts";
import { k1, type ScoredPage } from "./score.ts";
import type { PreparedTerm } from "./term.ts";

/** Words further apart than this have nothing to do with each other. */
const farthest = 20;

const proximityWeight = 0.22;

interface Found {
  readonly weight: number;
  readonly positions: readonly number[];
}

/**
 * For each two query words that follow each other (one may stand between) and both stand in the best passage:
 * the smaller idf over their distance there, summed; in units of score.
 */
export const proximityOf = (scored: ScoredPage, terms: readonly PreparedTerm[]): number => {
  if (scored.passage < 0) return 0;
  const found: Found[] = [];
  for (const term of terms) {
    const positions = positionsIn(term.lists[scored.part] ?? [], scored);
    if (positions.length > 0) found.push({ weight: term.idf * term.term.weight, positions });
  }
  let sum = 0;
  for (const [at, word] of found.entries()) {
    sum += closeness(found[at - 1], word) + closeness(found[at - 2], word) / 2;
  }
  return proximityWeight * (k1 + 1) * sum;
};

const closeness = (left: Found | undefined, right: Found): number => {
  if (left === undefined) return 0;
  const distance = nearest(left.positions, right.positions);
  return distance > farthest ? 0 : Math.min(left.weight, right.weight) / Math.max(1, distance);
};

const positionsIn = (lists: readonly Postings[], scored: ScoredPage): readonly number[] => {
  for (const postings of lists) {
    const at = indexOfPage(postings, scored.page);
    if (at < 0) continue;
    const end = postings.bodyStart[at + 1] ?? 0;
    for (let entry = postings.bodyStart[at] ?? 0; entry < end; entry += 1) {
      if (postings.passage[entry] === scored.passage) return positionsOf(postings, entry);
    }
  }
  return [];
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
