/** Starts other processes that work on a test's vaults at the same time, from one bundle so that they start fast. */

import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { bundleOnce } from "../../support/bundle.ts";
import type { TestPlatform } from "../../support/test-platform.ts";

const program = new URL("./vault-worker.ts", import.meta.url);
const templatesRoot = fileURLToPath(new URL("../../../templates", import.meta.url));

export interface VaultProcess {
  readonly child: ChildProcess;
  /** What the action returned; rejects when the process failed or was killed. */
  readonly result: Promise<unknown>;
}

/** `onLine` gets each line that the process prints before its result. */
export const startVaultProcess = async (
  world: TestPlatform,
  action: readonly string[],
  onLine: (line: string, child: ChildProcess) => void = () => undefined,
): Promise<VaultProcess> => {
  const child = spawn(process.execPath, [await bundleOnce(program), templatesRoot, ...action], {
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      PATH: process.env["PATH"],
      HOME: `${world.folder}/home`,
      XDG_CACHE_HOME: `${world.folder}/cache`,
      XDG_STATE_HOME: `${world.folder}/state`,
      PI_WIKI_USER: "keeper",
    },
  });
  let stdout = "";
  let stderr = "";
  child.stdout.on("data", (chunk: Buffer) => {
    stdout += chunk.toString();
    for (const line of chunk.toString().split("\n")) if (line !== "") onLine(line, child);
  });
  child.stderr.on("data", (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  const result = new Promise<unknown>((resolve, reject) => {
    child.on("close", (code, signal) => {
      if (code === 0) resolve(JSON.parse(stdout.trimEnd().split("\n").at(-1) ?? ""));
      else reject(new Error(`${signal ?? code}: ${stderr || stdout}`));
    });
  });
  return { child, result };
};

/** Runs the same action in several processes at once. */
export const inProcesses = async (
  world: TestPlatform,
  count: number,
  action: readonly string[],
): Promise<unknown[]> => {
  const started = await Promise.all(Array.from({ length: count }, () => startVaultProcess(world, action)));
  return Promise.all(started.map(({ result }) => result));
};
