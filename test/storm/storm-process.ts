/**
 * A session in a process of its own that writes and writes: `<options as JSON>`. It prints a line of JSON for each
 * write that was acknowledged or refused, and may be killed at any moment.
 */

import { readdirSync, writeSync } from "node:fs";
import { MessageChannel } from "node:worker_threads";
import { isWikiError, WikiError } from "../../extensions/core/errors.ts";
import { openLedger } from "../../extensions/core/ledger/ledger-store.ts";
import { defaultSettings } from "../../extensions/core/settings.ts";
import { openWorkspace } from "../../extensions/open-workspace.ts";
import { nodePlatform } from "../../extensions/platform/node-platform.ts";
import type { Platform, Refuse } from "../../extensions/platform/platform.ts";
import { serve } from "../../extensions/worker-tasks.ts";
import type { Workspace } from "../../extensions/workspace.ts";
import { type Acknowledged, trouble } from "./acknowledged.ts";

export interface StormOptions {
  readonly project: string;
  readonly templatesRoot: string;
  readonly variables: Readonly<Record<string, string>>;
  /** Marks this process's texts. */
  readonly name: string;
  /** Writes entries of this task and nothing else. */
  readonly task?: string;
  /** How many things to write. */
  readonly count: number;
  /** Ends by itself after so many refusals. */
  readonly refusals?: number;
  /** UTF-16 units that each text has at most. */
  readonly size: number;
  /** All notes of all processes with one title. */
  readonly title?: string;
  /** Says in the end whether all that was acknowledged is there: for a disk that goes away with the process. */
  readonly looksBack?: boolean;
  /** Root becomes nobody, whom permissions bind. */
  readonly asNobody?: boolean;
  /** Killed at this change on disk. */
  readonly killAt?: number;
}

export type Said =
  | Acknowledged
  | { readonly did: "refused"; readonly what: string; readonly code: string; readonly message: string }
  | { readonly did: "looked"; readonly trouble: readonly string[]; readonly names: readonly string[] };

const options: StormOptions = JSON.parse(process.argv[2] ?? "");

if (options.asNobody === true) {
  process.setgid?.(65_534);
  process.setuid?.(65_534);
}

let steps = 0;
const countStep = (): void => {
  steps += 1;
  if (steps === options.killAt) process.kill(process.pid, "SIGKILL");
};

// Synchronous: what was said before a kill is heard.
const say = (said: Said): void => {
  writeSync(1, `${JSON.stringify(said)}\n`);
};

/** The worker's tasks, on this thread. */
const tasksHere = (): Platform["inWorker"] => {
  const { port1, port2 } = new MessageChannel();
  serve(port1, options.variables);
  port1.unref();
  let id = 0;
  return (task, input) =>
    new Promise((resolve, reject) => {
      const own = ++id;
      port2.on("message", (reply) => {
        if (reply.id !== own || reply.kind === "progress") return;
        if (reply.kind === "result") resolve(reply.value);
        else reject(new Error(JSON.stringify(reply.error)));
      });
      port2.postMessage({ id: own, task, input });
    });
};

const refuse: Refuse = (code, data, cause) => new WikiError(code, data, undefined, cause);
const platform: Platform = {
  ...nodePlatform({ refuse, variables: options.variables, onStep: countStep }),
  inWorker: tasksHere(),
};
const workspace: Workspace = openWorkspace(platform, {
  cwd: options.project,
  channel: "tool",
  settings: defaultSettings,
  version: "1.0.0",
  templatesRoot: options.templatesRoot,
});

const textOf = (index: number): string => {
  const word = `w${options.name}n${index}`;
  const lines = Math.floor((options.size * ((index * 7919) % 97)) / 97 / 40);
  return `The watch ${word} was quiet.\n\n${"A gull sat on the rail of the gallery.\n".repeat(lines)}`;
};

const writes: readonly ((index: number) => Promise<Acknowledged>)[] = [
  async (index) => {
    const text = textOf(index);
    const { id, path } = await workspace.capture({ text, title: `Log ${options.name} ${index}` });
    return { did: "capture", id, path, text };
  },
  async (index) => {
    const text = textOf(index);
    const title = options.title ?? `Watch ${options.name} ${index}`;
    const { id } = await workspace.note({ title, type: "lesson", text });
    return { did: "note", id, text: text.trim() };
  },
  async (index) => {
    const [vault] = (await workspace.layers()).layers;
    if (vault === undefined) throw new Error("There is no vault.");
    const context = { platform, actor: "keeper", channel: "tool" } as const;
    const details = { watch: `${options.name}-${index}` };
    const [event] = await openLedger({ platform, vault }).append(context, [{ kind: "lint", details }]);
    return { did: "event", hash: event?.hash ?? "" };
  },
  async () => {
    await workspace.settle();
    return { did: "settle" };
  },
];

const remember = async (index: number): Promise<Acknowledged> => {
  const text = textOf(index).trim();
  const { task_id: task, entry } = await workspace.tasks.remember({ task: options.task, text });
  return { did: "remembered", id: entry, task, user: platform.environment.user, text };
};

const acknowledged: Acknowledged[] = [];
let refused = 0;

const attempt = async (index: number): Promise<void> => {
  const own = options.task === undefined ? writes[index % writes.length] : remember;
  const write = own ?? (() => Promise.reject(new Error("nothing to write")));
  try {
    const said = await write(index);
    acknowledged.push(said);
    say(said);
  } catch (error) {
    if (!isWikiError(error)) throw error;
    refused += 1;
    say({ did: "refused", what: ["capture", "note", "event", "settle"][index % 4] ?? "", ...error.toJSON() });
  }
};

try {
  for (let index = 0; index < options.count && refused < (options.refusals ?? Number.POSITIVE_INFINITY); index += 1) {
    await attempt(index);
  }
  if (options.looksBack === true) {
    const root = `${options.project}/.llm-wiki`;
    const names = readdirSync(root, { recursive: true }).map(String);
    say({ did: "looked", trouble: await trouble(platform, { root, acknowledged }), names });
  }
  process.exit(0);
} catch (error) {
  writeSync(2, `${error instanceof Error ? error.stack : String(error)}\n`);
  process.exit(1);
}
