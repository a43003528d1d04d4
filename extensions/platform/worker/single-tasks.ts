/**
 * Tasks that may have to be ended: each has a thread to itself, so that ending it harms no other. A few run at the
 * same time, the others wait.
 */

import type { WorkerTaskOptions } from "../platform.ts";
import type { WorkerThread } from "./worker-thread.ts";

export type RunSingle = (task: string, input: unknown, options: WorkerTaskOptions) => Promise<unknown>;

const mostThreads = 2;

/** `start` gives a new thread, and calls back when that takes no further task. */
export const singleTasks = (start: (onClosed: () => void) => WorkerThread): RunSingle => {
  const idle = new Set<WorkerThread>();
  const waiting: (() => void)[] = [];
  let busy = 0;

  const open = (): WorkerThread => {
    const thread = start(() => idle.delete(thread));
    return thread;
  };
  const takeThread = (): WorkerThread => {
    const [rested] = idle;
    if (rested !== undefined) idle.delete(rested);
    return rested ?? open();
  };
  const takeTurn = async (): Promise<void> => {
    if (busy >= mostThreads) await new Promise<void>((resolve) => waiting.push(resolve));
    busy += 1;
  };
  const giveTurn = (): void => {
    busy -= 1;
    waiting.shift()?.();
  };

  return async (task, input, { onProgress, signal, limitMs }) => {
    await takeTurn();
    try {
      signal?.throwIfAborted();
      const thread = takeThread();
      const result = await endable(thread, { signal, limitMs }, () => thread.run(task, input, onProgress));
      idle.add(thread);
      return result;
    } finally {
      giveTurn();
    }
  };
};

const endable = async <T>(
  thread: WorkerThread,
  { signal, limitMs }: { readonly signal: AbortSignal | undefined; readonly limitMs: number | undefined },
  run: () => Promise<T>,
): Promise<T> => {
  const abort = (): void => thread.end(signal?.reason);
  const expire = (): void => thread.end(tooLong(limitMs ?? 0));
  const timer = limitMs === undefined ? undefined : setTimeout(expire, limitMs);
  signal?.addEventListener("abort", abort, { once: true });
  try {
    return await run();
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", abort);
  }
};

const tooLong = (limitMs: number): Error =>
  Object.assign(new Error(`it took longer than ${limitMs / 1000} seconds`), { name: "TimeoutError" });
