/** Runs a program without a shell: output captured and capped, its whole process tree ended on timeout. */

import { type ChildProcess, spawn } from "node:child_process";
import type { Readable } from "node:stream";
import type { Variables } from "./node-environment.ts";
import type { RunOptions, RunResult } from "./platform.ts";

const maxOutputBytes = 16 * 1024 * 1024;

/** A helper that the program left running may keep its output open for ever. */
const graceAfterExitMs = 1_000;

const isWindows = process.platform === "win32";

const endTree = (child: ChildProcess): void => {
  if (child.pid === undefined) return;
  if (isWindows) {
    spawn("taskkill", ["/pid", String(child.pid), "/T", "/F"], { stdio: "ignore" }).on("error", () => child.kill());
    return;
  }
  try {
    // The child leads a group of its own (detached), which its children belong to.
    process.kill(-child.pid, "SIGKILL");
  } catch {
    // The group has ended in the meantime.
    child.kill("SIGKILL");
  }
};

/** Collects a stream up to the cap and reads the rest away, so that the program is not held up. */
const collect = (stream: Readable | null): (() => string) => {
  const chunks: Buffer[] = [];
  let room = maxOutputBytes;
  stream?.on("data", (chunk: Buffer) => {
    if (room > 0) chunks.push(chunk.subarray(0, room));
    room -= chunk.length;
  });
  return () => Buffer.concat(chunks).toString("utf8");
};

/** Gives a stream away as it comes; a taker that throws ends the program, and its error is the run's. */
const handOn = (
  stream: Readable | null,
  { take, end }: { readonly take: (bytes: Uint8Array) => void; readonly end: () => void },
): (() => string) => {
  let failure: { readonly error: unknown } | undefined;
  stream?.on("data", (chunk: Buffer) => {
    if (failure !== undefined) return;
    try {
      take(chunk);
    } catch (error) {
      failure = { error };
      end();
    }
  });
  return () => {
    if (failure !== undefined) throw new TakerError(failure.error);
    return "";
  };
};

/** Carries the taker's error past what a program that can't be started throws. */
class TakerError extends Error {
  constructor(cause: unknown) {
    super("Output could not be taken.", { cause });
  }
}

const feed = (child: ChildProcess, input: string | undefined): void => {
  // A program may end without reading its input (EPIPE): its exit code tells.
  child.stdin?.on("error", () => undefined);
  child.stdin?.end(input);
};

const start = (command: readonly string[], options: RunOptions, variables: Variables): ChildProcess => {
  const [program = "", ...args] = command;
  return spawn(program, args, {
    ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
    env: options.variables === undefined ? variables : { ...variables, ...options.variables },
    detached: !isWindows,
    windowsHide: true,
    stdio: [options.input === undefined ? "ignore" : "pipe", "pipe", "pipe"],
  });
};

const failed = (error: unknown): RunResult => ({
  exitCode: null,
  stdout: "",
  stderr: error instanceof Error ? error.message : String(error),
});

/**
 * Resolves when the program has ended and its output is read, or given up shortly after; never given up when it is
 * handed on, since its taker may need longer.
 */
const outcome = async (child: ChildProcess, { onOutput }: RunOptions): Promise<number | null | Error> =>
  await new Promise((resolve) => {
    child.on("error", resolve);
    child.on("close", (code) => resolve(code));
    child.on("exit", (code) => {
      if (onOutput !== undefined) return;
      setTimeout(() => resolve(code), graceAfterExitMs).unref();
    });
  });

const watch = async (child: ChildProcess, options: RunOptions): Promise<RunResult> => {
  const end = (): void => endTree(child);
  const { onOutput } = options;
  const stdout = onOutput === undefined ? collect(child.stdout) : handOn(child.stdout, { take: onOutput, end });
  const stderr = collect(child.stderr);
  const timer = options.timeoutMs === undefined ? undefined : setTimeout(end, options.timeoutMs);
  options.signal?.addEventListener("abort", end);
  if (options.signal?.aborted) end();
  try {
    feed(child, options.input);
    const result = await outcome(child, options);
    return result instanceof Error ? failed(result) : { exitCode: result, stdout: stdout(), stderr: stderr() };
  } finally {
    clearTimeout(timer);
    options.signal?.removeEventListener("abort", end);
    child.stdout?.destroy();
    child.stderr?.destroy();
  }
};

/** Never throws for the program's sake: one that can't be started has the exit code null. */
export const runProgram = async (
  command: readonly string[],
  options: RunOptions,
  variables: Variables,
): Promise<RunResult> => {
  try {
    return await watch(start(command, options, variables), options);
  } catch (error) {
    if (error instanceof TakerError) throw error.cause;
    // Node refuses some commands before starting them: an empty name, a NUL in an argument.
    return failed(error);
  }
};
