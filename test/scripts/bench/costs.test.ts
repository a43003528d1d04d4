import { join } from "node:path";
import { expect, test } from "vitest";
import { verifies } from "../../acceptance/verifies.ts";
import { buildPackage } from "../../hosts/cli/built-package.ts";
import { temporaryFolder } from "../../support/test-platform.ts";
import { committedSet, runBench, runBenchWith } from "./run-bench.ts";

const timeout = 240_000;

test("automatic recall is counted for prompts with an answer and for noise", { timeout }, async () => {
  verifies("bench.inject-line");
  const { lines } = await runBench("inject", "--data", committedSet, "--triggers");
  expect(lines).toHaveLength(1);
  const [line] = lines;
  expect(line).toEqual({
    set: "lighthouse-bakery",
    n_real: 40,
    injected_real: expect.any(Number),
    hit_real: expect.any(Number),
    n_noise: 15,
    injected_noise: expect.any(Number),
    tokens_mean: expect.any(Number),
  });
  expect(line?.["hit_real"]).toBeLessThanOrEqual(Number(line?.["injected_real"]));
});

test("speed is told for each operation, the edit of another program being found", { timeout }, async () => {
  verifies("bench.speed-line");
  const { exitCode, lines } = await runBench("speed", "--pages", "40", "--runs", "1");
  expect(exitCode).toBe(0);
  const operations = ["build", "load", "cold_recall", "warm_recall", "inject", "update", "layered"];
  expect(lines.map(({ op }) => op)).toEqual(operations);
  for (const line of lines) {
    expect(Object.keys(line)).toEqual(["engine", "pages", "op", "p50_ms", "p95_ms", "cpu_ms", "rss_mb", "bytes"]);
    expect(line["bytes"]).toBeGreaterThan(0);
  }
});

test("a session in Pi costs tokens for tools and pages, and changes nothing already sent", { timeout }, async () => {
  verifies("bench.tokens-line");
  const folder = temporaryFolder();
  buildPackage(folder);
  const { lines } = await runBenchWith({ PI_WIKI_E2E_PACKAGE: join(folder, "package") }, "tokens");
  expect(lines).toEqual([
    {
      tools: expect.any(Number),
      tool_tokens: expect.any(Number),
      inject_tokens_mean: expect.any(Number),
      prefix_bytes_changed: 0,
    },
  ]);
  expect(lines[0]?.["inject_tokens_mean"]).toBeGreaterThan(0);
});

test("starts are measured cold and warm", { timeout }, async () => {
  verifies("bench.load-line");
  const { lines } = await runBench("load", "--runs", "1");
  expect(lines.map(({ host }) => host)).toEqual(expect.arrayContaining(["pi", "cli"]));
  for (const line of lines) expect(Object.keys(line)).toEqual(["host", "with", "cold_ms", "warm_ms", "modules"]);
});
