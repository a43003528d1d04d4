/** Starts keeper.ts in processes of its own, from one bundle so that they start quickly. */

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { bundleOnce } from "../../support/bundle.ts";

const program = new URL("./keeper.ts", import.meta.url);

export interface Keeper {
  readonly process: ChildProcess;
  /** What it has printed so far, parsed. */
  readonly said: unknown[];
  /** Resolves with its next word, once it has printed one. */
  next(): Promise<unknown>;
  /** Resolves with all it has printed when it has ended. */
  ended(): Promise<readonly unknown[]>;
  /** Ends it at once, as a power cut would, and waits until it is gone. */
  kill(): Promise<void>;
}

/** `prefix` is a command that runs the command after it, such as `unshare`. */
export const startKeeper = async (
  command: readonly (string | number)[],
  prefix: readonly string[] = [],
): Promise<Keeper> => {
  const [executable = "", ...args] = [...prefix, process.execPath, await bundleOnce(program), ...command.map(String)];
  const child = spawn(executable, args, { stdio: ["ignore", "pipe", "inherit"] });
  const exit = once(child, "close");
  const said: unknown[] = [];
  const lines = createInterface({ input: child.stdout });
  lines.on("line", (line) => said.push(JSON.parse(line)));
  return {
    process: child,
    said,
    next: async () => {
      if (said.length === 0) await once(lines, "line");
      return said[0];
    },
    ended: async () => {
      await exit;
      return said;
    },
    kill: async () => {
      child.kill("SIGKILL");
      await exit;
    },
  };
};

/** Runs a keeper to its end. */
export const keeper = async (...command: readonly (string | number)[]): Promise<readonly unknown[]> =>
  await (await startKeeper(command)).ended();
