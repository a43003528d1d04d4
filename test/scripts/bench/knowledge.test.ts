import { join } from "node:path";
import { expect, test } from "vitest";
import { checkout } from "../../../scripts/support/pi-host.ts";
import { verifies } from "../../acceptance/verifies.ts";
import { runBench } from "./run-bench.ts";

test("the map of a repository is told for each operation", { timeout: 240_000 }, async () => {
  verifies("bench.knowledge-line");
  const folder = join(checkout, "extensions/core/ledger");
  const { exitCode, lines } = await runBench("knowledge", "--from", folder, "--runs", "1");
  expect(exitCode).toBe(0);
  expect(lines.map(({ op }) => op)).toEqual(["cold", "one_changed", "unchanged", "query", "ground", "packet"]);
  for (const line of lines) {
    const names = ["op", "files", "p50_ms", "least_ms", "cpu_ms", "longest_wait_ms", "rss_mb"];
    expect(Object.keys(line)).toEqual(names);
    expect(line["files"]).toBeGreaterThan(5);
  }
});
