/** Runs an action alone: among the tasks of this process by a queue, among processes by a lock file. */

import { dirname } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Refuse } from "../platform.ts";
import { ensureFolder } from "./folders.ts";
import { isLeftBehind, releaseLock, retireLock, type StandingLock, standingLock, takeLock } from "./lock-file.ts";
import { type Holder, newHolder, renderHolder } from "./lock-holder.ts";
import { takeTurn } from "./lock-queue.ts";
import type { Step } from "./step.ts";
import { writingError } from "./system-error.ts";

interface LockRequest {
  /** Absolute; the lock file is `<target>.lock`. */
  readonly target: string;
  /** As the caller named it. */
  readonly path: string;
  readonly timeoutMs: number;
  readonly refuse: Refuse;
  readonly step: Step;
}

const lockedError = (request: LockRequest, holder: Holder | undefined): Error =>
  request.refuse("locked", { path: request.path, holder: renderHolder(holder) });

const shortPause = async (): Promise<void> => {
  // Uneven, so that waiting processes don't come back in step.
  await pause(2 + Math.random() * 10);
};

/** The lock, or whoever stands in the way of it. */
const tryOnce = (lockPath: string, step: Step): Holder | StandingLock => {
  for (;;) {
    const standing = standingLock(lockPath);
    if (standing === undefined) {
      const taken = takeLock(lockPath, step);
      if (taken !== undefined) return taken;
    } else if (!isLeftBehind(standing) || !retireLock(lockPath, standing, step)) return standing;
  }
};

const acquire = async (request: LockRequest, lockPath: string, deadline: number): Promise<Holder> => {
  await ensureFolder(dirname(lockPath), request.step);
  for (;;) {
    const outcome = tryOnce(lockPath, request.step);
    if ("pid" in outcome) return outcome;
    if (performance.now() >= deadline) throw lockedError(request, outcome.holder);
    await shortPause();
  }
};

export const withLock = async <T>(request: LockRequest, action: () => Promise<T>): Promise<T> => {
  const lockPath = `${request.target}.lock`;
  const deadline = performance.now() + request.timeoutMs;
  const asRefusal = (error: unknown): never => {
    throw writingError(error, request);
  };
  const endTurn = await takeTurn(lockPath, request.timeoutMs);
  if (endTurn === undefined) throw lockedError(request, newHolder());
  try {
    const holder = await acquire(request, lockPath, deadline).catch(asRefusal);
    try {
      return await action();
    } finally {
      await release(request, lockPath, holder).catch(asRefusal);
    }
  } finally {
    endTurn();
  }
};

const release = async ({ step }: LockRequest, lockPath: string, holder: Holder): Promise<void> => {
  releaseLock(lockPath, holder, step);
};
