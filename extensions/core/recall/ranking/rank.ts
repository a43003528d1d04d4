/** Ranks the pages of all layers for one question: score, closeness, authority, and a widened tail. Pure. */

import { termsOf } from "../analysis/analyse.ts";
import type { IndexPart, PageFacts } from "../indexing/index-part.ts";
import { expansionOf, feedbackPages } from "./expand.ts";
import { proximityOf } from "./proximity.ts";
import { type PreparedQuery, prepareQuery } from "./query.ts";
import { idfOf, prepareTerm, type ScoredPage, type Statistics, scorePart } from "./score.ts";

/** Ranks up to this one are the query's own; the tail may come from the widened query. */
const headLength = 5;
/** Candidates whose facts are read, filtered and looked at closely. */
const candidateCount = 50;
const insideTitleWeight = 1;

export interface RankRequest {
  readonly parts: readonly IndexPart[];
  readonly statistics: Statistics;
  readonly prompt: string;
  /** Over five, the tail is widened by feedback; the ranking itself is not cut. */
  readonly limit: number;
  /** The reason to leave a page out, or undefined to admit it; asked before any cut. */
  exclude(facts: PageFacts, part: number): string | undefined;
  /** Multiplies the score of an admitted page. */
  weigh(facts: PageFacts, part: number): number;
  /** Text of a page for the widened tail; undefined when it can't be read. */
  textOf(part: number, page: number, passage: number): string | undefined;
}

/** Every part of a score, for `--explain` and `/wiki why`. */
export interface ScoreParts {
  readonly page: number;
  readonly passage: number;
  readonly insideTitle: number;
  readonly proximity: number;
  readonly multiplier: number;
  readonly widened: boolean;
}

export interface RankedPage {
  readonly part: number;
  readonly page: number;
  readonly passage: number;
  readonly facts: PageFacts;
  /** Before the multiplier. */
  readonly raw: number;
  readonly score: number;
  readonly parts: ScoreParts;
}

export interface Ranking {
  readonly ranked: readonly RankedPage[];
  readonly excluded: readonly { readonly facts: PageFacts; readonly part: number; readonly reason: string }[];
  /** Pages that hold any word of the query, excluded ones included. */
  readonly total: number;
  readonly query: PreparedQuery;
}

export const rank = (request: RankRequest): Ranking => {
  const query = prepareQuery(request.prompt, request.parts, request.statistics);
  const scored = scoreAll(request, query);
  const { admitted, excluded } = admit(request, scored);
  const head = admitted.map((candidate) => closeLook(request, query, candidate)).sort(byScore);
  const ranked = request.limit > headLength ? withTail(request, query, head) : head;
  return { ranked, excluded, total: scored.length, query };
};

const scoreAll = (request: RankRequest, query: PreparedQuery): ScoredPage[] =>
  request.parts.flatMap((part, number) => scorePart(part, number, query.terms, request.statistics));

interface Candidate {
  readonly scored: ScoredPage;
  readonly facts: PageFacts;
}

const admit = (
  request: RankRequest,
  scored: ScoredPage[],
): { admitted: Candidate[]; excluded: Ranking["excluded"] } => {
  const admitted: Candidate[] = [];
  const excluded: { facts: PageFacts; part: number; reason: string }[] = [];
  for (const candidate of bestFirst(scored, request)) {
    const facts = request.parts[candidate.part]?.facts(candidate.page);
    if (facts === undefined) continue;
    const reason = request.exclude(facts, candidate.part);
    if (reason === undefined) admitted.push({ scored: candidate, facts });
    else excluded.push({ facts, part: candidate.part, reason });
    if (admitted.length >= candidateCount) break;
  }
  return { admitted, excluded };
};

/** Sorting everything is needless: pages below a fraction of the best score cannot reach the answer. */
const bestFirst = (scored: ScoredPage[], request: RankRequest): ScoredPage[] => {
  const order = (left: ScoredPage, right: ScoredPage): number =>
    right.score - left.score || compareIds(request, left, right);
  if (scored.length <= 1000) return scored.sort(order);
  const sample = Float32Array.from(scored, (page) => page.score).sort();
  const floor = sample[Math.max(0, sample.length - 500)] ?? 0;
  const top = scored.filter((page) => page.score >= floor).sort(order);
  return top.length < scored.length ? [...top, ...scored.filter((page) => page.score < floor)] : top;
};

