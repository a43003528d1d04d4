import fc from "fast-check";
import { expect, test } from "vitest";
import { parsePage } from "../../../extensions/core/pages/parse-page.ts";
import { verifies } from "../../acceptance/verifies.ts";

const lighthouse = `---
type: pitfall
title: "Lamp: stops in fog"
tags: [lamp, 'fog', "#x"]
generated: { by: keeper/1.0, at: 2026-11-30T12:00:00Z }
sources:
  - id: SRC-2026-11-30-001
    resource: /sources/SRC-2026-11-30-001.md
text: |
  # not a heading
  - item
status: draft # unsure
---

# Lamp

\`\`\`js
[[not/a-link]]
\`\`\`

See [[concepts/fog|the fog]] and [horn](/entities/horn.md "loud"). <!-- hidden -->

Setext
------
`;

const scraps = [
  "---",
  "\n---\n",
  "\r\n",
  "\r",
  "\uFEFF",
  "\0",
  "\uFFFD",
  "\uD800",
  "\u2028",
  "\t",
  "&a",
  "*a",
  "!b",
  "<<<<<<< HEAD\n",
  "=======\n",
  ">>>>>>> x\n",
  "[[",
  "]]",
  "```\n",
  "~~~",
  "<!--",
  "-->",
  "{",
  "}",
  "[",
  "]",
  "- ",
  "? ",
  ": ",
  "|",
  "\\",
  "`",
  "__proto__: ",
  "constructor: ",
  "'",
  '"',
  "# ",
  "> ",
  "%",
  "status: x\n",
  "   ",
  "<div>",
  "https://a.b/c.md",
  "🔦",
  "e\u0301",
];

interface Cut {
  readonly at: number;
  readonly drop: number;
  readonly put: string;
}

const cut = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  drop: fc.nat(20),
  put: fc.oneof(fc.constantFrom(...scraps), fc.string({ unit: "binary", maxLength: 8 }), fc.constant("")),
});

const mutate = (text: string, cuts: readonly Cut[]): string =>
  cuts.reduce((now, { at, drop, put }) => {
    const start = Math.floor(at * now.length);
    return now.slice(0, start) + put + now.slice(start + drop);
  }, text);

const expectPage = (text: string): void => {
  const page = parsePage({ path: "wiki/notes/lamp.md", text });
  const plain = text.replace(/^\uFEFF/, "").replace(/\r\n?/g, "\n");
  expect(plain.slice(page.bodyOffset)).toBe(page.body);
  expect(plain.slice(0, page.bodyOffset).split("\n")).toHaveLength(page.bodyLine);
  expect(typeof page.title === "string" && page.title !== "" && page.type !== "").toBe(true);
  expect(Object.getPrototypeOf(page.data)).toBe(Object.prototype);
  expect(JSON.parse(JSON.stringify(page.data))).toEqual(page.data);
  const lines = plain.split("\n").length;
  expect(page.findings.every(({ line }) => line >= 0 && line <= lines + 1)).toBe(true);
  for (const { offset } of page.headings) expect(offset === 0 || page.body[offset - 1] === "\n").toBe(true);
};

test("10,000 mutated pages are pages", () => {
  verifies("pages.always-a-page");
  fc.assert(
    fc.property(fc.array(cut, { minLength: 1, maxLength: 6 }), (cuts) => expectPage(mutate(lighthouse, cuts))),
    { numRuns: 10_000 },
  );
});

test("any text is a page", () => {
  verifies("pages.always-a-page");
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...scraps), { maxLength: 30 }), (parts) => expectPage(parts.join(""))),
    { numRuns: 2000 },
  );
});

// A regular expression that loops over a group ends in a RangeError on texts of this size.
test.each([
  "words and words\n",
  "x",
  "\n",
  "`",
  "> ",
  ">",
  "- ",
  "* ",
  "1. ",
  "#",
  "[[",
  "<a ",
  "<div ",
  "<!--",
  "```\n",
  "=\n",
  "\t",
  "\\",
  "|",
  "~",
])("ten megabytes of %j are a page", (unit) => {
  verifies("pages.always-a-page");
  const body = unit.repeat(10_000_000 / unit.length);
  expect(parsePage({ path: "wiki/a.md", text: `---\ntitle: Lamp\n---\n\n${body}` }).body).toHaveLength(body.length);
});
