/** Lets the tasks of this process enter a lock one by one, in the order in which they asked. */

import { processWide } from "./process-wide.ts";

/** By lock path, the end of the last task in the queue. */
const lastTurns = processWide("lock-queues", () => new Map<string, Promise<void>>());

const settlesWithin = async (promise: Promise<void>, timeoutMs: number): Promise<boolean> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), timeoutMs);
  });
  try {
    return await Promise.race([promise.then(() => true), late]);
  } finally {
    clearTimeout(timer);
  }
};

/** Waits for the turn and returns the function that ends it; undefined when it did not come in time. */
export const takeTurn = async (lockPath: string, timeoutMs: number): Promise<(() => void) | undefined> => {
  const before = lastTurns.get(lockPath);
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const turn = (before ?? Promise.resolve()).then(() => ended);
  lastTurns.set(lockPath, turn);
  void turn.then(() => {
    if (lastTurns.get(lockPath) === turn) lastTurns.delete(lockPath);
  });
  if (before === undefined || (await settlesWithin(before, timeoutMs))) return end;
  end();
  return undefined;
};
