/** Runs `pi -p --mode json` once, to its end. */

import { spawn } from "node:child_process";
import { isObject, type JsonObject, parseJson } from "./json-view.ts";
import { commonArguments, type PiSandbox } from "./pi-sandbox.ts";
import type { ModelRequest, Step } from "./scripted-model.ts";

export interface PrintRun {
  readonly prompt: string;
  readonly steps?: readonly Step[];
  readonly cwd?: string;
  readonly extraArguments?: readonly string[];
  readonly timeoutMs?: number;
}

export interface PrintResult {
  readonly exitCode: number | null;
  /** Pi's own JSON events, in order. */
  readonly events: readonly JsonObject[];
  /** Lines on stdout that are not events of Pi: there should be none. */
  readonly strayLines: readonly string[];
  readonly stderr: string;
  /** What the model was sent during this run. */
  readonly requests: readonly ModelRequest[];
}

const collect = (stream: NodeJS.ReadableStream): { text: string } => {
  const into = { text: "" };
  stream.setEncoding("utf8");
  stream.on("data", (part: string) => {
    into.text += part;
  });
  return into;
};

const sortLines = (stdout: string): Pick<PrintResult, "events" | "strayLines"> => {
  const events: JsonObject[] = [];
  const strayLines: string[] = [];
  for (const line of stdout.split("\n")) {
    if (line === "") continue;
    const value = parseJson(line)?.value;
    if (isObject(value) && typeof value["type"] === "string") events.push(value);
    else strayLines.push(line);
  }
  return { events, strayLines };
};

/** One prompt, one answer, one process; stdin is closed, since Pi would wait for it otherwise. */
export const runPrint = async (sandbox: PiSandbox, run: PrintRun): Promise<PrintResult> => {
  const before = sandbox.model.requests.length;
  sandbox.model.play(...(run.steps ?? []));
  const child = spawn(
    sandbox.host.node,
    [...commonArguments(sandbox), "-p", "--mode", "json", ...(run.extraArguments ?? []), run.prompt],
    {
      cwd: run.cwd ?? sandbox.project,
      env: sandbox.environment,
      stdio: ["ignore", "pipe", "pipe"],
      timeout: run.timeoutMs ?? 60_000,
      killSignal: "SIGKILL",
    },
  );
  const stdout = collect(child.stdout);
  const stderr = collect(child.stderr);
  const exitCode = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  return {
    exitCode,
    ...sortLines(stdout.text),
    stderr: stderr.text,
    requests: sandbox.model.requests.slice(before),
  };
};
