import fc from "fast-check";
import { expect, test } from "vitest";
import { keptLines } from "../../../extensions/core/ledger/line-diff.ts";
import { verifies } from "../../acceptance/verifies.ts";

test("lines that stay are told from those that are new", () => {
  verifies("history.diff");
  const before = ["Lamp", "oil", "wick", "glass"];
  expect(keptLines(before, ["Lamp", "new oil", "wick", "mirror", "glass"])).toEqual([0, undefined, 2, undefined, 3]);
  expect(keptLines(before, before)).toEqual([0, 1, 2, 3]);
  expect(keptLines(before, [])).toEqual([]);
  expect(keptLines([], before)).toEqual([undefined, undefined, undefined, undefined]);
  expect(keptLines(["fog", "horn"], ["horn", "fog"])).toHaveLength(2);
});

test("of texts that share too little all lines count as new", () => {
  verifies("history.diff");
  const lines = (word: string) => Array.from({ length: 1500 }, (_, index) => `${word} ${index}`);
  const kept = keptLines(["first", ...lines("tide"), "last"], ["first", ...lines("gull"), "last"]);
  expect(kept.filter((line) => line !== undefined)).toEqual([0, 1501]);
});

/** The length of the longest common row of lines, the slow way. */
const commonLength = (left: readonly string[], right: readonly string[]): number => {
  let row = right.map(() => 0);
  for (const line of left) {
    let [corner, beside] = [0, 0];
    row = row.map((above, index) => {
      const length = line === right[index] ? corner + 1 : Math.max(above, beside);
      [corner, beside] = [above, length];
      return length;
    });
  }
  return row.at(-1) ?? 0;
};

test("kept lines are equal, in order, and as many as can be, for any texts", () => {
  verifies("history.diff");
  const text = fc.array(fc.constantFrom("lamp", "oil", "wick", "horn"), { maxLength: 14 });
  fc.assert(
    fc.property(text, text, (before, after) => {
      const pairs = keptLines(before, after).flatMap((left, right) => (left === undefined ? [] : [[left, right]]));
      for (const [left = -1, right = -1] of pairs) expect(before[left]).toBe(after[right]);
      expect(pairs.map(([left]) => left)).toEqual([...new Set(pairs.map(([left = 0]) => left))].sort((a, b) => a - b));
      expect(pairs).toHaveLength(commonLength(before, after));
    }),
  );
});
