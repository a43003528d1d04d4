/** Starts other processes that work on a test's vaults at the same time. */

import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { TestPlatform } from "../../support/test-platform.ts";

const worker = fileURLToPath(new URL("./vault-worker.ts", import.meta.url));

export interface VaultProcess {
  readonly child: ChildProcess;
  /** What the action returned; rejects when the process failed or was killed. */
  readonly result: Promise<unknown>;
}

export const startVaultProcess = (world: TestPlatform, ...action: string[]): VaultProcess => {
  const child = spawn(process.execPath, ["--import", "jiti/register", worker, ...action], {
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      PATH: process.env["PATH"],
      HOME: `${world.folder}/home`,
      XDG_CACHE_HOME: `${world.folder}/cache`,
      XDG_STATE_HOME: `${world.folder}/state`,
      PI_WIKI_USER: "keeper",
    },
  });
  const output = { stdout: "", stderr: "" };
  child.stdout.on("data", (chunk: Buffer) => {
    output.stdout += chunk.toString();
  });
  child.stderr.on("data", (chunk: Buffer) => {
    output.stderr += chunk.toString();
  });
  const result = new Promise<unknown>((resolve, reject) => {
    child.on("close", (code, signal) => {
      const last = output.stdout.trimEnd().split("\n").at(-1) ?? "";
      if (code === 0) resolve(JSON.parse(last));
      else reject(new Error(`${signal ?? code}: ${output.stderr || output.stdout}`));
    });
  });
  return { child, result };
};
