import fc from "fast-check";
import { expect, test } from "vitest";
import { linesOf } from "../../../extensions/core/ledger/line-diff.ts";
import { unifiedDiff } from "../../../extensions/core/ledger/unified-diff.ts";
import { verifies } from "../../acceptance/verifies.ts";

const shown = (before: string, after: string): readonly string[] =>
  unifiedDiff(before, after).map(({ mark, text }) => (mark === "@" ? text : `${mark}${text}`));

const turns = (...numbers: readonly number[]): string => numbers.map((number) => `Turn ${number}.\n`).join("");

test("a change is shown with three lines around it, and where it stands", () => {
  verifies("review.diff");
  const before = turns(1, 2, 3, 4, 5, 6, 7, 8, 9, 10);
  expect(shown(before, before.replace("Turn 5", "Rest 5"))).toEqual([
    "@@ -2,7 +2,7 @@",
    " Turn 2.",
    " Turn 3.",
    " Turn 4.",
    "-Turn 5.",
    "+Rest 5.",
    " Turn 6.",
    " Turn 7.",
    " Turn 8.",
  ]);
});

test("changes far apart are pieces of their own, added and dropped lines are counted", () => {
  verifies("review.diff");
  const before = turns(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12);
  const after = `New.\n${turns(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11)}`;
  expect(shown(before, after).filter((line) => line.startsWith("@@"))).toEqual(["@@ -1,3 +1,4 @@", "@@ -9,4 +10,3 @@"]);
  expect(shown("", "New.\n")).toEqual(["@@ -0,0 +1,1 @@", "+New."]);
  expect(shown("Old.\n", "")).toEqual(["@@ -1,1 +0,0 @@", "-Old."]);
});

test("the same lines differ in nothing, whatever ends them", () => {
  verifies("review.diff");
  expect(shown("a\r\nb\r\n", "a\nb")).toEqual([]);
});

test("what a diff keeps, drops and adds are the lines that differ, whole and in their order", () => {
  verifies("review.diff");
  const text = fc.array(fc.constantFrom("lamp", "horn", "bell", ""), { maxLength: 30 }).map((all) => all.join("\n"));
  fc.assert(
    fc.property(text, text, (before, after) => {
      const diff = unifiedDiff(before, after);
      const count = (mark: string): number => diff.filter((line) => line.mark === mark).length;
      expect(linesOf(before).length - count("-")).toBe(linesOf(after).length - count("+"));
      expect(isSubsequence(diff, "-", linesOf(before))).toBe(true);
      expect(isSubsequence(diff, "+", linesOf(after))).toBe(true);
      expect(diff.some(({ mark }) => mark === "-" || mark === "+")).toBe(
        JSON.stringify(linesOf(before)) !== JSON.stringify(linesOf(after)),
      );
    }),
  );
});

const isSubsequence = (diff: ReturnType<typeof unifiedDiff>, mark: string, lines: readonly string[]): boolean => {
  const wanted = diff.filter((line) => line.mark === mark || line.mark === " ").map(({ text }) => text);
  let at = 0;
  for (const line of lines) if (line === wanted[at]) at += 1;
  return at === wanted.length;
};
