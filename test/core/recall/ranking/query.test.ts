import { beforeAll, describe, expect, test } from "vitest";
import { loadStemmers } from "../../../../extensions/core/recall/analysis/stem.ts";
import { prepareQuery, queryTermsOf } from "../../../../extensions/core/recall/ranking/query.ts";
import { statisticsOf } from "../../../../extensions/core/recall/ranking/term.ts";
import { verifies } from "../../../acceptance/verifies.ts";
import { idsOf, recallWorld, writerOf } from "../recall-world.ts";

const weights = (prompt: string): Readonly<Record<string, number>> =>
  Object.fromEntries(queryTermsOf(prompt, ["en"]).map(({ alternatives, weight }) => [alternatives[0], weight]));

const prepared = (prompt: string, pages: Readonly<Record<string, string>>) => {
  const parts = [writerOf(pages)];
  const query = prepareQuery(prompt, parts, statisticsOf(parts));
  return { ...query, words: query.terms.map(({ term }) => term.alternatives[0]) };
};

beforeAll(() => loadStemmers(["de"]));

describe("the terms of a prompt", () => {
  test("are its words, each once, a repeated one a little heavier", () => {
    expect(weights("the lamp, a lamp and oil")).toMatchObject({ lamp: 1 + Math.log(2), oil: 1 });
  });

  test("that name things exactly weigh double: code, file names, paths, error messages", () => {
    verifies("recall.exact-text");
    expect(weights("why does `lampOf` fail")).toMatchObject({ lampof: 2, fail: 1 });
    expect(weights("look into wick-store.ts now")).toMatchObject({ wick: 2, store: 2, look: 1 });
    expect(weights("see extensions/core/lamp please")).toMatchObject({ extens: 2, core: 2, lamp: 2 });
    expect(weights("it says\nTypeError: wick undefined\nsometimes")).toMatchObject({ wick: 2, undefin: 2, sometim: 1 });
    expect(weights("run\n```ts\nconst burner = 1\n```\nplease")).toMatchObject({ burner: 2, run: 1 });
  });

  test("are function words where there are no others", () => {
    verifies("recall.stop-words");
    expect(Object.keys(weights("who are you"))).toEqual(["who", "are", "you"]);
    expect(Object.keys(weights("who is the keeper"))).toEqual(["keeper"]);
  });

  test("include neighbours written as one, at half the weight", () => {
    expect(queryTermsOf("which data frame", ["en"]).filter(({ pair }) => pair)).toEqual([
      { alternatives: ["datafram"], weight: 0.5, pair: true },
    ]);
  });

  test("of a script without spaces weigh less where they repeat themselves or are grammar", () => {
    expect(weights("灯台の")).toMatchObject({ 灯台: 1, 灯: 0.3, の: 0.2 });
  });

  test("have a form for each language of the pages", () => {
    const [term] = queryTermsOf("Laternen", ["en", "de"]);
    expect(term?.alternatives).toEqual(["laternen", "latern"]);
  });
});

describe("a prepared query", () => {
  const common = Object.fromEntries(
    Array.from({ length: 30 }, (_, at) => [
      `notes/p${at}`,
      `${Array.from({ length: 40 }, (_w, word) => `common${word}`).join(" ")}\n`,
    ]),
  );

  test("keeps the 24 rarest terms wherever they stand", () => {
    verifies("recall.long-prompts");
    const filler = Array.from({ length: 400 }, (_, at) => `common${at % 40}`).join(" ");
    const { words } = prepared(`${filler} bellows mercury`, { ...common, "notes/rare": "bellows mercury\n" });
    expect(words).toHaveLength(24);
    expect(words.slice(-2)).toEqual(["bellow", "mercuri"]);
  });

  test("keeps its terms in the prompt's order, and only those that pages hold", () => {
    expect(prepared("wick, harbour, oil", { a: "oil wick\n" }).words).toEqual(["wick", "oil"]);
  });

  test("corrects words that no page holds, and never those that one does", () => {
    verifies("recall.typos");
    const pages = { a: "fresnel lens\n", b: "fresnel lens\n", c: "fresnol\n" };
    expect(prepared("fresnle", pages)).toMatchObject({
      words: ["fresnel"],
      corrected: [{ from: "fresnl", to: "fresnel" }],
    });
    expect(prepared("fresnol", pages)).toMatchObject({ words: ["fresnol"], corrected: [] });
  });

  test("counts unknown words in what a page could hold", () => {
    const [known, unknown] = ["wick", "wick harbour"].map(
      (prompt) => prepared(prompt, { a: "wick\n", b: "oil\n" }).weight,
    );
    expect(unknown).toBeGreaterThan(2 * (known ?? 0));
  });

  test("of nothing is nothing", () => {
    expect(prepared("", { a: "wick\n" })).toMatchObject({ terms: [], weight: 0, corrected: [] });
    expect(prepared("?! …", { a: "wick\n" }).terms).toEqual([]);
  });
});

test("key words at the end of a long prompt find their page", async () => {
  verifies("recall.long-prompts");
  const world = await recallWorld();
  world.put("wiki/notes/mercury.md", "# Mercury bath\n\nThe lens floats on mercury; top it up each spring.\n");
  for (let number = 1; number <= 20; number += 1) {
    world.put(
      `wiki/notes/log-${number}.md`,
      `# Log ${number}\n\nWe sat in the kitchen and talked about the weather and the boat and dinner.\n`,
    );
  }
  const chat = "We sat in the kitchen and talked about the weather and the boat and dinner. ".repeat(27);
  const answer = await world.ask(`${chat} By the way, how much mercury does the lens need?`);
  expect(idsOf(answer)[0]).toBe("notes/mercury");
});

test("a query of function words alone finds titles", async () => {
  verifies("recall.stop-words");
  const world = await recallWorld();
  world.put("wiki/notes/who.md", "# Who We Are\n\nKeepers since 1890.\n");
  world.put("wiki/notes/oil.md", "# Oil\n\nWe are out of oil, and you know who is to blame.\n");
  expect(idsOf(await world.ask("who are we"))).toEqual(["notes/who"]);
});
