/** One worker thread as the main thread sees it: runs tasks, and ends when it has been idle, or when it is told to. */

import { existsSync } from "node:fs";
import { Worker } from "node:worker_threads";
import { type TaskReply, type TaskRequest, unpackError, type WorkerStart } from "./worker-messages.ts";

const idleMs = 2_000;

export type OnProgress = (done: number, total: number) => void;

interface Pending {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
  readonly onProgress: OnProgress | undefined;
}

export interface WorkerThread {
  run(task: string, input: unknown, onProgress: OnProgress | undefined): Promise<unknown>;
  /** Stops the thread in whatever it is doing; its tasks are rejected with this error. */
  end(error: unknown): void;
}

/** Beside this file in a checkout; from a bundle in dist/ it is found in the sources, which are always shipped. */
const workerFile = (): URL => {
  const beside = new URL("./worker.mjs", import.meta.url);
  return existsSync(beside) ? beside : new URL("../extensions/platform/worker/worker.mjs", import.meta.url);
};

const report = ({ onProgress, reject }: Pending, done: number, total: number): void => {
  try {
    onProgress?.(done, total);
  } catch (error) {
    // The listener's mistake belongs to whoever asked for the task, not to the process.
    reject(error);
  }
};

/** Whether the reply was the task's last one. */
const settle = (pending: Pending, reply: TaskReply): boolean => {
  switch (reply.kind) {
    case "progress":
      report(pending, reply.done, reply.total);
      return false;
    case "result":
      pending.resolve(reply.value);
      return true;
    case "error":
      pending.reject(unpackError(reply.error));
      return true;
  }
};

/**
 * What it prints is kept from our standard output, on which a host may speak a protocol, and from our standard
 * error, which may be a terminal that a host draws on. Nobody reads it: reading would keep the process alive.
 */
const openThread = (start: WorkerStart): Worker =>
  new Worker(workerFile(), { workerData: start, stdout: true, stderr: true, execArgv: [] });

/** `onClosed` is called once, as soon as the thread takes no further task. */
export const startThread = (start: WorkerStart, onClosed: () => void): WorkerThread => {
  const thread = openThread(start);
  const pendings = new Map<number, Pending>();
  let count = 0;
  let idle: NodeJS.Timeout | undefined;
  let isOpen = true;

  const close = (): void => {
    if (isOpen) onClosed();
    isOpen = false;
  };
  const fail = (error: unknown): void => {
    close();
    for (const pending of pendings.values()) pending.reject(error);
    pendings.clear();
  };
  const end = (error: unknown): void => {
    fail(error);
    void thread.terminate();
  };
  const restWhenIdle = (): void => {
    if (pendings.size > 0) return;
    // An idle worker must not keep the process alive.
    thread.unref();
    idle = setTimeout(() => end(undefined), idleMs).unref();
  };
  const wake = (): void => {
    clearTimeout(idle);
    thread.ref();
  };

  thread.on("message", (reply: TaskReply) => {
    const pending = pendings.get(reply.id);
    if (pending === undefined || !settle(pending, reply)) return;
    pendings.delete(reply.id);
    restWhenIdle();
  });
  thread.on("messageerror", fail);
  thread.on("error", fail);
  thread.on("exit", (code) => fail(new Error(`The worker thread ended with code ${code}.`)));

  return {
    run: async (task, input, onProgress) => {
      wake();
      count += 1;
      const request: TaskRequest = { id: count, task, input };
      try {
        thread.postMessage(request);
      } catch (error) {
        // An input that can't be copied.
        restWhenIdle();
        throw error;
      }
      return await new Promise((resolve, reject) => {
        pendings.set(request.id, { resolve, reject, onProgress });
      });
    },
    end,
  };
};
