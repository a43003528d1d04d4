import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { fallenBelow } from "../../../scripts/bench/sets/floors.ts";
import { verifies } from "../../acceptance/verifies.ts";
import { temporaryFolder } from "../../support/test-platform.ts";
import { runBench } from "./run-bench.ts";

const timeout = 180_000;

test("the committed set keeps its floors", { timeout }, async () => {
  verifies("bench.check-floors");
  const { exitCode, lines, stderr } = await runBench("check");
  expect({ exitCode, lines }).toEqual({ exitCode: 0, lines: [] });
  expect(stderr).toContain("Nothing fell below its floor.");
});

test("a figure below its floor is printed and fails the check", { timeout }, async () => {
  verifies("bench.check-floors");
  const floors = join(temporaryFolder(), "floors.json");
  const wanted = { "lighthouse-bakery": { recall: { least: { r5: 1.01, hit5: 0 } } } };
  writeFileSync(floors, JSON.stringify(wanted));
  const { exitCode, lines } = await runBench("check", "--floors", floors);
  expect(exitCode).toBe(1);
  expect(lines).toMatchObject([{ set: "lighthouse-bakery", check: "recall", figure: "r5", bound: 1.01 }]);
});

test("a cost above its bound falls, and so does a figure that is missing", () => {
  verifies("bench.check-floors");
  const place = { set: "harbour", check: "inject" };
  const row = { hit_real: 30, injected_noise: 2 };
  expect(fallenBelow(row, { least: { hit_real: 30 }, most: { injected_noise: 2 } }, place)).toEqual([]);
  expect(fallenBelow(row, { least: { mrr: 0 }, most: { injected_noise: 1 } }, place)).toEqual([
    { ...place, figure: "mrr", bound: 0, measured: Number.NaN },
    { ...place, figure: "injected_noise", bound: 1, measured: 2 },
  ]);
});
