/** The main thread's side: workers are started by the first task and end when they have been idle. */

import type { Variables } from "../node-environment.ts";
import type { Platform } from "../platform.ts";
import { type RunSingle, singleTasks } from "./single-tasks.ts";
import type { WorkerStart } from "./worker-messages.ts";
import { startThread, type WorkerThread } from "./worker-thread.ts";

const startOf = (tasks: URL, variables: Variables): WorkerStart => ({
  built: (tasks.pathname.split("/").pop() ?? "").replace(/\.ts$/, ".mjs"),
  source: tasks.href,
  variables: { ...variables },
});

export const workerClient = (tasks: URL | undefined, variables: Variables): Platform["inWorker"] => {
  let shared: WorkerThread | undefined;
  let single: RunSingle | undefined;
  return async (task, input, options = {}) => {
    if (tasks === undefined) throw new Error(`The task "${task}" can't run: this platform was built without tasks.`);
    const start = startOf(tasks, variables);
    if (options.signal !== undefined || options.limitMs !== undefined) {
      single ??= singleTasks((onClosed) => startThread(start, onClosed));
      return await single(task, input, options);
    }
    shared ??= startThread(start, () => {
      shared = undefined;
    });
    return await shared.run(task, input, options.onProgress);
  };
};
