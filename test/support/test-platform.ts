/** A world for tests: a real temporary folder, a clock that moves when told, ids in sequence. */

import { chmodSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { WikiError } from "../../extensions/core/errors.ts";
import { nodePlatform } from "../../extensions/platform/node-platform.ts";
import type { Files, Instant, Platform, Refuse } from "../../extensions/platform/platform.ts";

export interface TestClock {
  set(time: Instant): void;
  advance(milliseconds: number): void;
}

export interface TestPlatform {
  readonly platform: Platform;
  /** Absolute and physical; `home`, `cache` and `state` are inside it. Removed when the test file has ended. */
  readonly folder: string;
  readonly clock: TestClock;
  /** Files below `root`, which is relative to `folder`. */
  files(root?: string): Files;
}

export interface TestPlatformOptions {
  /** An existing folder to work in; without it a new one is made. */
  readonly folder?: string;
  readonly onStep?: (step: string, path: string) => void;
  readonly tasks?: URL;
  /** Environment variables over the test's own. */
  readonly variables?: Readonly<Record<string, string | undefined>>;
}

const startTime = "2026-11-30T12:00:00.000Z";

export const refuse: Refuse = (code, data, cause) => new WikiError(code, data, undefined, cause);

// Memory where there is such a file system: durable writes cost milliseconds on a disk.
const base = realpathSync(existsSync("/dev/shm") ? "/dev/shm" : tmpdir());

const made = new Set<string>();

/** The end of each test file, which `each-file.ts` sees. */
export const removeTemporaryFolders = (): void => {
  for (const folder of made) rmSync(folder, { recursive: true, force: true });
  made.clear();
};

/** A new empty folder, removed when the test file has ended. */
export const temporaryFolder = (): string => {
  const folder = mkdtempSync(join(base, "pi-wiki-test-"));
  chmodSync(folder, 0o755);
  made.add(folder);
  return folder;
};

const testClock = (): { readonly clock: TestClock; readonly time: () => number } => {
  let milliseconds = Date.parse(startTime);
  return {
    clock: {
      set: (time) => {
        milliseconds = Date.parse(time);
      },
      advance: (step) => {
        milliseconds += step;
      },
    },
    time: () => milliseconds,
  };
};

const sequence = (): ((length: number) => string) => {
  let count = 0;
  return (length) => {
    count += 1;
    return count.toString(36).padStart(length, "0").slice(-length);
  };
};

/** Nothing of the machine's own settings reaches a test, but the programs on its path. */
const testVariables = (folder: string): Record<string, string | undefined> => ({
  PATH: process.env["PATH"],
  HOME: join(folder, "home"),
  XDG_CACHE_HOME: join(folder, "cache"),
  XDG_STATE_HOME: join(folder, "state"),
  PI_WIKI_USER: "keeper",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_AUTHOR_NAME: "Keeper",
  GIT_AUTHOR_EMAIL: "keeper@lighthouse.example",
  GIT_COMMITTER_NAME: "Keeper",
  GIT_COMMITTER_EMAIL: "keeper@lighthouse.example",
});

export const testPlatform = async (options: TestPlatformOptions = {}): Promise<TestPlatform> => {
  const folder = options.folder ?? temporaryFolder();
  mkdirSync(join(folder, "home"), { recursive: true });
  const { clock, time } = testClock();
  const platform: Platform = {
    ...nodePlatform({
      refuse,
      variables: { ...testVariables(folder), ...options.variables },
      ...(options.onStep === undefined ? {} : { onStep: options.onStep }),
      ...(options.tasks === undefined ? {} : { tasks: options.tasks }),
    }),
    now: () => new Date(time()).toISOString(),
    elapsed: time,
    newId: sequence(),
  };
  return { platform, folder, clock, files: (root = ".") => platform.files(join(folder, root)) };
};
