/** A running `pi --mode rpc`: send commands, ask questions, read what came back. */

import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { at, contentText, isObject, type JsonObject, parseJson, textAt } from "./json-view.ts";
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
  /** The first event after `from` that fits; the wait is bounded. */
  waitFor(fits: (event: JsonObject) => boolean, from?: number): Promise<JsonObject>;
  /** A prompt that the model answers; resolves when Pi is idle again. */
  ask(prompt: string, ...steps: readonly Step[]): Promise<Turn>;
  /** A slash command; resolves when its handler has finished. */
  command(line: string): Promise<Turn>;
  /** Resolves with the exit code. */
  close(): Promise<number | null>;
}

export interface RpcOptions {
  readonly cwd?: string;
  readonly extraArguments?: readonly string[];
  readonly timeoutMs?: number;
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

interface Waiter {
  readonly fits: (event: JsonObject) => boolean;
  readonly resolve: (event: JsonObject) => void;
}

/** Keeps the events of a child and wakes those who wait for one. */
const followEvents = (child: ChildProcessWithoutNullStreams) => {
  const events: JsonObject[] = [];
  const waiters = new Set<Waiter>();
  let rest = "";
  const take = (line: string): void => {
    const value = parseJson(line)?.value;
    const event = isObject(value) ? value : { type: "stray", line };
    events.push(event);
    for (const waiter of waiters) if (waiter.fits(event)) waiter.resolve(event);
  };
  child.stdout.setEncoding("utf8");
  child.stdout.on("data", (part: string) => {
    const lines = (rest + part).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) if (line !== "") take(line);
  });
  return { events, waiters };
};

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

/** Waits for events of a child, and fails with what it said when it ends or nothing comes. */
const waiting = (child: ChildProcessWithoutNullStreams, timeoutMs: number) => {
  const { events, waiters } = followEvents(child);
  let stderr = "";
  child.stderr.setEncoding("utf8");
  child.stderr.on("data", (part: string) => {
    stderr += part;
  });
  const waitFor: RpcSession["waitFor"] = (fits, from = events.length) => {
    const earlier = events.slice(from).find(fits);
    if (earlier !== undefined) return Promise.resolve(earlier);
    return new Promise((resolve, reject) => {
      const settle = (finish: () => void): void => {
        clearTimeout(timer);
        child.off("close", ended);
        waiters.delete(waiter);
        finish();
      };
      const fail = (why: string): void =>
        settle(() => reject(new Error(`${why}\n${stderr}\n${JSON.stringify(events.slice(-3))}`)));
      const ended = (): void => fail("Pi ended while an event was awaited.");
      const timer = setTimeout(() => fail(`Pi sent no such event within ${timeoutMs} ms.`), timeoutMs);
      const waiter: Waiter = { fits, resolve: (event) => settle(() => resolve(event)) };
      waiters.add(waiter);
      child.once("close", ended);
    });
  };
  return { events, waitFor, stderr: () => stderr };
};

/** Starts Pi in RPC mode; it is ready when it answers the first command. */
export const openRpc = async (sandbox: PiSandbox, options: RpcOptions = {}): Promise<RpcSession> => {
  const child = start(sandbox, options);
  const ended = outcome(child);
  const { events, waitFor, stderr } = waiting(child, options.timeoutMs ?? 60_000);
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
  await send({ type: "get_state" });
  return {
    events,
    stderr,
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
    close: async () => {
      child.stdin.end();
      const killer = setTimeout(() => child.kill("SIGKILL"), 10_000);
      const code = await ended;
      clearTimeout(killer);
      return code;
    },
  };
};
