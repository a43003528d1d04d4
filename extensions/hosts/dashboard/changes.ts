/** Tells open pages what has changed, by a look at the files again and again for as long as somebody listens. */

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
  readonly platform: Pick<Platform, "elapsed">;
  look(): Promise<Signs>;
}

/** A large vault is not looked at all the time. */
const restMs = 600;
const restTimes = 8;
const longestRestMs = 800;

export const openChanges = ({ platform, look }: ChangesParts): Changes => {
  const listeners = new Set<Listener>();
  let known: Signs | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isLooking = false;
  const lookAgain = async (): Promise<void> => {
    const began = platform.elapsed();
    isLooking = true;
    const now = await look().finally(() => {
      isLooking = false;
    });
    const areas = Object.keys(now).filter((area) => known !== undefined && known[area] !== now[area]);
    known = now;
    if (areas.length > 0) for (const listener of listeners) listener.changed(areas);
    const took = platform.elapsed() - began;
    plan(Math.min(longestRestMs, Math.max(restMs, restTimes * took)));
  };
  const plan = (rest: number): void => {
    clearTimeout(timer);
    if (listeners.size > 0) timer = setTimeout(() => void lookAgain().catch(() => plan(longestRestMs)), rest);
  };
  return {
    listen: (listener) => {
      const isFirst = listeners.size === 0;
      listeners.add(listener);
      // Whatever changed while nobody listened is told: the page may have been read before.
      if (isFirst && !isLooking) plan(0);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) clearTimeout(timer);
      };
    },
    close: () => {
      listeners.clear();
      clearTimeout(timer);
    },
  };
};