const compareIds = (request: RankRequest, left: ScoredPage, right: ScoredPage): number => {
  const paths = [left, right].map((page) => request.parts[page.part]?.path(page.page) ?? "");
  return (paths[0] ?? "") < (paths[1] ?? "") ? -1 : 1;
};

const byScore = (left: RankedPage, right: RankedPage): number =>
  right.score - left.score || (left.facts.id < right.facts.id ? -1 : 1);

const closeLook = (request: RankRequest, query: PreparedQuery, { scored, facts }: Candidate): RankedPage => {
  const insideTitle = insideTitleOf(facts, query);
  const proximity = proximityOf(scored, query.terms);
  const multiplier = request.weigh(facts, scored.part);
  const raw = scored.score + insideTitle + proximity;
  return {
    part: scored.part,
    page: scored.page,
    passage: scored.passage,
    facts,
    raw,
    score: raw * multiplier,
    parts: {
      page: scored.pageScore,
      passage: scored.passageScore,
      insideTitle,
      proximity,
      multiplier,
      widened: false,
    },
  };
};

/** A query word that a run-together title holds (`static` in `staticdir`) is not a term of its own in the index. */
const insideTitleOf = (facts: PageFacts, query: PreparedQuery): number => {
  const joined = facts.title.toLowerCase().replace(/[^a-z0-9]/g, "");
  const whole = termsOf(facts.title, { language: facts.language, keepStopWords: true });
  let sum = 0;
  for (const { term, idf } of query.terms) {
    const word = term.alternatives[0] ?? "";
    if (word.length >= 4 && !term.pair && !whole.has(word) && joined.includes(word)) sum += idf * term.weight;
  }
  return insideTitleWeight * sum;
};

const withTail = (request: RankRequest, query: PreparedQuery, head: readonly RankedPage[]): readonly RankedPage[] => {
  const kept = head.slice(0, headLength);
  if (kept.length < headLength) return head;
  const terms = widen(request, query, head);
  const scored = request.parts.flatMap((part, number) => scorePart(part, number, terms, request.statistics));
  const seen = new Set(kept.map((page) => `${page.part}:${page.page}`));
  const { admitted } = admit(request, scored);
  const tail = admitted
    .filter(({ scored: page }) => !seen.has(`${page.part}:${page.page}`))
    .map(({ scored: page, facts }) => widened(request, page, facts))
    .sort(byScore);
  return [...kept, ...tail];
};

const widened = (request: RankRequest, page: ScoredPage, facts: PageFacts): RankedPage => {
  const multiplier = request.weigh(facts, page.part);
  const parts = {
    page: page.pageScore,
    passage: page.passageScore,
    insideTitle: 0,
    proximity: 0,
    multiplier,
    widened: true,
  };
  return { ...page, facts, raw: page.score, score: page.score * multiplier, parts };
};

const widen = (request: RankRequest, query: PreparedQuery, head: readonly RankedPage[]): PreparedQuery["terms"] => {
  const { parts, statistics } = request;
  const pages = head.slice(0, feedbackPages).flatMap((page) => {
    const text = request.textOf(page.part, page.page, page.passage);
    return text === undefined ? [] : [{ text, language: page.facts.language, score: page.raw }];
  });
  const idf = (term: string): number => {
    const count = parts.reduce((sum, part) => sum + (part.postings(term)?.pages.length ?? 0), 0);
    return idfOf(count, statistics.pages);
  };
  const { own, added } = expansionOf(pages, query.terms, idf);
  const ownTerms = query.terms.map((term) => ({ ...term, term: { ...term.term, weight: term.term.weight * own } }));
  const newTerms = added.map(({ term, weight }) =>
    prepareTerm({ alternatives: [term], weight, pair: false }, parts, statistics),
  );
  return [...ownTerms, ...newTerms];
};
