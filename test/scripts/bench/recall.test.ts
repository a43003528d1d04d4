import { expect, test } from "vitest";
import { verifies } from "../../acceptance/verifies.ts";
import { writeSet } from "./eval-sets.ts";
import { committedSet, runBench } from "./run-bench.ts";

const timeout = 120_000;
const figures = ["r5", "r10", "r20", "hit5", "mrr", "ndcg"] as const;
const keys = ["set", "engine", "n", ...figures, "p50_ms", "p95_ms", "build_ms"];

test("each engine gets one line with the pinned keys, its figures fractions of 1", { timeout }, async () => {
  verifies("bench.recall-line");
  const { exitCode, lines } = await runBench("recall", "--data", committedSet, "--engines", "pi-wiki,flexsearch");
  expect(exitCode).toBe(0);
  expect(lines.map(({ set, engine, n }) => [set, engine, n])).toEqual([
    ["lighthouse-bakery", "pi-wiki", 40],
    ["lighthouse-bakery", "flexsearch", 40],
  ]);
  for (const line of lines) {
    expect(Object.keys(line)).toEqual(keys);
    for (const figure of figures) {
      expect(line[figure]).toBeGreaterThan(0);
      expect(line[figure]).toBeLessThanOrEqual(1);
    }
  }
});

test("a query is ranked among the pages of its scope alone", { timeout }, async () => {
  verifies("bench.scopes");
  const doc = (id: string, scope: string, text: string) => ({ id, scope, title: "", text });
  const folder = writeSet("harbours", {
    docs: [
      doc("n1", "north", "The fog horn of the north pier sounds twice a minute when it is misty."),
      ...Array.from({ length: 30 }, (_, at) => doc(`s${at}`, "south", `Fog horn, fog horn, fog horn, number ${at}.`)),
    ],
    queries: [{ id: "q", scope: "north", text: "fog horn" }],
    judgements: [["q", "n1", 1]],
  });
  const { lines } = await runBench("recall", "--data", folder, "--engines", "pi-wiki");
  expect(lines).toMatchObject([{ set: "harbours", n: 1, r5: 1, mrr: 1 }]);
});

test("a page is found by words that only its triggers have, and only with --triggers", { timeout }, async () => {
  verifies("bench.triggers");
  const folder = writeSet("glossary", {
    docs: [
      { id: "a", title: "Proofing cabinet", text: "It holds the pieces at 32 degrees." },
      { id: "b", title: "Spiral mixer", text: "It kneads forty kilograms." },
    ],
    queries: [{ id: "q", text: "leathery surface of buns" }],
    judgements: [["q", "a", 2]],
    triggers: [{ id: "a", triggers: ["buns get a leathery surface"] }],
  });
  const words = ["recall", "--data", folder, "--engines", "pi-wiki"] as const;
  const [plain, triggered] = [await runBench(...words), await runBench(...words, "--triggers")];
  expect(plain.lines).toMatchObject([{ hit5: 0 }]);
  expect(triggered.lines).toMatchObject([{ hit5: 1 }]);
});

test("the peer is left out, with the reason, when no folder holds it", { timeout }, async () => {
  verifies("bench.left-out");
  const run = await runBench("recall", "--data", committedSet, "--engines", "flexsearch,peer", "--limit", "3");
  expect(run.lines).toMatchObject([{ engine: "flexsearch", n: 3 }]);
  expect(run.stderr).toContain("peer is left out: --peer names no folder");
  expect(run.exitCode).toBe(0);
});
