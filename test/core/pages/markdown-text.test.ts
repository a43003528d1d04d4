import fc from "fast-check";
import { expect, test } from "vitest";
import { extractLinks } from "../../../extensions/core/pages/links.ts";
import { visibleText } from "../../../extensions/core/pages/markdown-text.ts";
import { verifies } from "../../acceptance/verifies.ts";

test("what is no text is blanked in place", () => {
  const blanks = (count: number) => " ".repeat(count);
  expect(visibleText("a `code` b\n")).toBe(`a ${blanks(6)} b\n`);
  expect(visibleText("```\nx\n```\ny\n")).toBe("   \n \n   \ny\n");
  expect(visibleText("<!-- c --> d\n")).toBe(`${blanks(12)}\n`);
  expect(visibleText("d <!-- c --> <b>e</b>\n")).toBe(`d ${blanks(10)} ${blanks(3)}e${blanks(4)}\n`);
});

test("a text without code, comments and HTML is as it was", () => {
  expect(visibleText("# Lamp\n\nIt turns \\` and [[turns]].\n")).toBe("# Lamp\n\nIt turns \\` and [[turns]].\n");
});

const scrap = fc.constantFrom(
  "`",
  "``",
  "```\n",
  "~~~\n",
  "<!--",
  "-->",
  "<b>",
  "</b>",
  "<div>\n",
  "<code>",
  "</code>",
  "\\",
  "\n",
  "\n\n",
  "    ",
  "- ",
  "> ",
  "[[a]]",
  "[[b|c]]",
  "[x](y.md)",
  "![z](w.md)",
  "[r]: s.md",
  "](",
  "[",
  "]",
  "(",
  ")",
  "<u v.md>",
  "fog",
  "灯",
  "🔦",
  "#",
  "===\n",
  "---\n",
  "\t",
  "<a href='[[k]]'>",
);

test("blanking keeps every offset and every line, and links stand where they say", () => {
  verifies("pages.links-not-in-code");
  fc.assert(
    fc.property(fc.array(scrap, { maxLength: 25 }), (parts) => {
      const body = parts.join("");
      const text = visibleText(body);
      expect(text).toHaveLength(body.length);
      for (let at = 0; at < body.length; at++) {
        const kept = text[at] === body[at] || (text[at] === " " && body[at] !== "\n");
        expect(kept).toBe(true);
      }
      const links = extractLinks(body);
      expect(links.every(({ offset }) => body[offset] === "[" && text[offset] === "[")).toBe(true);
      expect(links.map(({ offset }) => offset)).toEqual(links.map(({ offset }) => offset).sort((a, b) => a - b));
    }),
    { numRuns: 3000 },
  );
});
