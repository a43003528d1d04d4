/** Ranks the pages of all layers for one question: score, closeness, authority, and a widened tail. Pure. */

import { termsOf } from "../analysis/analyse.ts";
import type { IndexPart, PageFacts } from "../indexing/index-part.ts";
import { bestFirst } from "./best-first.ts";
import { byUse, type TrustClass } from "./by-use.ts";
import { expansionOf, feedbackPages, queryShare } from "./expand.ts";
import { proximityOf } from "./proximity.ts";
import { type PreparedQuery, prepareQuery } from "./query.ts";
import { PartScores, type ScoredPage } from "./score.ts";
import { idfOf, type PreparedTerm, prepareTerm, type Statistics, weighTerm } from "./term.ts";

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
  /** How its use multiplies the score, and among which pages that counts; without it use counts for nothing. */
  weighUse?(facts: PageFacts, part: number): PageUse;
  /** Text of a page for the widened tail; undefined when it can't be read. */
  textOf(facts: PageFacts, part: number): string | undefined;
}

export interface PageUse {
  readonly factor: number;
  readonly trustClass: TrustClass;
}

/** Every part of a score, for `--explain` and `/wiki why`. */
export interface ScoreParts {
  readonly page: number;
  readonly passage: number;
  readonly insideTitle: number;
  readonly proximity: number;
  /** What the page says of itself. */
  readonly multiplier: number;
  readonly usage: number;
  readonly widened: boolean;
}

export interface RankedPage {
  readonly part: number;
  readonly page: number;
  readonly passage: number;
  readonly facts: PageFacts;
  /** Before the multipliers. */
  readonly raw: number;
  readonly score: number;
  readonly trustClass: TrustClass;
  readonly parts: ScoreParts;
}

export interface Ranking {
  readonly ranked: readonly RankedPage[];
  /** The best pages as words and trust alone rank them. */
  readonly withoutUse: readonly RankedPage[];
  readonly excluded: readonly { readonly facts: PageFacts; readonly part: number; readonly reason: string }[];
  /** Pages that hold any word of the query, excluded ones included. */
  readonly total: number;
  readonly query: PreparedQuery;
}

export const rank = (request: RankRequest): Ranking => {
  const { parts, statistics } = request;
  const query = prepareQuery(request.prompt, parts, statistics);
  const scores = parts.map((part, number) => new PartScores(part, number, statistics));
  for (const part of scores) part.add(query.terms);
  const total = scores.reduce((sum, part) => sum + part.matches.length, 0);
  const judge = judgeOf(request);
  const { admitted, excluded } = admit(judge, scores);
  const withoutUse = admitted.map((candidate) => closeLook(request, query, candidate)).sort(byWords);
  const head = byUse(withoutUse, byScore);
  const ranked = request.limit > headLength ? withTail(request, { query, scores, judge, head }) : head;
  return { ranked, withoutUse, excluded, total, query };
};

interface Candidate {
  readonly scored: ScoredPage;
  readonly facts: PageFacts;
}

interface Judged {
  readonly facts: PageFacts;
  /** Why the page is left out. */
  readonly reason: string | undefined;
}

type Judge = (scored: ScoredPage) => Judged | undefined;

/** Reads and judges a page once, however often it is a candidate. */
const judgeOf = (request: RankRequest): Judge => {
  const known = request.parts.map(() => new Map<number, Judged>());
  return ({ part, page }) => {
    const judged = known[part]?.get(page);
    if (judged !== undefined) return judged;
    const facts = request.parts[part]?.facts(page);
    if (facts === undefined) return undefined;
    const fresh = { facts, reason: request.exclude(facts, part) };
    known[part]?.set(page, fresh);
    return fresh;
  };
};

/** The best pages that are not left out. */
const admit = (
  judge: Judge,
  scores: readonly PartScores[],
): { admitted: Candidate[]; excluded: Ranking["excluded"] } => {
  const admitted: Candidate[] = [];
  const excluded: { facts: PageFacts; part: number; reason: string }[] = [];
  for (const scored of bestFirst(scores)) {
    const judged = judge(scored);
    if (judged === undefined) continue;
    const { facts, reason } = judged;
    if (reason === undefined) admitted.push({ scored, facts });
    else excluded.push({ facts, part: scored.part, reason });
    if (admitted.length >= candidateCount) break;
  }
  return { admitted, excluded };
};

