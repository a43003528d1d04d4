import fc from "fast-check";
import { expect, test } from "vitest";
import { quantile } from "../../../scripts/bench/output/times.ts";
import { readSet, setFolders } from "../../../scripts/bench/sets/eval-set.ts";
import { qualityOf } from "../../../scripts/bench/sets/quality.ts";
import { changedBytes } from "../../../scripts/bench/sets/request-prefix.ts";
import { withTypo } from "../../../scripts/bench/sets/typo.ts";
import { verifies } from "../../acceptance/verifies.ts";
import { writeSet } from "./eval-sets.ts";
import { committedSet } from "./run-bench.ts";

const grades = (...entries: readonly (readonly [string, number])[]): ReadonlyMap<string, number> => new Map(entries);

test("recall, hit, MRR and nDCG follow from the places of the judged documents", () => {
  verifies("bench.quality-figures");
  const ranked = ["fog", "lens", "tide", "horn", "oil", "bell"];
  const quality = qualityOf([{ ranked, grades: grades(["lens", 2], ["bell", 1]) }]);
  const [found, ideal] = [2 / Math.log2(3) + 1 / Math.log2(7), 2 / Math.log2(2) + 1 / Math.log2(3)];
  expect(quality).toEqual({ n: 1, r5: 0.5, r10: 1, r20: 1, hit5: 1, mrr: 0.5, ndcg: expect.closeTo(found / ideal, 4) });
});

test("figures are means over queries, and a miss counts as nothing", () => {
  verifies("bench.quality-figures");
  const hit = { ranked: ["lens"], grades: grades(["lens", 1]) };
  const miss = { ranked: ["fog"], grades: grades(["lens", 1]) };
  expect(qualityOf([hit, miss])).toMatchObject({ n: 2, r5: 0.5, hit5: 0.5, mrr: 0.5, ndcg: 0.5 });
});

test("only the first ten places count for MRR and nDCG", () => {
  verifies("bench.quality-figures");
  const others = Array.from({ length: 10 }, (_, at) => `buoy-${at}`);
  const late = { ranked: [...others, "lens"], grades: grades(["lens", 1]) };
  expect(qualityOf([late])).toMatchObject({ r10: 0, r20: 1, mrr: 0, ndcg: 0 });
});

test("a typo changes one word of five letters or more, keeps its first letter, and is the same each time", () => {
  verifies("bench.typo");
  const word = fc.stringMatching(/^[a-z]{1,12}$/);
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 8 }), (words) => {
      const [before, after] = [words, withTypo(words.join(" ")).split(" ")];
      expect(withTypo(words.join(" "))).toBe(after.join(" "));
      const changed = before.flatMap((one, at) => (one === after[at] ? [] : [[one, after[at] ?? ""] as const]));
      expect(changed).toHaveLength(words.some((one) => one.length >= 5) ? 1 : 0);
      for (const [was, is] of changed) {
        expect(is[0]).toBe(was[0]);
        expect(Math.abs(is.length - was.length)).toBeLessThanOrEqual(1);
      }
    }),
  );
  expect(withTypo("灯塔停电时的步骤")).toBe("灯塔停电时的步骤");
});

test("a set is read with its grades, kinds and triggers; judgements of unknown pages do not count", () => {
  verifies("bench.recall-line");
  const folder = writeSet("tides", {
    docs: [{ id: 7, title: "Spring tide", text: "The highest." }],
    queries: [{ id: "q", text: "highest water", category: 3 }],
    judgements: [
      ["q", "7", 2],
      ["q", "gone", 1],
    ],
    triggers: [{ id: 7, triggers: ["moon is full"] }],
  });
  const { docs, queries } = readSet(folder, { triggers: true });
  expect(docs).toEqual([
    { id: "7", title: "Spring tide", text: "The highest.", scope: "", triggers: ["moon is full"] },
  ]);
  expect(queries).toEqual([{ id: "q", text: "highest water", scope: "", kind: "3", grades: grades(["7", 2]) }]);
});

test("a folder of sets gives them all, and a folder without any is refused", () => {
  verifies("bench.recall-line");
  expect(setFolders(committedSet)).toEqual([committedSet]);
  expect(setFolders(`${committedSet}/..`)).toEqual([committedSet]);
  expect(() => setFolders(`${committedSet}/nowhere`)).toThrow("docs.jsonl");
});

test("bytes count as changed from the first part of a request that the next one has otherwise", () => {
  verifies("bench.tokens-line");
  const request = (toolsRaw: string, ...raw: readonly string[]) => ({
    toolsRaw,
    messages: raw.map((one) => ({ role: "user", text: one, raw: one })),
    system: "",
    toolNames: [],
  });
  expect(changedBytes([request("[]", "a", "b"), request("[]", "a", "b", "c")])).toBe(0);
  expect(changedBytes([request("[]", "a", "bé"), request("[]", "a", "x", "c")])).toBe(3);
  expect(changedBytes([request("[]", "a"), request("[1]", "a")])).toBe(3);
});

test("a quantile of nothing is 0, and of few values the one at its place", () => {
  verifies("bench.speed-line");
  expect([quantile([], 0.5), quantile([3, 1, 2], 0.5), quantile([1, 2], 0.95)]).toEqual([0, 2, 2]);
});
