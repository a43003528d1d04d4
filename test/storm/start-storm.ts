/** Starts storm-process.ts in processes of its own, from one bundle so that they start fast. */

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { type Harbour, harbourVariables, templatesRoot } from "../scenarios/harbour.ts";
import { bundleOnce } from "../support/bundle.ts";
import type { Acknowledged } from "./acknowledged.ts";
import type { Said, StormOptions } from "./storm-process.ts";

const program = new URL("./storm-process.ts", import.meta.url);

type Wanted = Pick<StormOptions, "name" | "count"> & Partial<StormOptions>;

export interface Writer {
  readonly process: ChildProcess;
  /** What it has said so far. */
  readonly said: Said[];
  /** Resolves when it has said so much, or has ended. */
  heard(count: number): Promise<void>;
  /** Resolves when it has ended; rejects when it failed by itself. */
  ended(): Promise<readonly Said[]>;
}

/** `prefix` is a command that runs the command after it, such as `unshare`. */
export const startWriter = async (
  { folder, project }: Pick<Harbour, "folder" | "project">,
  wanted: Wanted,
  prefix: readonly string[] = [],
): Promise<Writer> => {
  const options: StormOptions = {
    project,
    templatesRoot,
    variables: harbourVariables(folder),
    size: 20_000,
    ...wanted,
  };
  const [executable = "", ...args] = [...prefix, process.execPath, await bundleOnce(program), JSON.stringify(options)];
  const child = spawn(executable, args, { stdio: ["ignore", "pipe", "pipe"], env: { PATH: process.env["PATH"] } });
  const end = once(child, "close");
  const said: Said[] = [];
  let complaint = "";
  const lines = createInterface({ input: child.stdout });
  lines.on("line", (line) => {
    // The last line of a killed process may be cut short: it was not acknowledged.
    if (line.endsWith("}")) said.push(JSON.parse(line));
  });
  child.stderr.on("data", (part: Buffer) => {
    complaint += part.toString();
  });
  return {
    process: child,
    said,
    heard: async (count) => {
      while (said.length < count && child.exitCode === null && child.signalCode === null) {
        await Promise.race([once(lines, "line"), end]);
      }
    },
    ended: async () => {
      const [code, signal] = await end;
      if (signal !== "SIGKILL" && code !== 0) throw new Error(`${signal ?? code}: ${complaint}`);
      return said;
    },
  };
};

export const acknowledgedBy = (said: readonly Said[]): readonly Acknowledged[] =>
  said.filter((one): one is Acknowledged => one.did !== "refused" && one.did !== "looked");

export const refusedTo = (said: readonly Said[]) => said.flatMap((one) => (one.did === "refused" ? [one] : []));
