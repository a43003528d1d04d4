import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { excerptOf } from "../../../extensions/core/recall/excerpt.ts";
import { tokensOf } from "../../../extensions/core/recall/tokens.ts";
import { verifies } from "../../acceptance/verifies.ts";

const isWhole = (text: string): boolean =>
  !/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/.test(text);

describe("an excerpt", () => {
  test("is the passage, without blank lines", () => {
    const body = "# Lamp\n\nTrim it.  \n\n\n- at dusk\n\nOther passage.\n";
    expect(excerptOf(body, { from: 0, to: 32 })).toBe("# Lamp\nTrim it.\n- at dusk");
    expect(excerptOf("Whole.\n", undefined)).toBe("Whole.");
    expect(excerptOf("", undefined)).toBe("");
  });

  test("of a long passage ends at a line, else after a word, and says that it was cut", () => {
    const lines = Array.from({ length: 40 }, (_, at) => `Line ${at} of the book.`).join("\n");
    expect(excerptOf(lines, { from: 0, to: lines.length })).toMatch(/book\. …$/);
    const words = "lantern ".repeat(200);
    expect(excerptOf(words, { from: 0, to: words.length })).toMatch(/^(lantern )+…$/);
  });

  test("of any text is short enough and ends with a whole character", () => {
    verifies("recall.excerpt");
    const piece = fc.oneof(
      fc.string(),
      fc.constantFrom("🔥", "灯", "\n\n", " ", "lamp ".repeat(90), "𠮷".repeat(200), "x".repeat(599)),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
        const body = pieces.join("");
        const excerpt = excerptOf(body, { from: 0, to: body.length });
        expect(excerpt.length).toBeLessThanOrEqual(600);
        if (isWhole(body)) expect(isWhole(excerpt)).toBe(true);
        expect(excerpt.replace(/ …$/, "")).toBe(excerpt.replace(/ …$/, "").trim());
      }),
    );
  });
});

test("tokens are four characters each, ideographs one", () => {
  expect([tokensOf(""), tokensOf("lamp"), tokensOf("lamps"), tokensOf("灯台"), tokensOf("lamp灯台")]).toEqual([
    0, 1, 2, 2, 3,
  ]);
});
