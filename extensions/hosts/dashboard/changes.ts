/**
 * Tells open pages what has changed, for as long as somebody listens: by a look at the files again and again, which is
 * seldom where looking is dear and the system tells of changes, and at once when it does.
 */

import type { Platform } from "../../platform/platform.ts";

/** A sign of each area that is shown; one that differs is an area that has changed. */
export type Signs = Readonly<Record<string, string>>;

export interface Listener {
  /** Names of areas. */
  changed(areas: readonly string[]): void;
}

export interface Changes {
  /** Returns how to leave. */
  listen(listener: Listener): () => void;
  close(): void;
}

export interface ChangesParts {
  readonly platform: Pick<Platform, "elapsed" | "watch">;
  look(): Promise<Signs>;
  /** Absolute folders that hold what is looked at. */
  folders(): Promise<readonly string[]>;
}

const restMs = 600;
/** While changes go on, and where the system does not tell of them, a large vault is not looked at all the time. */
const restTimes = 8;
const longestRestMs = 800;
/** Where the system tells, a look is there for what it may miss, and costs one hundredth of the time. */
const watchedRestTimes = 100;
const longestWatchedRestMs = 10_000;
/** A write is often several changes. */
const settleMs = 40;
/** What the system tells of comes a little after it can be seen. */
const lateMs = 400;
const mostFolders = 1000;

export const openChanges = (parts: ChangesParts): Changes => new OpenChanges(parts);

class OpenChanges implements Changes {
  readonly #parts: ChangesParts;
  readonly #listeners = new Set<Listener>();
  #known: Signs | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isLooking = false;
  #stopWatching: (() => void) | undefined;
  /** The system told of a change since the last look began. */
  #isTold = false;
  /** How often it told of anything. */
  #heard = 0;
  /** It once told nothing of a change that a look found: on a disk elsewhere it may not. */
  #isUntold = false;
  #ended = 0;
  #took = 0;

  constructor(parts: ChangesParts) {
    this.#parts = parts;
  }

  listen(listener: Listener): () => void {
    const isFirst = this.#listeners.size === 0;
    this.#listeners.add(listener);
    // Whatever changed while nobody listened is told: the page may have been read before.
    if (isFirst && !this.#isLooking) this.#plan(0);
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size === 0) this.#stop();
    };
  }

  close(): void {
    this.#listeners.clear();
    this.#stop();
  }

  #stop(): void {
    clearTimeout(this.#timer);
    this.#stopWatching?.();
    this.#stopWatching = undefined;
  }

  #plan(rest: number): void {
    clearTimeout(this.#timer);
    if (this.#listeners.size === 0) this.#stop();
    else this.#timer = setTimeout(() => void this.#lookAgain(), rest);
  }

  async #lookAgain(): Promise<void> {
    const { elapsed } = this.#parts.platform;
    this.#isLooking = true;
    try {
      // What changed while nothing was watched could not be told.
      const isExcused = this.#isTold || this.#stopWatching === undefined;
      this.#isTold = false;
      await this.#watch();
      const began = elapsed();
      this.#tell(await this.#parts.look(), isExcused);
      this.#took = elapsed() - began;
    } catch {
      // Looked at again soon: the pages that ask meanwhile are told what is wrong.
      this.#stopWatching?.();
      this.#stopWatching = undefined;
    }
    this.#isLooking = false;
    this.#ended = elapsed();
    this.#plan(this.#isTold ? this.#busyRest() : this.#rest());
  }

  #tell(now: Signs, isExcused: boolean): void {
    const known = this.#known;
    this.#known = now;
    if (known === undefined) return;
    const areas = Object.keys(now).filter((area) => known[area] !== now[area]);
    if (areas.length === 0) return;
    for (const listener of this.#listeners) listener.changed(areas);
    if (!isExcused) this.#doubtLater();
  }

  #doubtLater(): void {
    const heard = this.#heard;
    const doubt = (): void => {
      if (this.#heard === heard) this.#isUntold = true;
    };
    setTimeout(doubt, lateMs).unref();
  }

  /** Before each look, and of the folders that are there now: what changes from here on is told or seen. */
  async #watch(): Promise<void> {
    const folders = this.#isUntold ? [] : await this.#parts.folders();
    const before = this.#stopWatching;
    const isAny = folders.length > 0 && folders.length <= mostFolders;
    this.#stopWatching = isAny ? this.#parts.platform.watch(folders, () => this.#hear()) : undefined;
    before?.();
  }

  #hear(): void {
    this.#heard += 1;
    if (this.#isTold) return;
    this.#isTold = true;
    if (!this.#isLooking)
      this.#plan(Math.max(settleMs, this.#busyRest() - (this.#parts.platform.elapsed() - this.#ended)));
  }

  #busyRest(): number {
    return Math.min(longestRestMs, restTimes * this.#took);
  }

  #rest(): number {
    const isWatched = this.#stopWatching !== undefined;
    return isWatched
      ? Math.min(longestWatchedRestMs, Math.max(restMs, watchedRestTimes * this.#took))
      : Math.min(longestRestMs, Math.max(restMs, restTimes * this.#took));
  }
}
