import { expect, test } from "vitest";
import { markdownBlocks } from "../../../extensions/core/pages/markdown-blocks.ts";
import { verifies } from "../../acceptance/verifies.ts";

const outline = (body: string) => markdownBlocks(body).headings.map(({ level, text }) => `${level} ${text}`);
const hidden = (body: string) => markdownBlocks(body).hidden.map(({ start, end }) => body.slice(start, end));

test("headings of both kinds are found with level, text and offset", () => {
  verifies("pages.headings");
  const body = "# Lamp #\n\nFog\n===\n\nA long\nhorn\n---\n\n   ###### Deep\n#\n####### none\n#none\n";
  expect(markdownBlocks(body).headings).toEqual([
    { level: 1, text: "Lamp", offset: 0 },
    { level: 1, text: "Fog", offset: 10 },
    { level: 2, text: "A long horn", offset: 19 },
    { level: 6, text: "Deep", offset: 36 },
    { level: 1, text: "", offset: 51 },
  ]);
});

test("a heading keeps hashes that belong to its words", () => {
  expect(outline("# C#\n## F# ##\n# \\#\n")).toEqual(["1 C#", "2 F#", "1 \\#"]);
});

test("a rule is no heading: after a blank line, a list, a quote or a table", () => {
  expect(outline("Text\n\n---\n\n- item\n---\n\n> said\n---\n\n| a |\n---\n")).toEqual([]);
});

test("nothing in code, comments or HTML is a heading", () => {
  verifies("pages.headings");
  expect(outline("```sh\n# one\n```\n# Lamp\n")).toEqual(["1 Lamp"]);
  expect(outline("~~~~\n```\n# one\n~~~\n~~~~\n# Lamp\n")).toEqual(["1 Lamp"]);
  expect(outline("<!--\n# one\n\n# two\n-->\n# Lamp\n")).toEqual(["1 Lamp"]);
  expect(outline("<div>\n# one\n\n# Lamp\n")).toEqual(["1 Lamp"]);
  expect(outline("<pre>\n\n# one\n</pre>\n# Lamp\n")).toEqual(["1 Lamp"]);
  expect(outline("Text\n\n    # one\n\n    # two\n\n# Lamp\n")).toEqual(["1 Lamp"]);
});

test("a fence in a list or a quote hides what it holds", () => {
  expect(hidden("- step\n\n  ```sh\n  run\n  ```\n- next\n")).toEqual(["  ```sh\n  run\n  ```\n"]);
  expect(hidden("1. ```\n   run\n   ```\nText\n")).toEqual(["1. ```\n   run\n   ```\n"]);
  expect(hidden("> ```\n> run\nText\n")).toEqual(["> ```\n> run\n"]);
  expect(hidden("> ```\n> run\n> ```\nText\n")).toEqual(["> ```\n> run\n> ```\n"]);
});

test("a fence that is never closed hides the rest", () => {
  expect(hidden("Text\n```\nrun\n")).toEqual(["```\nrun\n"]);
});

test("deep text in a list is no code, and neither is a deep line of a paragraph", () => {
  expect(hidden("- step\n\n      still the step\n\nText\n    more text\n")).toEqual([]);
});

test("code in a row of backticks is no fence", () => {
  expect(hidden("```run``` it\n# Lamp\n")).toEqual([]);
});

test("an inline tag hides no line, a tag alone does until the next blank line", () => {
  expect(hidden("<b>[[lamp]]</b> turns\n\n<span>\n[[lamp]]\n\nText\n")).toEqual(["<span>\n[[lamp]]\n"]);
  expect(hidden("Text\n<span>\nmore\n")).toEqual([]);
  expect(hidden("<https://lamp.example>\n")).toEqual([]);
});

test("a long paragraph above a rule is no heading", () => {
  expect(outline(`${"fog and ".repeat(60)}\n---\n`)).toEqual([]);
});