const byScore = (left: RankedPage, right: RankedPage): number => right.score - left.score || byId(left, right);

const byWords = (left: RankedPage, right: RankedPage): number =>
  right.raw * right.parts.multiplier - left.raw * left.parts.multiplier || byId(left, right);

const byId = (left: RankedPage, right: RankedPage): number => (left.facts.id < right.facts.id ? -1 : 1);

const weighed = (
  raw: number,
  { request, scored, facts }: { readonly request: RankRequest; readonly scored: ScoredPage; readonly facts: PageFacts },
) => {
  const multiplier = request.weigh(facts, scored.part);
  const { factor, trustClass } = request.weighUse?.(facts, scored.part) ?? unused;
  return { multiplier, usage: factor, trustClass, score: raw * multiplier * factor };
};

const unused: PageUse = { factor: 1, trustClass: "believed" };

const closeLook = (request: RankRequest, query: PreparedQuery, { scored, facts }: Candidate): RankedPage => {
  const insideTitle = insideTitleOf(facts, query);
  const proximity = proximityOf(scored, query.terms);
  const raw = scored.score + insideTitle + proximity;
  const { multiplier, usage, trustClass, score } = weighed(raw, { request, scored, facts });
  return {
    part: scored.part,
    page: scored.page,
    passage: scored.passage,
    facts,
    raw,
    score,
    trustClass,
    parts: {
      page: scored.pageScore,
      passage: scored.passageScore,
      insideTitle,
      proximity,
      multiplier,
      usage,
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

interface Head {
  readonly query: PreparedQuery;
  readonly scores: readonly PartScores[];
  readonly judge: Judge;
  readonly head: readonly RankedPage[];
}

/** Adds the terms of the best pages to the scores and takes the rest of the ranking from there. */
const withTail = (request: RankRequest, { query, scores, judge, head }: Head): readonly RankedPage[] => {
  const kept = head.slice(0, headLength);
  if (kept.length < headLength) return head;
  const added = widen(request, query, head);
  for (const part of scores) part.add(added);
  const seen = new Set(kept.map((page) => `${page.part}:${page.page}`));
  const tail = admit(judge, scores)
    .admitted.filter(({ scored }) => !seen.has(`${scored.part}:${scored.page}`))
    .map((candidate) => widened(request, candidate))
    .sort(byWords);
  return [...kept, ...byUse(tail, byScore)];
};

const widened = (request: RankRequest, { scored, facts }: Candidate): RankedPage => {
  const { part, page, passage } = scored;
  // On the scale of the narrow query, of which the wide one is a multiple.
  const raw = scored.score * queryShare;
  const { multiplier, usage, trustClass, score } = weighed(raw, { request, scored, facts });
  const parts = {
    page: scored.pageScore * queryShare,
    passage: scored.passageScore * queryShare,
    insideTitle: 0,
    proximity: 0,
    multiplier,
    usage,
    widened: true,
  };
  return { part, page, passage, facts, raw, score, trustClass, parts };
};

const widen = (request: RankRequest, query: PreparedQuery, head: readonly RankedPage[]): readonly PreparedTerm[] => {
  const { parts, statistics } = request;
  const pages = head.slice(0, feedbackPages).flatMap((page) => {
    const text = request.textOf(page.facts, page.part);
    return text === undefined ? [] : [{ text, language: page.facts.language, score: page.raw }];
  });
  // A list counts pages that were taken out since until it is unpacked.
  const isExact = parts.every(({ totals, pageCount }) => totals.pages === pageCount);
  const look = isExact ? weighTerm : prepareTerm;
  const idf = (term: string): number => look({ alternatives: [term], weight: 1, pair: false }, parts, statistics).idf;
  const terms = query.terms.map(({ term }) => term);
  return expansionOf(pages, terms, { idf, highestIdf: idfOf(0, statistics.pages) }).map((term) =>
    prepareTerm(term, parts, statistics),
  );
};
