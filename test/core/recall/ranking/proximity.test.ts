import { describe, expect, test } from "vitest";
import { proximityOf } from "../../../../extensions/core/recall/ranking/proximity.ts";
import { k1, PartScores } from "../../../../extensions/core/recall/ranking/score.ts";
import { prepareTerm, statisticsOf } from "../../../../extensions/core/recall/ranking/term.ts";
import { verifies } from "../../../acceptance/verifies.ts";
import { idsOf, recallWorld, writerOf } from "../recall-world.ts";

/** The reward for a page of this text, in units of the words' idf. */
const rewardOf = (text: string, ...words: readonly string[]): number => {
  const parts = [writerOf({ "notes/page": text })];
  const statistics = statisticsOf(parts);
  const terms = words.map((word) => prepareTerm({ alternatives: [word], weight: 1, pair: false }, parts, statistics));
  const scores = parts.map((part) => new PartScores(part, 0, statistics));
  for (const part of scores) part.add(terms);
  const [scored] = scores.map((part) => part.scored(0));
  const [term] = terms;
  if (scored === undefined || term === undefined) return 0;
  return proximityOf(scored, terms) / (0.22 * (k1 + 1) * term.idf);
};

describe("the reward for words that stand close together", () => {
  test("is less the further they are apart, and nothing beyond twenty words", () => {
    verifies("recall.proximity");
    const apart = (distance: number): string => `lamp ${"filler ".repeat(distance - 1)}wick\n`;
    expect(rewardOf(apart(1), "lamp", "wick")).toBeCloseTo(1, 5);
    expect(rewardOf(apart(4), "lamp", "wick")).toBeCloseTo(1 / 4, 5);
    expect(rewardOf(apart(20), "lamp", "wick")).toBeCloseTo(1 / 20, 5);
    expect(rewardOf(apart(21), "lamp", "wick")).toBe(0);
  });

  test("takes the nearest of several places, in either order", () => {
    expect(rewardOf("lamp one two three wick lamp\n", "lamp", "wick")).toBeCloseTo(1, 5);
    expect(rewardOf("wick lamp\n", "lamp", "wick")).toBeCloseTo(1, 5);
  });

  test("counts words that one other stands between in the query at half", () => {
    expect(rewardOf("lamp wick\n", "lamp", "oil", "wick")).toBeCloseTo(1, 5);
    expect(rewardOf("lamp oil wick\n", "lamp", "oil", "wick")).toBeCloseTo(1 + 1 + 1 / 2 / 2, 5);
  });

  test("is nothing for one word, and for a page without text", () => {
    expect(rewardOf("lamp\n", "lamp")).toBe(0);
    expect(rewardOf("", "lamp", "wick")).toBe(0);
  });
});

test("of two pages with the same words the one that has them together comes first", async () => {
  verifies("recall.proximity");
  const world = await recallWorld();
  const filler = "we went out and saw to the boat and the net and the rope and the sail and the pier";
  world.put("wiki/notes/apart.md", `# Day one\n\nThe mercury was low. ${filler}. The bath was cold.\n`);
  world.put("wiki/notes/together.md", `# Day two\n\nThe mercury bath was low. ${filler}. It was cold.\n`);
  expect(idsOf(await world.ask("mercury bath"))).toEqual(["notes/together", "notes/apart"]);
});
