/** Runs command lines inside the test's process, in the world of a test platform. */

import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { PassThrough } from "node:stream";
import { main } from "../../../extensions/hosts/cli/run.ts";
import type { OpenScreen } from "../../../extensions/hosts/cli/screen.ts";
import type { Output, World } from "../../../extensions/hosts/cli/world.ts";
import type { FakeScreen } from "../../support/fake-screen.ts";
import { type TestPlatform, type TestPlatformOptions, testPlatform } from "../../support/test-platform.ts";

export interface Ran {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CommandLine extends TestPlatform {
  /** The folder in which commands run. */
  readonly project: string;
  run(...words: readonly string[]): Promise<Ran>;
  /** The value that `--json` printed; throws when anything else is on standard output. */
  json(...words: readonly string[]): Promise<Json>;
  /** Presses Ctrl-C for the command that is running. */
  interrupt(): void;
  /** Writes a file of the project. */
  put(path: string, text: string | Uint8Array): void;
}

export type Json = Readonly<Record<string, unknown>> & { readonly exitCode: number };

export interface CommandLineOptions extends TestPlatformOptions {
  readonly stdin?: string | Uint8Array;
  readonly isTerminal?: boolean;
  readonly noColour?: string;
  /** What somebody at the terminal sees, and where they press keys. */
  readonly screen?: FakeScreen;
  /** What somebody makes of a text in their editor. */
  readonly editor?: (text: string) => string | undefined;
}

export interface CollectedOutput {
  readonly output: Output;
  text(): string;
}

export const collect = (isTerminal = false): CollectedOutput => {
  const stream = new PassThrough();
  const chunks: Buffer[] = [];
  stream.on("data", (chunk: Buffer) => chunks.push(chunk));
  return {
    output: Object.assign(stream, { isTTY: isTerminal }),
    text: () => Buffer.concat(chunks).toString("utf8"),
  };
};

const onScreen =
  (screen: FakeScreen): OpenScreen =>
  ({ onInput, onGone }) => {
    screen.open(onInput, onGone);
    return { size: () => screen, show: screen.show, close: screen.close };
  };

export const openCommandLine = async (options: CommandLineOptions = {}): Promise<CommandLine> => {
  const { stdin, screen, editor, isTerminal = screen !== undefined, noColour, ...platformOptions } = options;
  const world = await testPlatform(platformOptions);
  const project = join(world.folder, "lighthouse");
  mkdirSync(project, { recursive: true });
  let listener: (() => void) | undefined;

  const run = async (...words: readonly string[]): Promise<Ran> => {
    const [stdout, stderr] = [collect(isTerminal), collect(isTerminal)];
    const cliWorld: World = {
      stdout: stdout.output,
      stderr: stderr.output,
      noColour,
      isTerminal,
      screen: screen && onScreen(screen),
      editor: editor && (async (text) => editor(text)),
      variable: (name) => world.platform.environment.variable(name),
      cwd: () => project,
      readStdin: async () => {
        if (stdin === undefined) throw new Error("Standard input was read unasked.");
        return typeof stdin === "string" ? new TextEncoder().encode(stdin) : stdin;
      },
      onInterrupt: (called) => {
        listener = called;
        return () => {
          listener = undefined;
        };
      },
      platform: async () => world.platform,
    };
    const exitCode = await main(words, cliWorld);
    return { exitCode, stdout: stdout.text(), stderr: stderr.text() };
  };

  return {
    ...world,
    project,
    run,
    json: async (...words) => {
      const { exitCode, stdout } = await run("--json", ...words);
      const value: Record<string, unknown> = JSON.parse(stdout);
      return { ...value, exitCode };
    },
    interrupt: () => listener?.(),
    put: (path, text) => {
      mkdirSync(dirname(join(project, path)), { recursive: true });
      writeFileSync(join(project, path), text);
    },
  };
};

/** Notes that make a small vault of the lighthouse. */
export const furnish = async (cli: CommandLine): Promise<void> => {
  await cli.run("init", "lighthouse");
  const texts = {
    "Never dim the lamp": "Dimming the lamp made the ferry miss the pier in March.",
    "Fog horn rhythm": "In fog the horn sounds twice a minute, as the charts say.",
    "Supply boat landing": "The supply boat lands on the lee side at half tide only.",
  };
  for (const [title, text] of Object.entries(texts)) {
    await cli.run("note", "--title", title, "--type", "decision", "--text", text);
  }
};
