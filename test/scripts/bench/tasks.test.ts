import { expect, test } from "vitest";
import { verifies } from "../../acceptance/verifies.ts";
import { runBench } from "./run-bench.ts";

test("the context of a task is timed, of one user and of five", { timeout: 120_000 }, async () => {
  verifies("bench.tasks-line");
  const { exitCode, lines } = await runBench("tasks", "--entries", "300", "--runs", "2");
  expect(exitCode).toBe(0);
  const figures = { tokens: expect.any(Number), omitted: expect.any(Number) };
  const times = { p50_ms: expect.any(Number), p95_ms: expect.any(Number) };
  expect(lines).toEqual([1, 5].map((users) => ({ entries: 300, users, ...figures, ...times })));
});
