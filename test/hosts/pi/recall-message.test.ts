import type { Theme } from "@mariozechner/pi-coding-agent";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { InjectedPage } from "../../../extensions/core/recall/inject.ts";
import { verifies } from "../../acceptance/verifies.ts";
import { openPiWorld } from "./pi-world.ts";

const page = (id: string, more: Partial<InjectedPage> = {}): InjectedPage => ({
  id,
  layer: "project",
  path: `/lighthouse/.llm-wiki/wiki/${id}.md`,
  title: id,
  labels: [],
  hash: id,
  tokens: 100,
  score: 12.345,
  ...more,
});

const oil = page("notes/oil", { labels: ["unconfirmed", "stale since 2026-06-01"] });
const razor = page("notes/razor", { layer: "personal" });

/** Shows what would be dim between brackets, as a theme adds what has no width. */
const theme = { fg: (colour: string, text: string) => `${colour}[${text}]` } as unknown as Theme; // All that is used.

const lines = async (
  pages: readonly InjectedPage[],
  { expanded = false, width = 80 } = {},
): Promise<readonly string[] | undefined> => {
  const { pi } = await openPiWorld({ vault: false });
  const render = pi.renderers.get("wiki-recall");
  const message = {
    role: "custom" as const,
    customType: "wiki-recall",
    content: "<wiki-recall>…",
    display: true,
    timestamp: 0,
    details: { pages, tokens: 412, elapsed_ms: 3.2 },
  };
  return render?.(message, { expanded }, theme)?.render(width);
};

/** Columns as terminals count them, for the characters that these tests use. */
const columnsOf = (text: string): number =>
  [...text].reduce(
    (sum, char) => sum + (/[\p{Script=Han}\p{Script=Hangul}\p{Emoji_Presentation}]/u.test(char) ? 2 : 1),
    0,
  );

const bare = (line: string): string => line.replace(/^dim\[|\]$/g, "");

describe("the recall message", () => {
  test("is one dim line with its pages and what they cost", async () => {
    verifies("pi.recall-line");
    expect(await lines([oil, razor])).toEqual(["dim[wiki: 2 pages, 412 tokens]"]);
    expect(await lines([oil])).toEqual(["dim[wiki: 1 page, 412 tokens]"]);
  });

  test("when opened names each page with its layer, labels and score", async () => {
    verifies("pi.recall-line");
    expect(await lines([oil, razor], { expanded: true })).toEqual([
      "dim[wiki: 2 pages, 412 tokens]",
      "dim[  [[notes/oil]] (project; unconfirmed; stale since 2026-06-01; score 12.3)]",
      "dim[  [[notes/razor]] (📓 personal; score 12.3)]",
    ]);
  });

  test("is never wider than the screen, whatever the names and the width", async () => {
    verifies("pi.recall-line");
    const { pi } = await openPiWorld({ vault: false });
    const render = pi.renderers.get("wiki-recall");
    const names = fc.array(fc.constantFrom("灯", "塔", "등", "📓", "a", "é", "-", "/"), { maxLength: 60 });
    fc.assert(
      fc.property(fc.array(names, { maxLength: 4 }), fc.integer({ min: 1, max: 60 }), (ids, width) => {
        const details = { pages: ids.map((id) => page(id.join(""))), tokens: 412, elapsed_ms: 1 };
        const message = {
          role: "custom" as const,
          customType: "wiki-recall",
          content: "…",
          display: true,
          timestamp: 0,
          details,
        };
        const shown = render?.(message, { expanded: true }, theme)?.render(width) ?? [];
        expect(shown).toHaveLength(ids.length + 1);
        expect(shown.filter((line) => columnsOf(bare(line)) > width)).toEqual([]);
      }),
    );
  });

  test("is whole where it just fits", async () => {
    verifies("pi.recall-line");
    const whole = "wiki: 1 page, 412 tokens";
    expect(await lines([oil], { width: whole.length })).toEqual([`dim[${whole}]`]);
    expect(await lines([oil], { width: whole.length - 1 })).toEqual(["dim[wiki: 1 page, 412 toke…]"]);
  });

  test("of another version, without details, is left to Pi", async () => {
    const { pi } = await openPiWorld({ vault: false });
    const message = { role: "custom", customType: "wiki-recall", content: "…", display: true, timestamp: 0 } as const;
    expect(pi.renderers.get("wiki-recall")?.(message, { expanded: false }, theme)).toBeUndefined();
  });
});
