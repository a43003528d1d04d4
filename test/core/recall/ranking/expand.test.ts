import { describe, expect, test } from "vitest";
import { expansionOf } from "../../../../extensions/core/recall/ranking/expand.ts";
import { verifies } from "../../../acceptance/verifies.ts";
import { idsOf, recallWorld } from "../recall-world.ts";

const frequencies = { idf: (term: string) => (term === "common" ? 0.1 : 3), highestIdf: 9 };
const asked = [{ alternatives: ["lamp"], weight: 2, pair: false }];
const page = (text: string, score = 1) => ({ text, language: "en" as const, score });

describe("the terms that widen a query", () => {
  test("are those that the best pages share, without the query's own and without short ones", () => {
    verifies("recall.tail");
    const pages = [page("lamp wick oil ox"), page("lamp wick common"), page("lamp tide common")];
    expect(expansionOf(pages, asked, frequencies).map(({ alternatives }) => alternatives[0])).toEqual([
      "wick",
      "tide",
      "oil",
      "common",
    ]);
  });

  test("together weigh three sevenths of the query", () => {
    const added = expansionOf([page("lamp wick oil tide")], asked, frequencies);
    expect(added.reduce((sum, { weight }) => sum + weight, 0)).toBeCloseTo((2 * 0.3) / 0.7, 10);
  });

  test("follow the better page more", () => {
    const [first] = expansionOf([page("wick burner", 1), page("tide harbour", 9)], asked, frequencies);
    expect(["tide", "harbour"]).toContain(first?.alternatives[0]);
  });

  test("are twelve at most, those that a list of all would name", () => {
    const words = Array.from({ length: 60 }, (_, at) => `w${String.fromCharCode(97 + (at % 26))}${at}x`);
    const idf = (term: string): number => 1 + ((term.charCodeAt(1) * 7 + term.length) % 8);
    const text = words.map((word, at) => `${word} `.repeat(1 + (at % 3))).join(" ");
    const counted = new Map<string, number>();
    for (const word of text.trim().split(/ +/)) counted.set(word, (counted.get(word) ?? 0) + 1);
    const heaviest = [...counted]
      .map(([word, count]) => count * idf(word))
      .sort((left, right) => right - left)
      .slice(0, 12);
    const added = expansionOf([page(text)], asked, { idf, highestIdf: 9 });
    const own = added.map(({ alternatives: [word = ""] }) => (counted.get(word) ?? 0) * idf(word));
    expect(own.sort((left, right) => right - left)).toEqual(heaviest);
  });

  test("of no pages are none", () => {
    expect(expansionOf([], asked, frequencies)).toEqual([]);
  });
});

test("later ranks hold pages that share words with the best, and the first five stay", async () => {
  verifies("recall.tail");
  const world = await recallWorld();
  for (let number = 1; number <= 8; number += 1) {
    world.put(`wiki/notes/log-${number}.md`, `# Log ${number}\n\nThe foghorn bellows leaked, entry ${number}.\n`);
  }
  world.put("wiki/notes/leather.md", "# Leather\n\nBellows need new leather; entry in the book of stores.\n");
  const [few, many] = [await world.ask("foghorn"), await world.ask("foghorn", { limit: 12, explain: true })];
  expect(idsOf(many).slice(0, 5)).toEqual(idsOf(few));
  expect(idsOf(few)).not.toContain("notes/leather");
  expect(many.hits.find(({ id }) => id === "notes/leather")?.parts?.widened).toBe(true);
  expect(many.hits.slice(0, 5).every(({ parts }) => parts?.widened === false)).toBe(true);
});
