/**
 * Pseudo-relevance feedback for the tail of a ranking: terms that the best pages share are added to the query
 * (a relevance model as in Lavrenko and Croft 2001, mixed with the query as RM3 does). Pure.
 */

import { analyse } from "../analysis/analyse.ts";
import type { StemLanguage } from "../analysis/stem.ts";
import type { PreparedTerm } from "./score.ts";

export const feedbackPages = 8;
const feedbackTerms = 12;
/** The original query's share of the weight. */
const queryShare = 0.7;

export interface FeedbackPage {
  readonly text: string;
  readonly language: StemLanguage;
  readonly score: number;
}

export interface Expansion {
  readonly term: string;
  readonly weight: number;
}

/**
 * Weights for an expanded query: the factor for the query's own terms, and the terms to add.
 * `idf` gives a term's inverse document frequency.
 */
export const expansionOf = (
  pages: readonly FeedbackPage[],
  terms: readonly PreparedTerm[],
  idf: (term: string) => number,
): { readonly own: number; readonly added: readonly Expansion[] } => {
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
  const known = new Set(terms.flatMap((term) => term.term.alternatives));
  const best = [...model]
    .filter(([term]) => !known.has(term) && term.length > 2)
    .map(([term, likelihood]) => ({ term, weight: likelihood * idf(term) }))
    .sort((left, right) => right.weight - left.weight || (left.term < right.term ? -1 : 1))
    .slice(0, feedbackTerms);
  const sum = best.reduce((all, { weight }) => all + weight, 0) || 1;
  const queryWeight = terms.reduce((all, term) => all + term.term.weight, 0);
  return {
    own: queryShare,
    added: best.map(({ term, weight }) => ({ term, weight: ((1 - queryShare) * queryWeight * weight) / sum })),
  };
};
