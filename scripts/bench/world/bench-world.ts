/** A place of its own for a benchmark: temporary folders, and workspaces that see nothing of the user's. */

import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { WikiError } from "../../../extensions/core/errors.ts";
import { defaultSettings } from "../../../extensions/core/settings.ts";
import { openWorkspace } from "../../../extensions/open-workspace.ts";
import { nodePlatform } from "../../../extensions/platform/node-platform.ts";
import type { Platform } from "../../../extensions/platform/platform.ts";
import type { Workspace } from "../../../extensions/workspace.ts";

export interface BenchWorld {
  readonly folder: string;
  /** Where the index of every vault of this world is kept. */
  readonly cache: string;
  /** A folder in the world, made when absent. */
  place(name: string): string;
  /** A fresh session in a folder of the world; a vault in its home counts with `personal`. */
  workspace(cwd: string, options?: { readonly personal?: boolean }): Workspace;
}

const inCheckout = (path: string): string => fileURLToPath(new URL(`../../../${path}`, import.meta.url));

/** The world in a folder, which another process may have filled. */
export const openWorld = (folder: string): BenchWorld => {
  const place = (name: string): string => {
    const path = join(folder, name);
    mkdirSync(path, { recursive: true });
    return path;
  };
  return {
    folder,
    cache: join(folder, "cache", "pi-wiki"),
    place,
    workspace: (cwd, { personal = false } = {}) =>
      openWorkspace(benchPlatform(place), {
        cwd,
        channel: "cli",
        settings: { ...defaultSettings, personalVault: personal ? "on" : "off" },
        version: "0.0.0",
        templatesRoot: inCheckout("templates"),
      }),
  };
};

const benchPlatform = (place: (name: string) => string): Platform =>
  nodePlatform({
    refuse: (code, data, cause) => new WikiError(code, data, undefined, cause),
    tasks: new URL("../../../extensions/worker-tasks.ts", import.meta.url),
    variables: {
      PATH: process.env["PATH"],
      HOME: place("home"),
      XDG_CACHE_HOME: place("cache"),
      XDG_STATE_HOME: place("state"),
      PI_WIKI_USER: "bench",
      GIT_CONFIG_NOSYSTEM: "1",
    },
  });

/** Runs with a new world, and removes it whatever happens. */
export const withWorld = async <T>(action: (world: BenchWorld) => Promise<T>): Promise<T> => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "pi-wiki-bench-")));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  const stop = (): void => {
    remove();
    process.exit(130);
  };
  process.once("SIGINT", stop);
  process.once("SIGTERM", stop);
  try {
    return await action(openWorld(folder));
  } finally {
    process.off("SIGINT", stop);
    process.off("SIGTERM", stop);
    remove();
  }
};
