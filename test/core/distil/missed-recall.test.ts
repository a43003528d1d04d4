import { describe, expect, test } from "vitest";
import { type Exchange, missesIn } from "../../../extensions/core/distil/missed-recall.ts";
import { verifies } from "../../acceptance/verifies.ts";

const exchange = (more: Partial<Exchange> = {}): Exchange => ({
  entry: "e1",
  prompt: "Why is it so orange up there tonight?",
  recalled: [],
  found: ["/vault/wiki/notes/wick.md"],
  cited: ["notes/wick"],
  ...more,
});

const idAt = (path: string): string | undefined => /wiki\/(.*)\.md$/.exec(path)?.[1];
const triggers = (...exchanges: readonly Exchange[]) =>
  missesIn(exchanges, idAt).map(({ page, trigger }) => [page, trigger]);

describe("a prompt missed a page", () => {
  test("when nothing was recalled, and the page was found by hand and cited", () => {
    verifies("distil.misses");
    expect(triggers(exchange())).toEqual([["notes/wick", "Why is it so orange up there tonight"]]);
  });

  test.each([
    ["pages were recalled", { recalled: ["notes/lens"] }],
    ["the page was not cited", { cited: [] }],
    ["the page was cited and not looked for", { found: [] }],
    ["another page was found", { found: ["/vault/wiki/notes/lens.md"] }],
    ["what was read is no page", { found: ["/lighthouse/log.txt"] }],
    ["the prompt says nothing", { prompt: "go on please" }],
    ["the prompt is code alone", { prompt: "```\nwhy is it so orange up there\n```" }],
  ])("not when %s", (_why, more) => {
    verifies("distil.misses");
    expect(triggers(exchange(more))).toEqual([]);
  });

  test("not when the page had been shown before: it is in the context still", () => {
    verifies("distil.misses");
    const earlier = exchange({ entry: "e0", recalled: ["notes/wick"], found: [], cited: [] });
    expect(triggers(earlier, exchange())).toEqual([]);
    expect(triggers(exchange(), earlier)).toHaveLength(1);
  });

  test("in the first sentence that says something, cut to what is typed", () => {
    verifies("distil.misses");
    const long = `Hi. ${Array.from({ length: 20 }, (_, number) => `word${number}`).join(" ")}. And more of it here.`;
    expect(triggers(exchange({ prompt: long }))[0]?.[1]?.split(" ")).toHaveLength(14);
    expect(triggers(exchange({ prompt: "今晚灯光为什么这么橙黄？" }))[0]?.[1]).toBe("今晚灯光为什么这么橙黄？");
  });
});
