/** The events that a child process writes as JSON lines: kept, watched, and awaited for a bounded time. */

import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { isObject, type JsonObject, parseJson } from "./json-view.ts";

type Watcher = (event: JsonObject) => void;

export interface EventStream {
  /** Everything so far; a line that is no JSON object is an event of type "stray". */
  readonly events: readonly JsonObject[];
  stderr(): string;
  onEvent(watcher: Watcher): void;
  /** The first event from index `from` on (default: from now on) that fits. */
  waitFor(fits: (event: JsonObject) => boolean, from?: number): Promise<JsonObject>;
}

const parseLine = (line: string): JsonObject => {
  const value = parseJson(line)?.value;
  return isObject(value) ? value : { type: "stray", line };
};

/** Calls back for each whole line; JSON lines end in \n and nothing else. */
const onLines = (stream: NodeJS.ReadableStream, take: (line: string) => void): void => {
  let rest = "";
  stream.setEncoding("utf8");
  stream.on("data", (part: string) => {
    const lines = (rest + part).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) if (line !== "") take(line);
  });
};

/** A wait fails with what the child last said, when it ends or when nothing comes in time. */
export const followEvents = (child: ChildProcessWithoutNullStreams, timeoutMs: number): EventStream => {
  const events: JsonObject[] = [];
  const watchers = new Set<Watcher>();
  let stderr = "";
  child.stderr.setEncoding("utf8");
  child.stderr.on("data", (part: string) => {
    stderr += part;
  });
  onLines(child.stdout, (line) => {
    const event = parseLine(line);
    events.push(event);
    for (const watcher of watchers) watcher(event);
  });
  const waitFor: EventStream["waitFor"] = (fits, from = events.length) => {
    const earlier = events.slice(from).find(fits);
    if (earlier !== undefined) return Promise.resolve(earlier);
    return new Promise((resolve, reject) => {
      const settle = (finish: () => void): void => {
        clearTimeout(timer);
        child.off("close", ended);
        watchers.delete(watcher);
        finish();
      };
      const fail = (why: string): void =>
        settle(() => reject(new Error(`${why}\n${stderr}\n${JSON.stringify(events.slice(-3))}`)));
      const ended = (): void => fail("Pi ended while an event was awaited.");
      const timer = setTimeout(() => fail(`Pi sent no such event within ${timeoutMs} ms.`), timeoutMs);
      const watcher: Watcher = (event) => {
        if (fits(event)) settle(() => resolve(event));
      };
      watchers.add(watcher);
      child.once("close", ended);
    });
  };
  return { events, waitFor, stderr: () => stderr, onEvent: (watcher) => void watchers.add(watcher) };
};
