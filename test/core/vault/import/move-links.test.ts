import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { moveLinks } from "../../../../extensions/core/vault/import/move-links.ts";
import { verifies } from "../../../acceptance/verifies.ts";

const ids = new Map([
  ["guide/lamp.md", "concepts/guide/lamp"],
  ["guide/index.md", "notes/guide/index-page"],
  ["guide/old lens (1).md", "notes/guide/old lens (1)"],
  ["log-book.md", "notes/log-book"],
  ["rules/fog.markdown", "notes/rules/fog"],
  ["燈/塔.md", "concepts/燈/塔"],
]);

const moved = (text: string, from = "guide/lamp.md"): string =>
  moveLinks(text, { from, to: ids.get(from) ?? "", idOf: (path) => ids.get(path) });

describe("links between imported files", () => {
  test("stay untouched when both moved together", () => {
    verifies("vault.import-links");
    const text = "See [the tower](../燈/塔.md#stairs) and [me](lamp.md), [again](./lamp.md).\n";
    expect(moved(text)).toBe(text);
  });

  test.each([
    ["[x](../log-book.md)", "[x](../../notes/log-book.md)"],
    ["[x](../log-book.md#may?y=1)", "[x](../../notes/log-book.md#may?y=1)"],
    ["[x](index.md)", "[x](../../notes/guide/index-page.md)"],
    ["[x](<old lens (1).md>)", "[x](<../../notes/guide/old%20lens%20%281%29.md>)"],
    ["[x](old%20lens%20(1).md)", "[x](../../notes/guide/old%20lens%20%281%29.md)"],
    ["[x](/rules/fog.markdown)", "[x](/notes/rules/fog.md)"],
    ['[x](../log-book.md "May")', '[x](../../notes/log-book.md "May")'],
    ["![x](../log-book.md)", "![x](../../notes/log-book.md)"],
    ["[x]: ../log-book.md", "[x]: ../../notes/log-book.md"],
    ["[[guide/index|start]]", "[[notes/guide/index-page|start]]"],
    ["[[log-book]]", "[[log-book]]"],
    ["[[rules/fog#night]]", "[[rules/fog#night]]"],
    ["| [[guide/lamp\\|lamp]] |", "| [[concepts/guide/lamp\\|lamp]] |"],
  ])("follow a target that is elsewhere now: %s", (before, after) => {
    expect(moved(`${before}\n`)).toBe(`${after}\n`);
  });

  test.each([
    "[x](https://example.org/log-book.md)",
    "[x](mailto:keeper@lighthouse.example)",
    "[x](//example.org/guide/lamp.md)",
    "[x](#light)",
    "[x](../unknown.md)",
    "[x](../../../guide/lamp.md)",
    "[x](picture.png)",
    "`[x](../log-book.md)`",
    "``a ` [x](../log-book.md)``",
    "<!-- [x](../log-book.md) -->",
    "```\n[x](../log-book.md)\n```",
    "[x](%E0%A4%A.md)",
    "[x](",
    "[[",
  ])("leave alone what is no link to an imported file: %s", (text) => {
    expect(moved(`${text}\n`)).toBe(`${text}\n`);
  });

  test("change without a change to line ends", () => {
    expect(moved("a\r\n[x](../log-book.md)\r\n\rb\n")).toBe("a\r\n[x](../../notes/log-book.md)\r\n\rb\n");
  });
});

test("a text without links between files is the same afterwards", () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(..."ab`[]()<>!\\|#\r\n -:/.") }), (text) => {
      expect(moveLinks(text, { from: "a.md", to: "notes/a", idOf: () => undefined })).toBe(text);
    }),
  );
});

test("long texts full of half links take linear time", () => {
  const text = `${"[x](a(".repeat(20_000)}${"`".repeat(10_000)}${"[[".repeat(20_000)}`;
  expect(moveLinks(text, { from: "a.md", to: "notes/a", idOf: () => undefined })).toBe(text);
});
