/** What the command line needs of the process it runs in; tests give their own. */

import { WikiError } from "../../core/errors.ts";
import type { Platform } from "../../platform/platform.ts";
import { type OpenEditor, processEditor } from "./editor.ts";
import { type OpenScreen, processScreen } from "./screen.ts";

export type Output = NodeJS.WritableStream & { readonly isTTY?: boolean };

export interface World {
  readonly stdout: Output;
  readonly stderr: Output;
  /** The value of NO_COLOR. */
  readonly noColour: string | undefined;
  /** Whether standard input is a terminal: somebody can be asked. */
  readonly isTerminal: boolean;
  /** Where somebody can be shown something and press keys. */
  readonly screen: OpenScreen | undefined;
  /** The person's own. */
  readonly editor: OpenEditor | undefined;
  /** An environment variable. */
  variable(name: string): string | undefined;
  /** The shell's folder. */
  cwd(): string;
  /** All of standard input, until it ends. */
  readStdin(): Promise<Uint8Array>;
  /** Calls the listener at the first Ctrl-C, which then does not end the process; returns how to take it back. */
  onInterrupt(listener: () => void): () => void;
  platform(): Promise<Platform>;
}

export const processWorld = (): World => ({
  stdout: process.stdout,
  stderr: process.stderr,
  noColour: process.env["NO_COLOR"],
  isTerminal: process.stdin.isTTY === true,
  screen: processScreen(),
  editor: processEditor(),
  variable: (name) => process.env[name],
  cwd: workingFolder,
  readStdin,
  onInterrupt: (listener) => {
    process.once("SIGINT", listener);
    return () => process.off("SIGINT", listener);
  },
  // Loaded by the verbs that need it: help and --version answer without it.
  platform: async () => (await import("../../open-workspace.ts")).defaultPlatform(),
});

const workingFolder = (): string => {
  try {
    return process.cwd();
  } catch (error) {
    throw new WikiError("unreadable", { path: "The working folder", reason: "it does not exist" }, undefined, error);
  }
};

const largestInput = 64 * 1024 * 1024;

const readStdin = async (): Promise<Uint8Array> => {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of process.stdin) {
    const piece = Buffer.from(chunk); // Bytes, since no encoding was set.
    bytes += piece.length;
    if (bytes > largestInput) throw new WikiError("too_large", { path: "Standard input", bytes, limit: largestInput });
    chunks.push(piece);
  }
  return Buffer.concat(chunks);
};

/** A reader that went away (`| head`) is no failure, and nobody is left to be told of it. */
export const ignoreClosedPipes = (...outputs: readonly Output[]): void => {
  for (const output of outputs) {
    output.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "EPIPE") throw error;
    });
  }
};
