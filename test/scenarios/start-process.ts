/** Starts sessions in processes of their own, from one bundle so that they start fast. */

import { spawn } from "node:child_process";
import { bundleOnce } from "../support/bundle.ts";
import { type Harbour, harbourVariables, templatesRoot } from "./harbour.ts";
import type { ProcessOptions } from "./harbour-process.ts";

const program = new URL("./harbour-process.ts", import.meta.url);

/** What a process said of its work; `killed` when it did not live to say anything. */
export interface Outcome {
  readonly result?: unknown;
  /** Changes on disk. */
  readonly steps?: number;
  readonly code?: string;
  readonly message?: string;
  readonly killed?: true;
}

type Wanted = Pick<ProcessOptions, "action"> & Partial<Pick<ProcessOptions, "subject" | "asNobody" | "killAt">>;

export const inProcess = async ({ folder, project }: Harbour, wanted: Wanted): Promise<Outcome> => {
  const options: ProcessOptions = {
    project,
    templatesRoot,
    variables: harbourVariables(folder),
    subject: "",
    ...wanted,
  };
  const child = spawn(process.execPath, [await bundleOnce(program), JSON.stringify(options)], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { PATH: process.env["PATH"] },
  });
  const output = { stdout: "", stderr: "" };
  child.stdout.on("data", (chunk: Buffer) => {
    output.stdout += chunk.toString();
  });
  child.stderr.on("data", (chunk: Buffer) => {
    output.stderr += chunk.toString();
  });
  return await new Promise((resolve, reject) => {
    child.on("close", (code, signal) => {
      if (signal === "SIGKILL") resolve({ killed: true });
      else if (code === 0) resolve(JSON.parse(output.stdout));
      else reject(new Error(`${signal ?? code}: ${output.stderr}`));
    });
  });
};
