/** Pi's full-screen mode, or another program, in a private tmux server, driven by keys and read as text. */

import { execFile } from "node:child_process";
import { basename } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { commonArguments, type PiSandbox } from "./pi-sandbox.ts";

const execute = promisify(execFile);

export interface TuiSession {
  /** Types text as it is, then the keys by their tmux names, such as "Enter" or "C-o". */
  type(text: string, ...keys: readonly string[]): Promise<void>;
  /** Types a command into Pi and sends it as it is, whether or not its completion list opens. */
  command(text: string): Promise<void>;
  /** The screen with what scrolled off it. */
  capture(): Promise<string>;
  /** What is on the screen, with the codes of its colours. */
  captureColours(): Promise<string>;
  /** The screen once it holds the text; the wait is bounded. */
  waitForText(text: string | RegExp): Promise<string>;
  /** The screen once the text is no longer on it, such as a list that was closed. */
  waitUntilGone(text: string | RegExp): Promise<string>;
  close(): Promise<void>;
}

export interface TuiOptions {
  readonly cwd?: string;
  readonly columns?: number;
  readonly rows?: number;
  readonly extraArguments?: readonly string[];
  readonly timeoutMs?: number;
}

const listOpensMs = 400;
const escapeMs = 250;

/** False where tmux is not installed. */
const tmuxIsPresent = async (): Promise<boolean> =>
  execute("tmux", ["-V"]).then(
    () => true,
    () => false,
  );

const shows = (screen: string, text: string | RegExp): boolean =>
  typeof text === "string" ? screen.includes(text) : text.test(screen);

/** Its socket lives in the sandbox, so that no other tmux on the machine can be meant. */
const tmuxServer = (sandbox: PiSandbox) => {
  const name = basename(sandbox.root);
  const environment = { PATH: process.env["PATH"] ?? "", LANG: "C.UTF-8", TMUX_TMPDIR: sandbox.root };
  return async (...words: readonly string[]): Promise<string> => {
    const { stdout } = await execute("tmux", ["-L", name, "-f", "/dev/null", ...words], { env: environment });
    return stdout;
  };
};

/** Starts Pi in a fresh terminal. */
export const openTui = (sandbox: PiSandbox, options: TuiOptions = {}): Promise<TuiSession> => {
  const command = [sandbox.host.node, ...commonArguments(sandbox), ...(options.extraArguments ?? [])];
  return openTerminal(sandbox, command, options);
};

/** Starts a program in a fresh terminal; the pane stays when it ends, so that its last words can be read. */
export const openTerminal = async (
  sandbox: PiSandbox,
  program: readonly string[],
  options: Omit<TuiOptions, "extraArguments"> = {},
): Promise<TuiSession> => {
  if (!(await tmuxIsPresent())) throw new Error("tmux is not installed; the tests of Pi's full-screen mode need it.");
  const tmux = tmuxServer(sandbox);
  const timeoutMs = options.timeoutMs ?? 60_000;
  const variables = Object.entries(sandbox.environment).map(([key, value]) => `${key}=${value}`);
  const command = ["env", "-i", ...variables, ...program];
  const size = ["-x", String(options.columns ?? 140), "-y", String(options.rows ?? 45)];
  const cwd = options.cwd ?? sandbox.project;
  const newSession = ["new-session", "-d", ...size, "-c", cwd, ...command];
  await tmux("start-server", ";", "set-option", "-g", "remain-on-exit", "on", ";", ...newSession);
  const capture = (): Promise<string> => tmux("capture-pane", "-p", "-S", "-3000");
  const until = async (holds: (screen: string) => boolean, what: string, look = capture): Promise<string> => {
    const deadline = performance.now() + timeoutMs;
    let screen = await look();
    while (!holds(screen)) {
      if (performance.now() > deadline) throw new Error(`${what}:\n${screen}`);
      await pause(100);
      screen = await look();
    }
    return screen;
  };
  const type: TuiSession["type"] = async (text, ...keys) => {
    if (text !== "") await tmux("send-keys", "-l", text);
    for (const key of keys) await tmux("send-keys", key);
  };
  let isOpen = true;
  const close = async (): Promise<void> => {
    if (isOpen) await tmux("kill-server");
    isOpen = false;
  };
  sandbox.atClose(close);
  return {
    capture,
    captureColours: () => tmux("capture-pane", "-p", "-e"),
    type,
    command: async (text) => {
      await type(text);
      await until((screen) => screen.includes(text), `The screen never showed ${text}`);
      // A list that is open would take the Enter, and one that opens late too; Escape with a key behind it reads as Alt.
      await pause(listOpensMs);
      await type("", "Escape");
      await pause(escapeMs);
      await type("", "Enter");
    },
    waitForText: (text) => until((screen) => shows(screen, text), `The screen never showed ${String(text)}`),
    waitUntilGone: (text) =>
      until(
        (screen) => !shows(screen, text),
        `The screen kept showing ${String(text)}`,
        () => tmux("capture-pane", "-p"),
      ),
    close,
  };
};
