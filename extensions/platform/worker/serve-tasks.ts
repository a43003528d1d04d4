/** The worker's side: runs named tasks, each with a platform of this thread. */

import type { MessagePort } from "node:worker_threads";
import type { Variables } from "../node-environment.ts";
import { nodePlatform } from "../node-platform.ts";
import type { Platform, Refuse } from "../platform.ts";
import { packError, type TaskReply, type TaskRequest } from "./worker-messages.ts";

export interface TaskContext {
  readonly platform: Platform;
  progress(done: number, total: number): void;
}

/** Input and result must be plain values: they are copied between threads. */
export type Task = (input: unknown, context: TaskContext) => Promise<unknown>;

export interface TasksModule {
  readonly refuse: Refuse;
  readonly tasks: Readonly<Record<string, Task>>;
}

/** What a tasks module exports under the name `serve`. */
export type Serve = (port: MessagePort, variables: Variables) => void;

const run = async (tasks: TasksModule["tasks"], request: TaskRequest, context: TaskContext): Promise<TaskReply> => {
  const { id, task: name, input } = request;
  try {
    const task = Object.hasOwn(tasks, name) ? tasks[name] : undefined;
    if (task === undefined) throw new Error(`There is no worker task "${name}".`);
    return { kind: "result", id, value: await task(input, context) };
  } catch (error) {
    return { kind: "error", id, error: packError(error) };
  }
};

/**
 * A library's stray failure belongs to no task that could be told: it must end neither the others nor the thread.
 * The task that it came from ends as it does by itself, or by its limit.
 */
const outliveStrayErrors = (): void => {
  const ignore = (): undefined => undefined;
  process.on("uncaughtException", ignore);
  process.on("unhandledRejection", ignore);
};

export const serveTasks =
  ({ refuse, tasks }: TasksModule): Serve =>
  (port, variables) => {
    outliveStrayErrors();
    const platform = nodePlatform({ refuse, variables });
    const send = (reply: TaskReply): void => port.postMessage(reply);
    port.on("message", (request: TaskRequest) => {
      const { id } = request;
      const progress = (done: number, total: number): void => send({ kind: "progress", id, done, total });
      run(tasks, request, { platform, progress })
        .then(send)
        // A result that can't be copied.
        .catch((error: unknown) => send({ kind: "error", id, error: packError(error) }));
    });
  };
