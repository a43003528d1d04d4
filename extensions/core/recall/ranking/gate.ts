/**
 * Whether a ranking's best page is about what the prompt is about, or merely shares words with it. The weights are
 * a logistic regression on real prompts and prompts that must recall nothing; no single figure separates them (short
 * generic prompts score a high share of what they could, long ones a high sum). Pure.
 */

import { analyse, termsOf } from "../analysis/analyse.ts";
import { genericTerms } from "../analysis/generic-words.ts";
import type { PageFacts } from "../indexing/index-part.ts";
import { indexOfPage } from "../indexing/postings.ts";
import type { RankedPage, Ranking } from "./rank.ts";
import { k1 } from "./score.ts";
import type { PreparedTerm, QueryTerm } from "./term.ts";

export interface Evidence {
  /** The best raw score, on the scale of a collection of 400 pages. */
  readonly raw: number;
  /** Its share of what the query could have scored. */
  readonly share: number;
  /** Words of the prompt in the best page's title. */
  readonly titleWords: number;
  /** Words of the prompt that name a subject and that the best page holds. */
  readonly words: number;
  /** Words of the prompt that name a subject. */
  readonly asked: number;
  /** One of them is rare among the pages, or the page is named. */
  readonly isSpecific: boolean;
  /** In so few pages that a long prompt finds some of its words in any of them. */
  readonly isOfFew: boolean;
}

export const evidenceOf = (ranking: Ranking, pages: number): Evidence | undefined => {
  const best = ranking.ranked[0];
  if (best === undefined) return undefined;
  const { terms, weight } = ranking.query;
  const held = terms.filter((term) => holds(term, best));
  const subjects = held.filter(({ term }) => isSubject(term));
  const titleTerms = termsOf(best.facts.title, { language: best.facts.language });
  return {
    raw: onScaleOf400(best.raw, pages),
    share: weight === 0 ? 0 : best.raw / ((k1 + 1) * weight),
    titleWords: subjects.filter((term) => term.term.alternatives.some((word) => titleTerms.has(word))).length,
    words: countWords(subjects.map(({ term }) => term)),
    asked: countWords(ranking.query.asked.filter(isSubject)),
    isSpecific: subjects.some((term) => isRare(term, pages)) || isNamed(best.facts, terms),
    isOfFew: pages <= fewPages,
  };
};

const fewPages = 50;

/** In a handful of pages hardly a word is rare, and the same match sums up to less. */
const onScaleOf400 = (raw: number, pages: number): number => {
  const enough = Math.max(pages, 5);
  return (raw * idfOnOnePage(enough) * Math.log(401)) / (idfOnOnePage(pages) * Math.log(enough + 1));
};

const idfOnOnePage = (pages: number): number => Math.log(1 + (Math.max(pages, 1) - 0.5) / 1.5);

const holds = (term: PreparedTerm, best: RankedPage): boolean =>
  (term.lists[best.part] ?? []).some((list) => indexOfPage(list, best.page) >= 0);

/** Names a subject: neither everyday work, nor grammar in hiragana, nor two words made one. */
const isSubject = ({ alternatives: [word = ""], pair }: QueryTerm): boolean => {
  return !pair && !genericTerms.has(word) && !/^\p{Script=Hiragana}+$/u.test(word);
};

/** Overlapping characters of a script without spaces are not words of their own. */
const wordShare = ({ alternatives: [word = ""] }: QueryTerm): number =>
  /^[\u0e00-\u0eff\u3040-\u9fff]/.test(word) ? 0.5 : 1;

const countWords = (terms: readonly QueryTerm[]): number => terms.reduce((sum, term) => sum + wordShare(term), 0);

const rareShare = 0.1;
/** In a small vault about one matter every word of the matter is common: there a quarter of the pages is rare enough. */
const rareInFew = { pages: 20, share: 0.25 };
const rareAlways = 2;

const isRare = (term: PreparedTerm, pages: number): boolean =>
  term.pages <= Math.max(rareAlways, pages * rareShare, Math.min(rareInFew.pages, pages * rareInFew.share));

/** The whole title or an alias stands in the prompt, at least two words or one that is no everyday word. */
const isNamed = (facts: PageFacts, terms: readonly PreparedTerm[]): boolean => {
  const asked = new Set(terms.flatMap(({ term }) => term.alternatives));
  return [facts.title, ...facts.aliases].some((name) => {
    const words: string[] = [];
    analyse(name, { language: facts.language }, (term) => words.push(term));
    return words.some((word) => !genericTerms.has(word)) && words.every((word) => asked.has(word));
  });
};

/** Log odds that the best page is relevant. */
const relevanceOf = (evidence: Evidence): number =>
  1.59 * Math.log(Math.max(1, evidence.raw)) +
  1.12 * Math.log(Math.max(0.01, evidence.share)) +
  1.4 * Math.min(2, evidence.titleWords) +
  3.41 * Math.log(1 + evidence.words) -
  7.89;

/** Below these odds silence is better: one prompt in sixty-five without a subject passes, four real ones in five do. */
const leastRelevance = 1.65;

/** Of the prompt's subject words, how many a page of few must hold: one in a hundred prompts without a subject passes. */
const leastHeldOfFew = 0.2;

export type GateVerdict = "passed" | "floor" | "rare-term";

export const gateOf = (evidence: Evidence | undefined): GateVerdict => {
  if (evidence === undefined || relevanceOf(evidence) < leastRelevance) return "floor";
  if (evidence.isOfFew && evidence.words < leastHeldOfFew * evidence.asked) return "floor";
  return evidence.isSpecific ? "passed" : "rare-term";
};
