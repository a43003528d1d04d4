/** Runs a benchmark as a user does, and reads the lines it prints. */

import { execFile } from "node:child_process";
import { join } from "node:path";
import { checkout } from "../../../scripts/support/pi-host.ts";

export interface BenchRun {
  readonly exitCode: number;
  readonly lines: readonly Readonly<Record<string, unknown>>[];
  readonly stderr: string;
}

export const committedSet = join(checkout, "test/fixtures/bench/lighthouse-bakery");

export const runBench = (name: string, ...words: readonly string[]): Promise<BenchRun> =>
  runBenchWith({}, name, ...words);

/** The same with environment variables more. */
export const runBenchWith = (
  variables: Readonly<Record<string, string>>,
  name: string,
  ...words: readonly string[]
): Promise<BenchRun> =>
  new Promise((resolve) => {
    const launcher = join(checkout, "scripts/bench/run.mjs");
    const env = { ...process.env, ...variables };
    execFile(process.execPath, [launcher, name, ...words, "--json"], { env }, (error, stdout, stderr) => {
      const exitCode = typeof error?.code === "number" ? error.code : 0;
      const lines = stdout.split("\n").filter((line) => line !== "");
      resolve({ exitCode, lines: lines.map((line) => JSON.parse(line)), stderr });
    });
  });
