/** Who holds a lock: written into the lock file, and judged dead or alive by others who want it. */

import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";
import { threadId } from "node:worker_threads";
import { randomId } from "../ids.ts";

/** One process as its lock files name it. */
export interface Holder {
  /** Unique to this one holding of this one lock. */
  readonly id: string;
  readonly pid: number;
  readonly thread: number;
  readonly host: string;
  /** The kernel's boot, the namespace that gives `pid` its meaning, and the start of the process; Linux only. */
  readonly boot: string;
  readonly space: string;
  readonly started: string;
}

/** No lock is meant to be held for long: so old, one of unknown standing counts as left behind. */
const forgottenAfterMs = 10 * 60_000;

const known = (read: () => string): string => {
  try {
    return read().trim();
  } catch {
    // Not Linux, or /proc is closed: the judgement does without.
    return "";
  }
};

/** State and start time from /proc; the program's name before them may itself hold spaces and brackets. */
const processFacts = (pid: number): { readonly state: string; readonly started: string } => {
  const stat = known(() => readFileSync(`/proc/${pid}/stat`, "utf8"));
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return { state: fields[0] ?? "", started: fields[19] ?? "" };
};

let self: Omit<Holder, "id"> | undefined;

const describeSelf = (): Omit<Holder, "id"> => ({
  pid: process.pid,
  thread: threadId,
  host: hostname(),
  boot: known(() => readFileSync("/proc/sys/kernel/random/boot_id", "utf8")),
  space: known(() => readlinkSync("/proc/self/ns/pid")),
  started: processFacts(process.pid).started,
});

const thisProcess = (): Omit<Holder, "id"> => {
  self ??= describeSelf();
  return self;
};

export const newHolder = (): Holder => ({ id: randomId(20), ...thisProcess() });

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it runs, as another user.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
};

/** Undefined when this machine can't tell. */
const runsStill = (holder: Holder): boolean | undefined => {
  if (!isRunning(holder.pid)) return false;
  const { state, started } = processFacts(holder.pid);
  if (state === "Z" || state === "X") return false;
  return started === "" || holder.started === "" ? undefined : started === holder.started;
};

/** Whether a holder is gone for good, so that its lock may be taken over. */
export const isGone = (holder: Holder, sight: { readonly ageMs: number; readonly isHeldHere: boolean }): boolean => {
  const me = thisProcess();
  const forgotten = sight.ageMs > forgottenAfterMs;
  if (holder.host !== me.host) return forgotten;
  if (holder.boot !== me.boot) return true;
  // A container beside this one: its process numbers mean nothing here.
  if (holder.space !== me.space) return forgotten;
  const isThisThread = holder.pid === me.pid && holder.started === me.started && holder.thread === me.thread;
  if (isThisThread) return !sight.isHeldHere;
  return !(runsStill(holder) ?? !forgotten);
};

export const renderHolder = (holder: Holder | undefined): string =>
  holder === undefined ? "an unknown process" : `process ${holder.pid} on ${holder.host}`;

const isHolder = (value: unknown): value is Holder => {
  if (typeof value !== "object" || value === null) return false;
  const fields = new Map<string, unknown>(Object.entries(value));
  const texts = ["id", "host", "boot", "space", "started"].every((key) => typeof fields.get(key) === "string");
  return texts && Number.isSafeInteger(fields.get("pid")) && Number.isSafeInteger(fields.get("thread"));
};

/** Undefined for anything that is not whole: a lock file may have been cut short by a power failure. */
export const parseHolder = (text: string): Holder | undefined => {
  try {
    const value: unknown = JSON.parse(text);
    // The id becomes part of a file name.
    return isHolder(value) && /^[a-z0-9]{20}$/.test(value.id) ? value : undefined;
  } catch {
    return undefined;
  }
};
