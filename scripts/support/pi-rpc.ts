/** A running `pi --mode rpc`: send commands, ask questions, read what came back. */

import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { type EventStream, followEvents } from "./event-stream.ts";
import { at, contentText, type JsonObject, textAt } from "./json-view.ts";
import { commonArguments, type PiSandbox } from "./pi-sandbox.ts";
import type { ModelRequest, Step } from "./scripted-model.ts";

export interface Turn {
  readonly events: readonly JsonObject[];
  readonly requests: readonly ModelRequest[];
  readonly ms: number;
}

export interface RpcSession {
  /** Everything Pi wrote so far. */
  readonly events: readonly JsonObject[];
  stderr(): string;
  /** Sends one command and gives Pi's response to it. */
  send(command: JsonObject): Promise<JsonObject>;
  readonly waitFor: EventStream["waitFor"];
  /** A prompt that the model answers; resolves when Pi is idle again. */
  ask(prompt: string, ...steps: readonly Step[]): Promise<Turn>;
  /** A slash command; resolves when its handler has finished. */
  command(line: string): Promise<Turn>;
  /** Resolves with the exit code. */
  close(): Promise<number | null>;
  /** Ends it as a crash does; resolves when it has gone. */
  kill(): Promise<void>;
}

export interface RpcOptions {
  readonly cwd?: string;
  readonly extraArguments?: readonly string[];
  readonly timeoutMs?: number;
  /** What the person says in a dialog, such as `{ value: "…" }`; without it every dialog is cancelled. */
  readonly answer?: (dialog: JsonObject) => JsonObject;
}

/** What a slash command showed: notifications and messages put into the transcript. */
export const shownText = (events: readonly JsonObject[]): string =>
  events
    .map((event) => {
      if (textAt(event, "method") === "notify") return textAt(event, "message");
      if (textAt(event, "type") === "message_end" && textAt(event, "message", "role") === "custom")
        return contentText(at(event, "message", "content"));
      return "";
    })
    .filter((text) => text !== "")
    .join("\n");

const dialogs: ReadonlySet<string> = new Set(["select", "confirm", "input", "editor"]);

const outcome = (child: ChildProcessWithoutNullStreams): Promise<number | null> =>
  new Promise((resolve) => {
    child.once("close", resolve);
  });

const start = (sandbox: PiSandbox, options: RpcOptions): ChildProcessWithoutNullStreams =>
  spawn(sandbox.host.node, [...commonArguments(sandbox), "--mode", "rpc", ...(options.extraArguments ?? [])], {
    cwd: options.cwd ?? sandbox.project,
    env: sandbox.environment,
    stdio: "pipe",
  });

/** Pi waits for an answer to each dialog, so there must always be one. */
const answerDialogs = (child: ChildProcessWithoutNullStreams, stream: EventStream, options: RpcOptions): void => {
  const answer = options.answer ?? (() => ({ cancelled: true }));
  stream.onEvent((event) => {
    if (event["type"] !== "extension_ui_request" || !dialogs.has(textAt(event, "method"))) return;
    child.stdin.write(`${JSON.stringify({ type: "extension_ui_response", id: event["id"], ...answer(event) })}\n`);
  });
};

/** Starts Pi in RPC mode; it is ready when it answers the first command. */
export const openRpc = async (sandbox: PiSandbox, options: RpcOptions = {}): Promise<RpcSession> => {
  const child = start(sandbox, options);
  const ended = outcome(child);
  const stream = followEvents(child, options.timeoutMs ?? 60_000);
  const { events, waitFor } = stream;
  answerDialogs(child, stream, options);
  let sent = 0;
  const send = (command: JsonObject): Promise<JsonObject> => {
    sent += 1;
    const id = `c${sent}`;
    const response = waitFor((event) => event["type"] === "response" && event["id"] === id);
    child.stdin.write(`${JSON.stringify({ id, ...command })}\n`);
    return response;
  };
  const idle = async (): Promise<void> => {
    const state = await send({ type: "get_state" });
    if (at(state, "data", "isStreaming") === true) await idle();
  };
  const turn = async (
    message: string,
    finish: (from: number, response: JsonObject) => Promise<void>,
  ): Promise<Turn> => {
    const [fromEvent, fromRequest, startedAt] = [events.length, sandbox.model.requests.length, performance.now()];
    const response = await send({ type: "prompt", message });
    if (response["success"] !== true) throw new Error(`Pi refused the prompt: ${JSON.stringify(response)}`);
    await finish(fromEvent, response);
    const ms = performance.now() - startedAt;
    return { events: events.slice(fromEvent), requests: sandbox.model.requests.slice(fromRequest), ms };
  };
  const close = async (): Promise<number | null> => {
    child.stdin.end();
    const killer = setTimeout(() => child.kill("SIGKILL"), 10_000);
    const code = await ended;
    clearTimeout(killer);
    return code;
  };
  sandbox.atClose(close);
  await send({ type: "get_state" });
  return {
    events,
    stderr: stream.stderr,
    send,
    waitFor,
    ask: (prompt, ...steps) => {
      sandbox.model.play(...steps);
      return turn(prompt, async (from) => {
        await waitFor((event) => event["type"] === "agent_end", from);
        await idle();
      });
    },
    command: (line) => turn(line, () => Promise.resolve()),
    close,
    kill: async () => {
      child.kill("SIGKILL");
      await ended;
    },
  };
};
