/**
 * Pseudo-relevance feedback for the tail of a ranking: terms that the best pages share are added to the query
 * (a relevance model as in Lavrenko and Croft 2001, mixed with the query as RM3 does). Pure.
 */

import { analyse } from "../analysis/analyse.ts";
import type { StemLanguage } from "../analysis/stem.ts";
import type { QueryTerm } from "./term.ts";

export const feedbackPages = 8;
const feedbackTerms = 12;
/** The original query's share of the weight. */
export const queryShare = 0.7;

export interface FeedbackPage {
  readonly text: string;
  readonly language: StemLanguage;
  readonly score: number;
}

/**
 * Terms to add to a query, weighed beside its own terms as they are. `idf` gives a term's inverse document
 * frequency, `highestIdf` the most that it can be.
 */
export const expansionOf = (
  pages: readonly FeedbackPage[],
  terms: readonly QueryTerm[],
  { idf, highestIdf }: { idf(term: string): number; readonly highestIdf: number },
): readonly QueryTerm[] => {
  const known = new Set(terms.flatMap((term) => term.alternatives));
  const best: { readonly term: string; readonly weight: number }[] = [];
  // What a term must weigh to be among the best, once there are enough of them.
  const least = (): number => (best.length < feedbackTerms ? 0 : (best.at(-1)?.weight ?? 0));
  for (const [term, likelihood] of likeliestFirst(pages)) {
    if (likelihood * highestIdf < least()) break;
    if (known.has(term) || term.length <= 2) continue;
    const weight = likelihood * idf(term);
    if (weight < least()) continue;
    best.push({ term, weight });
    best.sort((left, right) => right.weight - left.weight || (left.term < right.term ? -1 : 1));
    best.length = Math.min(best.length, feedbackTerms);
  }
  const sum = best.reduce((all, { weight }) => all + weight, 0) || 1;
  const queryWeight = terms.reduce((all, term) => all + term.weight, 0);
  const scale = (((1 - queryShare) / queryShare) * queryWeight) / sum;
  return best.map(({ term, weight }) => ({ alternatives: [term], weight: scale * weight, pair: false }));
};

/** Every term of the pages with its likelihood in a relevant text. */
const likeliestFirst = (pages: readonly FeedbackPage[]): readonly (readonly [string, number])[] => {
  const total = pages.reduce((sum, page) => sum + page.score, 0) || 1;
  const model = new Map<string, number>();
  for (const page of pages) {
    const counts = new Map<string, number>();
    let length = 0;
    analyse(page.text, { language: page.language }, (term) => {
      counts.set(term, (counts.get(term) ?? 0) + 1);
      length += 1;
    });
    for (const [term, count] of counts) {
      model.set(term, (model.get(term) ?? 0) + (page.score / total) * (count / Math.max(1, length)));
    }
  }
  return [...model].sort((left, right) => right[1] - left[1]);
};
