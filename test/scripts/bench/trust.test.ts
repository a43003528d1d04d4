import { expect, test } from "vitest";
import { codeCases } from "../../../scripts/bench/trust/code-cases.ts";
import { verifies } from "../../acceptance/verifies.ts";
import { runBench } from "./run-bench.ts";

test("every way to change code is told of, none alarms falsely or is missed, and labels have their row", {
  timeout: 240_000,
}, async () => {
  verifies("bench.trust-line");
  const { exitCode, lines } = await runBench("trust", "--pages", "50", "--runs", "2");
  expect(exitCode).toBe(0);
  expect(lines.slice(0, -1)).toEqual(
    codeCases.map(({ name, expected }) => expect.objectContaining({ case: name, expected, false_alarm: 0, miss: 0 })),
  );
  const row = { op: "labels", hits: 20, plain_ms: expect.any(Number), labelled_ms: expect.any(Number) };
  expect(lines.at(-1)).toEqual({ ...row, added_ms: expect.any(Number) });
});
