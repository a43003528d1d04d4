import { describe, expect, test } from "vitest";
import type { IndexPart } from "../../../../extensions/core/recall/indexing/index-part.ts";
import { PartScores } from "../../../../extensions/core/recall/ranking/score.ts";
import {
  idfOf,
  prepareTerm,
  type QueryTerm,
  statisticsOf,
  weighTerm,
} from "../../../../extensions/core/recall/ranking/term.ts";
import { verifies } from "../../../acceptance/verifies.ts";
import { pageText, writerOf } from "../recall-world.ts";

const word = (term: string, weight = 1): QueryTerm => ({ alternatives: [term], weight, pair: false });

const scoresOf = (parts: readonly IndexPart[], ...terms: readonly QueryTerm[]): readonly number[] => {
  const statistics = statisticsOf(parts);
  return parts.flatMap((part, number) => {
    const scores = new PartScores(part, number, statistics);
    scores.add(terms.map((term) => prepareTerm(term, parts, statistics)));
    return Array.from({ length: part.pageCount }, (_, page) => scores.scored(page).score);
  });
};

// Titles are of one word each, bodies of four and two, one passage a page; the last page has no body.
const three = {
  "notes/oil": pageText("lamp wick wick tower\n", { title: "Oil" }),
  "notes/wick": pageText("oil glass\n", { title: "Wick", tags: ["wick"] }),
  "notes/sea": pageText("", { title: "Sea" }),
};

describe("the score of a page", () => {
  test("is BM25F, counted by hand", () => {
    verifies("recall.bm25f");
    const part = writerOf(three);
    expect(statisticsOf([part])).toMatchObject({
      pages: 3,
      passages: 2,
      averageTitle: (3 + 3) / 3,
      averageMiddle: 1,
      averageBody: 2,
      averagePassage: 3,
    });
    const idf = Math.log(1 + (3 - 2 + 0.5) / (2 + 0.5));
    // The body holds it twice among four words, where two are usual.
    const inBody = 2 / (1 - 0.8 + (0.8 * 4) / 2);
    // Title and tag hold it once each; title ×3, tag ×2, each by its own length.
    const inHead = 3 / (1 - 0.3 + (0.3 * 1) / 2) + 2 / (1 - 0.5 + (0.5 * 1) / 1);
    const saturated = (weighted: number): number => (idf * 3 * weighted) / (2 + weighted);
    const [oil, wick, sea] = scoresOf([part], word("wick"));
    expect(oil).toBeCloseTo(saturated(inBody), 5);
    expect(wick).toBeCloseTo(saturated(inHead), 5);
    expect(sea).toBe(0);
  });

  test("sums over words, each by its weight", () => {
    const part = writerOf(three);
    const [both = 0] = scoresOf([part], word("wick"), word("lamp", 2));
    const [wick = 0] = scoresOf([part], word("wick"));
    const [lamp = 0] = scoresOf([part], word("lamp"));
    expect(both).toBeCloseTo(wick + 2 * lamp, 5);
  });

  test("counts a title more than a tag or heading, and these more than the body", () => {
    verifies("recall.fields");
    const filler = "sea fog tide storm harbour pier";
    const part = writerOf({
      "notes/a": pageText(`${filler}\n`, { title: "Lens" }),
      "notes/b": pageText(`${filler}\n`, { title: "Pier", tags: ["lens"] }),
      "notes/c": pageText(`${filler}\n`, { title: "Pier", recall_triggers: ["lens"] }),
      "notes/d": pageText(`${filler} lens\n`, { title: "Pier" }),
      "notes/e": pageText(`${filler}\n`, { title: "Pier", aliases: ["lens"] }),
    });
    const [title = 0, tag = 0, trigger = 0, body = 0, alias = 0] = scoresOf([part], word("len"), word("lens"));
    expect(title).toBeGreaterThan(tag);
    expect(trigger).toBeCloseTo(tag, 5);
    expect(tag).toBeGreaterThan(body);
    expect(alias).toBeGreaterThan(tag);
  });

  test("of a long page is raised by one passage that holds all the words", () => {
    verifies("recall.passages-rank");
    const filler = Array.from({ length: 90 }, (_, at) => `filler${at}`).join(" ");
    const sections = (first: string, second: string): string =>
      [first, "", "", "", "", "", second].map((more, at) => `## Part ${at}\n\n${filler} ${more}\n`).join("\n");
    const part = writerOf({ "notes/apart": sections("wick", "oil"), "notes/together": sections("wick oil", "") });
    const [apart = 0, together = 0] = scoresOf([part], word("wick"), word("oil"));
    expect(together).toBeGreaterThan(apart * 1.05);
  });

  test("names the passage that holds the words best", () => {
    const filler = Array.from({ length: 90 }, (_, at) => `filler${at}`).join(" ");
    const part = writerOf({
      "notes/long": `## One\n\n${filler}\n\n## Two\n\n${filler} wick\n\n## Three\n\n${filler}\n`,
    });
    const statistics = statisticsOf([part]);
    const scores = new PartScores(part, 0, statistics);
    scores.add([prepareTerm(word("wick"), [part], statistics)]);
    expect(scores.scored(0)).toMatchObject({ passage: 1, page: 0, part: 0 });
  });

  test("grows when terms are added later as if they had been there at once", () => {
    const part = writerOf(three);
    const statistics = statisticsOf([part]);
    const prepared = ["wick", "lamp"].map((term) => prepareTerm(word(term), [part], statistics));
    const [once, later] = [new PartScores(part, 0, statistics), new PartScores(part, 0, statistics)];
    once.add(prepared);
    for (const term of prepared) later.add([term]);
    expect([...later.scores]).toEqual([...once.scores]);
    expect([...later.matches]).toEqual([0, 1]);
  });
});

describe("over several parts", () => {
  test("a page scores the same wherever it stands", () => {
    verifies("recall.layers-comparable");
    const whole = scoresOf([writerOf(three)], word("wick"));
    const { "notes/oil": oil, ...rest } = three;
    expect(scoresOf([writerOf({ "notes/oil": oil }), writerOf(rest)], word("wick"))).toEqual(whole);
  });

  test("pages that were taken out count no more", () => {
    const part = writerOf({ ...three, "notes/old": "wick wick wick\n" });
    part.remove(3);
    const scores = scoresOf([part], word("wick"));
    expect(scores.slice(0, 3)).toEqual(scoresOf([writerOf(three)], word("wick")));
    expect(scores[3]).toBe(0);
    const statistics = statisticsOf([part]);
    expect(prepareTerm(word("wick"), [part], statistics).pages).toBe(2);
    expect(weighTerm(word("wick"), [part], statistics).pages).toBe(3);
  });

  test("the same word under several stemmers is one word", () => {
    const parts = [writerOf(three)];
    const both: QueryTerm = { alternatives: ["wick", "oil"], weight: 1, pair: false };
    expect(prepareTerm(both, parts, statisticsOf(parts)).pages).toBe(4);
    expect(scoresOf(parts, both)[0]).toBeGreaterThan(0);
  });
});

test("a rare word weighs more, and a word of every page something", () => {
  expect(idfOf(1, 1000)).toBeGreaterThan(idfOf(10, 1000));
  expect(idfOf(1000, 1000)).toBeGreaterThan(0);
  expect(idfOf(0, 3)).toBeCloseTo(Math.log(8), 10);
});

test("statistics of no pages divide by nothing", () => {
  expect(statisticsOf([])).toEqual({
    pages: 0,
    passages: 0,
    averageTitle: 3,
    averageMiddle: 1,
    averageBody: 1,
    averagePassage: 1,
  });
});
