import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cutPassages } from "../../../../extensions/core/recall/indexing/passages.ts";
import { verifies } from "../../../acceptance/verifies.ts";

const textsOf = (body: string): readonly string[] => cutPassages(body).map(({ from, to }) => body.slice(from, to));

const words = (count: number, word = "lamp"): string => Array.from({ length: count }, () => word).join(" ");

describe("passages", () => {
  test("of a short page are one", () => {
    expect(textsOf("Trim the wick.\n\nFill the lamp.\n")).toEqual(["Trim the wick.\n\nFill the lamp."]);
    expect(textsOf("")).toEqual([]);
    expect(textsOf(" \n\n\t\n")).toEqual([]);
  });

  test("begin at headings, which stay with what they announce", () => {
    verifies("recall.passages");
    const body = `# Lamp\n\n${words(30)}\n\n## Oil\n\n### In winter\n\n${words(30, "oil")}\n`;
    expect(textsOf(body)).toEqual([`# Lamp\n\n${words(30)}`, `## Oil\n\n### In winter\n\n${words(30, "oil")}`]);
  });

  test("take whole paragraphs up to about a hundred words", () => {
    verifies("recall.passages");
    const paragraphs = Array.from({ length: 6 }, (_, at) => words(50, `w${at}`));
    expect(textsOf(paragraphs.join("\n\n"))).toEqual([
      paragraphs.slice(0, 2).join("\n\n"),
      paragraphs.slice(2, 4).join("\n\n"),
      paragraphs.slice(4, 6).join("\n\n"),
    ]);
  });

  test("cut a long paragraph at a line end, else at a sentence's end, else between words", () => {
    expect(textsOf(`${words(100)}\n${words(100, "oil")}`)).toEqual([`${words(100)}\n`, words(100, "oil")]);
    expect(textsOf(`${words(100)}. ${words(100, "oil")}.`)).toEqual([`${words(100)}. `, `${words(100, "oil")}.`]);
    for (const text of textsOf(words(400, "node.js"))) expect(text).toMatch(/^node\.js( node\.js)* ?$/);
  });

  test("of Chinese text end at its sentences", () => {
    const sentence = `${"灯台守は霧の夜も灯をともす".repeat(12)}。`;
    for (const text of textsOf(sentence.repeat(6))) expect(text.endsWith("。")).toBe(true);
  });

  test("never cut a character of two units", () => {
    for (const text of textsOf("𠮷".repeat(2001))) expect(text).toMatch(/^(?:𠮷)+$/);
  });
});

describe("of any text passages", () => {
  const line = fc.oneof(
    fc.constantFrom("", "  ", "# Heading", "## Oil #", "```", "- item", "| a | b |", "text. More text! 灯。", "🔥🔥"),
    fc.string(),
    fc.nat(400).map((count) => words(count)),
    fc.nat(400).map((count) => "霧".repeat(count)),
  );
  const body = fc.array(line, { maxLength: 30 }).map((lines) => lines.join("\n"));

  test("come in order, leave out nothing but blanks, and are never blank", () => {
    verifies("recall.passages");
    fc.assert(
      fc.property(body, (text) => {
        let end = 0;
        for (const { from, to } of cutPassages(text)) {
          expect(from).toBeGreaterThanOrEqual(end);
          expect(text.slice(end, from).trim()).toBe("");
          expect(text.slice(from, to).trim()).not.toBe("");
          end = to;
        }
        expect(text.slice(end).trim()).toBe("");
      }),
    );
  });

  test("end where a line, a sentence or a word ends", () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom("lamp", "oil.", "wick!", "fog\n", "sea\n\n", "# tide\n"), { maxLength: 600 }),
        (list) => {
          const text = list.join(" ");
          for (const { from, to } of cutPassages(text)) {
            expect(from === 0 || /\s/.test(text[from - 1] ?? "")).toBe(true);
            expect(to === text.length || /\s/.test(text[to] ?? "") || /\s/.test(text[to - 1] ?? "")).toBe(true);
          }
        },
      ),
      { numRuns: 60 },
    );
  });
});
