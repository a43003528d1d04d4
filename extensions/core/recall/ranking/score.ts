/**
 * BM25F over pages and passages. Weighted term frequencies are added over the fields before saturation
 * (Robertson, Zaragoza, Taylor 2004), each normalised by its own field's length; idf is
 * ln(1 + (N − n + ½) / (n + ½)). A long page's score is half its own and half its best passage's; of a page with few
 * passages, which say much the same as the whole, the passage's share is smaller. Pure.
 */

import type { IndexPart } from "../indexing/index-part.ts";
import type { Postings } from "../indexing/postings.ts";
import type { PreparedTerm, Statistics } from "./term.ts";

/** Higher than for plain BM25: a title word already counts three times before saturation. */
export const k1 = 2;
const fieldWeights = { title: 3, middle: 2 };
const bTitle = 0.3;
const bMiddle = 0.5;
const bBody = 0.8;
const bPassage = 0.5;

export interface ScoredPage {
  readonly part: number;
  readonly page: number;
  /** Number within the part; -1 for a page without text. */
  readonly passage: number;
  readonly pageScore: number;
  readonly passageScore: number;
  readonly score: number;
}

/** The scores of one part's pages for a query. They are sums over its terms: more terms can be added later. */
export class PartScores {
  readonly part: IndexPart;
  /** The part's number among all parts. */
  readonly number: number;
  /** Live pages that hold a term, ascending. */
  matches = new Uint32Array();
  /** The best of their scores. */
  best = 0;
  /** Each page's score; zero for a page that holds no term. */
  readonly scores: Float64Array;
  readonly #pages: Float32Array;
  readonly #passages: Float32Array;
  readonly #statistics: Statistics;

  constructor(part: IndexPart, number: number, statistics: Statistics) {
    this.part = part;
    this.number = number;
    this.scores = new Float64Array(part.pageCount);
    this.#pages = new Float32Array(part.pageCount);
    this.#passages = new Float32Array(part.passageCount);
    this.#statistics = statistics;
  }

  add(terms: readonly PreparedTerm[]): void {
    for (const { idf, term, lists } of terms) {
      const weight = idf * term.weight * (k1 + 1);
      for (const list of lists[this.number] ?? []) this.#addList(list, weight);
    }
    this.#combine();
  }

  scored(page: number): ScoredPage {
    const passage = this.#bestPassage(page);
    const pageScore = this.#pages[page] ?? 0;
    const passageScore = passage < 0 ? pageScore : (this.#passages[passage] ?? 0);
    return { part: this.number, page, passage, pageScore, passageScore, score: this.scores[page] ?? 0 };
  }

  #addList(list: Postings, weight: number): void {
    const scores = this.#pages;
    const { bodyLength } = this.part;
    const { averageBody } = this.#statistics;
    for (let at = 0; at < list.pages.length; at += 1) {
      const page = list.pages[at] ?? 0;
      const head = this.#head(list, at, page);
      const times = this.#addPassages(list, at, head, weight);
      const weighted = head + times / (1 - bBody + (bBody * (bodyLength[page] ?? 0)) / averageBody);
      scores[page] = (scores[page] ?? 0) + (weight * weighted) / (k1 + weighted);
    }
  }

  /** The weighted frequency in the fields above the body. */
  #head(list: Postings, at: number, page: number): number {
    const inTitle = list.title[at] ?? 0;
    const inMiddle = list.middle[at] ?? 0;
    if (inTitle + inMiddle === 0) return 0;
    const { titleLength, middleLength } = this.part;
    const { averageTitle, averageMiddle } = this.#statistics;
    const title = 1 - bTitle + (bTitle * (titleLength[page] ?? 0)) / averageTitle;
    const middle = 1 - bMiddle + (bMiddle * (middleLength[page] ?? 0)) / averageMiddle;
    return (fieldWeights.title * inTitle) / title + (fieldWeights.middle * inMiddle) / middle;
  }

  /** Scores the passages of one page; returns how often the term stands in its body. */
  #addPassages(list: Postings, at: number, head: number, weight: number): number {
    const scores = this.#passages;
    const { passage, frequency } = list;
    const { passageLength } = this.part;
    const { averagePassage } = this.#statistics;
    const end = list.bodyStart[at + 1] ?? 0;
    let times = 0;
    for (let entry = list.bodyStart[at] ?? 0; entry < end; entry += 1) {
      const inPassage = frequency[entry] ?? 0;
      const where = passage[entry] ?? 0;
      times += inPassage;
      const length = 1 - bPassage + (bPassage * (passageLength[where] ?? 0)) / averagePassage;
      const weighted = head + inPassage / length;
      scores[where] = (scores[where] ?? 0) + (weight * weighted) / (k1 + weighted);
    }
    return times;
  }

  #combine(): void {
    const { part, scores } = this;
    const { live, pageCount } = part;
    const matches = new Uint32Array(pageCount);
    let count = 0;
    for (let page = 0; page < pageCount; page += 1) {
      const pageScore = this.#pages[page] ?? 0;
      if (pageScore === 0 || live[page] === 0) continue;
      const passage = this.#bestPassage(page);
      const share = passageShare(part, page);
      const passageScore = passage < 0 ? pageScore : (this.#passages[passage] ?? 0);
      const score = (1 - share) * pageScore + share * passageScore;
      scores[page] = score;
      if (score > this.best) this.best = score;
      matches[count++] = page;
    }
    this.matches = matches.subarray(0, count);
  }

  #bestPassage(page: number): number {
    const { passageStart } = this.part;
    const first = passageStart[page] ?? 0;
    const end = passageStart[page + 1] ?? 0;
    let best = first < end ? first : -1;
    for (let passage = first + 1; passage < end; passage += 1) {
      if ((this.#passages[passage] ?? 0) > (this.#passages[best] ?? 0)) best = passage;
    }
    return best;
  }
}

const passagesOfLongPage = 7;

const passageShare = ({ passageStart }: IndexPart, page: number): number => {
  const passages = (passageStart[page + 1] ?? 0) - (passageStart[page] ?? 0);
  return passages === 0 ? 0 : 0.5 * Math.min(1, (passages - 1) / (passagesOfLongPage - 1));
};
