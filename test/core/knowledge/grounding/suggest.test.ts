import fc from "fast-check";
import { expect, test } from "vitest";
import { cutoffOf, distanceWithin } from "../../../../extensions/core/knowledge/grounding/distance.ts";
import { suggestFiles, suggestSymbols } from "../../../../extensions/core/knowledge/grounding/suggest.ts";
import { verifies } from "../../../acceptance/verifies.ts";
import { mapOf, symbol } from "./small-map.ts";

const naive = (left: string, right: string): number => {
  const row = Array.from({ length: right.length + 1 }, (_, at) => at);
  for (let i = 1; i <= left.length; i += 1) {
    let diagonal = row[0] ?? 0;
    row[0] = i;
    for (let j = 1; j <= right.length; j += 1) {
      const changed = diagonal + (left[i - 1] === right[j - 1] ? 0 : 1);
      diagonal = row[j] ?? 0;
      row[j] = Math.min(changed, diagonal + 1, (row[j - 1] ?? 0) + 1);
    }
  }
  return row[right.length] ?? 0;
};

test("the distance within a limit is the plain one, and nothing beyond it", () => {
  verifies("knowledge.suggestions");
  const word = fc.string({ unit: fc.constantFrom("a", "b", "c", "é"), maxLength: 9 });
  fc.assert(
    fc.property(word, word, fc.integer({ min: 0, max: 5 }), (left, right, most) => {
      const distance = naive(left, right);
      expect(distanceWithin(left, right, most)).toBe(distance <= most ? distance : undefined);
    }),
  );
});

test("a name may be off by a third of its letters, from one to four", () => {
  verifies("knowledge.suggestions");
  expect(["", "ab", "abcdef", "abcdefghijkl", "a".repeat(90)].map(cutoffOf)).toEqual([1, 1, 2, 4, 4]);
});

test("at most three symbols are suggested, nearest first, then by name, each once", () => {
  verifies("knowledge.suggestions");
  const names = ["lens.turnLens", "lens.turnLense", "lamp.turnLens", "oil.turnLent", "oil.turnLamp", "oil.burn"];
  const map = mapOf({ symbols: [...names, "lens.turnLens"].map((name) => symbol(name)) });
  expect(suggestSymbols("turnLems", map).map(({ qualified_name, distance }) => [qualified_name, distance])).toEqual([
    ["lamp.turnLens", 1],
    ["lens.turnLens", 1],
    ["lens.turnLense", 2],
  ]);
  expect(suggestSymbols("lens.turnLems", map)[0]).toMatchObject({ qualified_name: "lamp.turnLens", distance: 1 });
  expect(suggestSymbols("horn", map)).toMatchObject([]);
});

test("at most three files are suggested, by the whole path", () => {
  verifies("knowledge.suggestions");
  const map = mapOf({ files: ["src/lamp.ts", "src/lamps.ts", "src/lump.ts", "src/wick.ts", "lamp.ts"] });
  expect(suggestFiles("src/lanp.ts", map).map(({ file, distance }) => [file, distance])).toEqual([
    ["src/lamp.ts", 1],
    ["src/lamps.ts", 2],
    ["src/lump.ts", 2],
  ]);
  expect(suggestFiles("./lamp.ts", map)).toMatchObject([{ file: "lamp.ts", distance: 2 }, { file: "src/lamp.ts" }]);
});
