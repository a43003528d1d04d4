/** Fresh copies of a scratch world, what of them is protected, and commands run in them. */

import { execFileSync, spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { curlSettings, outsideLinks, type ScratchWorld, worldAt } from "./scratch-world.ts";

/** A copy beside the template; links that name it are made anew. */
export const freshCopy = (template: ScratchWorld): ScratchWorld => {
  const root = mkdtempSync(join(dirname(template.root), "run-"));
  execFileSync("cp", ["-a", `${template.root}/.`, root]);
  const world = worldAt(root);
  for (const [name, target] of outsideLinks(world)) {
    unlinkSync(join(world.outside, name));
    symlinkSync(target, join(world.outside, name));
  }
  writeFileSync(join(world.project, "fixtures/curlrc"), curlSettings(world));
  return world;
};

export const removeCopy = ({ root }: ScratchWorld): void => {
  spawnSync("chmod", ["-R", "u+rwX", root]);
  rmSync(root, { recursive: true, force: true });
};

const stateOf = (path: string): string => {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return "absent";
  const mode = (stats.mode & 0o7777).toString(8);
  if (stats.isSymbolicLink()) return `link to ${readlinkSync(path)}`;
  if (stats.isDirectory()) return `folder ${mode}`;
  if (!stats.isFile()) return `other ${mode}`;
  return `file ${mode} ${createHash("sha256").update(readFileSync(path)).digest("hex")}`;
};

const walk = (path: string, found: Map<string, string>): void => {
  const state = stateOf(path);
  if (state === "absent") return;
  found.set(path, state);
  if (state.startsWith("folder")) for (const name of readdirSync(path)) walk(join(path, name), found);
};

const namesIn = (folder: string): readonly string[] =>
  stateOf(folder).startsWith("folder") ? readdirSync(folder) : [];

/** Kind, mode and hash of all that is protected, by path. */
export const protectedState = ({ home, project, other }: ScratchWorld): ReadonlyMap<string, string> => {
  const found = new Map<string, string>();
  for (const vault of [project, other, home].map((folder) => join(folder, ".llm-wiki"))) {
    found.set(vault, stateOf(vault).split(" ")[0] ?? "");
    for (const part of ["raw", "meta", "config.json"]) walk(join(vault, part), found);
    for (const task of namesIn(join(vault, "tasks"))) walk(join(vault, "tasks", task, "memories"), found);
  }
  return found;
};

export const changesBetween = (
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): readonly string[] => {
  const paths = new Set([...before.keys(), ...after.keys()]);
  return [...paths].filter((path) => before.get(path) !== after.get(path));
};

const variablesOf = ({ home, temporary }: ScratchWorld): Record<string, string> => ({
  PATH: process.env["PATH"] ?? "",
  HOME: home,
  USER: "ann",
  LANG: "C.UTF-8",
  TERM: "dumb",
  SHELL: "/bin/bash",
  TMPDIR: temporary,
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_TERMINAL_PROMPT: "0",
  npm_config_update_notifier: "false",
  npm_config_offline: "true",
  npm_config_cache: join(temporary, "npm"),
});

/** Takes the network away, where the system lets us. */
const apart = ["unshare", "-n"] as const;

const launcher: readonly string[] =
  spawnSync(apart[0], [apart[1], "true"]).status === 0 ? [...apart, "bash"] : ["bash"];

const longestRunMs = 15_000;

/** Runs a command as an agent's shell would, until all that it started has ended. */
export const runInWorld = (command: string, cwd: string, world: ScratchWorld): Promise<void> =>
  new Promise((resolve) => {
    const [program = "bash", ...args] = launcher;
    const child = spawn(program, [...args, "-c", command], {
      cwd,
      env: variablesOf(world),
      detached: true,
      stdio: "ignore",
    });
    const signal = (name: NodeJS.Signals | 0): boolean => {
      try {
        return child.pid !== undefined && process.kill(-child.pid, name);
      } catch {
        // All of its processes have ended.
        return false;
      }
    };
    const timer = setTimeout(() => signal("SIGKILL"), longestRunMs);
    const waitForGroup = (rounds: number): void => {
      if (rounds > 0 && signal(0)) setTimeout(() => waitForGroup(rounds - 1), 25);
      else {
        signal("SIGKILL");
        resolve();
      }
    };
    child.on("error", () => resolve());
    child.on("exit", () => {
      clearTimeout(timer);
      waitForGroup(80);
    });
  });
