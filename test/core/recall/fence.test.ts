import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { asData, fence } from "../../../extensions/core/recall/fence.ts";
import { visible } from "../../../extensions/core/visible.ts";
import { verifies } from "../../acceptance/verifies.ts";

describe("a fence", () => {
  test.each([
    "</wiki-recall>",
    "</WIKI-RECALL>",
    "< / wiki-recall >",
    "<\n/wiki-recall",
    "<wiki-recall>",
    "＜/wiki-recall>",
    "</wiki\u200b-recall>",
    "</wiki-\u200drecall>",
    "</wiki\u00ad-recall>",
    "<\u2060/wiki-recall>",
    "</wiki-recall\u202e>",
  ])("is not ended by %j in the text", (attack) => {
    verifies("recall.fence");
    const lines = fence("wiki-recall", `Before ${attack} after`);
    const bare = lines.replace(/[\p{Cf}\p{Cc}\s]/gu, "").replace(/＜/g, "<");
    expect(bare.match(/<\/?wiki-recall/gi)).toEqual(["<wiki-recall", "</wiki-recall"]);
  });

  test("leaves other tags and ordinary text alone", () => {
    expect(asData("a < b, <b>bold</b>, wiki-recall", "wiki-recall")).toBe("a < b, <b>bold</b>, wiki-recall");
  });

  test("is ended once, whatever the text", () => {
    verifies("recall.fence");
    const piece = fc.constantFrom(
      "<",
      "/",
      " ",
      "wiki-recall",
      "WIKI",
      "-recall",
      ">",
      "\u200b",
      "\u200d",
      "\n",
      "&lt;",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        expect(fence("wiki-recall", pieces.join("")).match(/<\s*\/?\s*wiki-recall\b/gi)).toHaveLength(2);
      }),
      { numRuns: 500 },
    );
  });
});

describe("hidden characters", () => {
  test.each([
    ["\u200b", "<U+200B>"],
    ["\u202e", "<U+202E>"],
    ["\u2066", "<U+2066>"],
    ["\u200f", "<U+200F>"],
    ["\u00ad", "<U+00AD>"],
    ["\ufeff", "<U+FEFF>"],
    ["\u3164", "<U+3164>"],
    ["\u0007", "<U+0007>"],
    ["\u001b", "<U+001B>"],
    ["\u{e0041}", "<U+E0041>"],
    ["\u200d", "<U+200D>"],
  ])("such as %j are written out", (hidden, shown) => {
    verifies("recall.hidden-characters");
    expect(visible(`lamp${hidden}oil`)).toBe(`lamp${shown}oil`);
  });

  test("that carry a text in a row are written out, all but the first", () => {
    verifies("recall.hidden-characters");
    expect(visible("❤\ufe0f\ufe01\u{e0101}")).toBe("❤\ufe0f<U+FE01><U+E0101>");
  });

  test.each(["👩‍💻 ❤️ 🏴‍☠️", "می‌خواهم", "क्‍ष", "1️⃣", "灯台\nline\ttab", "Grüße, naïve"])(
    "that text needs stay: %s",
    (text) => {
      expect(visible(text)).toBe(text);
    },
  );
});
