/**
 * One lock file on disk. A lock whose holder is gone may be removed only by the one process that has
 * claimed this: the claim is a lock of its own, named after the dead lock's unique id, and is
 * inherited in the same way when the claimant dies too. So two waiters can never both take over.
 */

import { linkSync, lstatSync, readFileSync, rmSync, type Stats, unlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Holder, isGone, newHolder, parseHolder } from "./lock-holder.ts";
import { processWide } from "./process-wide.ts";
import type { Step } from "./step.ts";
import { isAbsent, systemCode } from "./system-error.ts";
import { temporaryName } from "./temporary.ts";

export interface StandingLock {
  /** The holder's id, or one made up from the file when its content is not whole. */
  readonly id: string;
  readonly holder: Holder | undefined;
  readonly ageMs: number;
}

/** Ids of the locks that this thread holds. */
const heldHere = processWide("held-locks", () => new Set<string>());

const absentIsUndefined = <T>(act: () => T): T | undefined => {
  try {
    return act();
  } catch (error) {
    if (isAbsent(error)) return undefined;
    throw error;
  }
};

const maxLockBytes = 4_096;

/** Nothing but a small regular file is read: a link or a pipe in its place could go on for ever. */
const holderIn = (path: string, stats: Stats): Holder | undefined =>
  stats.isFile() && stats.size <= maxLockBytes ? parseHolder(readFileSync(path, "utf8")) : undefined;

export const standingLock = (path: string): StandingLock | undefined =>
  absentIsUndefined(() => {
    const stats = lstatSync(path);
    const holder = holderIn(path, stats);
    // A time in the future is as good a sign of age as one in the past.
    const ageMs = Math.abs(Date.now() - stats.mtimeMs);
    return { id: holder?.id ?? `${stats.ino}-${Math.round(stats.mtimeMs)}`, holder, ageMs };
  });

/** Without a whole content it is either being written just now, or was cut short by a power failure. */
const unfinishedAfterMs = 10_000;

export const isLeftBehind = ({ id, holder, ageMs }: StandingLock): boolean =>
  holder === undefined ? ageMs > unfinishedAfterMs : isGone(holder, { ageMs, isHeldHere: heldHere.has(id) });

const linkless = new Set(["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK"]);

/** On a full disk the name is made, and there is no room for the content. */
const writeTemporary = (path: string, text: string): void => {
  try {
    writeFileSync(path, text, { flag: "wx" });
  } catch (error) {
    rmSync(path, { force: true });
    throw error;
  }
};

/** Gives the lock its whole content at once; where links are missing, readers may see it half written. */
const putInPlace = (path: string, text: string): void => {
  const temporary = join(dirname(path), temporaryName());
  writeTemporary(temporary, text);
  try {
    linkSync(temporary, path);
  } catch (error) {
    if (!linkless.has(systemCode(error) ?? "")) throw error;
    writeFileSync(path, text, { flag: "wx" });
  } finally {
    unlinkSync(temporary);
  }
};

/** The new holder, or undefined when somebody was faster. Needs no sync: a lock is worth nothing after a power cut. */
export const takeLock = (path: string, step: Step): Holder | undefined => {
  const holder = newHolder();
  step("lock", path);
  heldHere.add(holder.id);
  try {
    putInPlace(path, `${JSON.stringify(holder)}\n`);
    return holder;
  } catch (error) {
    heldHere.delete(holder.id);
    if (systemCode(error) === "EEXIST") return undefined;
    throw error;
  }
};

/** Removes the lock when it is still the one with this id; a lock that was taken over stays. */
const removeLock = (path: string, id: string, step: Step): void => {
  if (standingLock(path)?.id !== id) return;
  step("unlock", path);
  absentIsUndefined(() => unlinkSync(path));
};

export const releaseLock = (path: string, { id }: Holder, step: Step): void => {
  // First of all: whatever happens now, this process no longer counts as its holder.
  heldHere.delete(id);
  try {
    removeLock(path, id, step);
  } catch {
    // Others would wait until this process ends; a passing hindrance is worth a second try.
    removeLock(path, id, step);
  }
};

/** Clears away a lock that was left behind; false when another process is at it. */
export const retireLock = (path: string, dead: StandingLock, step: Step): boolean => {
  const claimPath = join(dirname(path), `.tmp-claim-${dead.id}`);
  const rival = standingLock(claimPath);
  if (rival !== undefined) return isLeftBehind(rival) && retireLock(claimPath, rival, step);
  const claim = takeLock(claimPath, step);
  if (claim === undefined) return false;
  try {
    removeLock(path, dead.id, step);
  } finally {
    releaseLock(claimPath, claim, step);
  }
  return true;
};
