/** What of a scratch world's protected files is lost after a command and what followed it. */

import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { changesBetween, protectedState } from "./scratch-copies.ts";
import type { ScratchWorld } from "./scratch-world.ts";

interface Worlds {
  /** As the world was before. */
  readonly template: ScratchWorld;
  readonly world: ScratchWorld;
}

/** Paths that are not as they were, where git does not explain it; relative to the world. */
export const lossesIn = (worlds: Worlds): readonly string[] => {
  const { template, world } = worlds;
  const [before, after] = [placed(template), placed(world)];
  return changesBetween(before, after).filter((path) => isLost(path, worlds));
};

/** Kind and content; modes may be stricter after something was put back. */
const placed = (world: ScratchWorld): ReadonlyMap<string, string> =>
  new Map(
    [...protectedState(world)].map(([path, state]) => [
      relative(world.root, path),
      state.replace(/^(file|folder) \d+/, "$1").replace(world.root, ""),
    ]),
  );

const isLost = (path: string, { template, world }: Worlds): boolean => {
  if (path.endsWith("/meta/events.jsonl")) return !holdsLines(path, { template, world });
  if (/\/meta(\/|$)/.test(path)) return !/\/meta\/cache(\/|$)/.test(path) && isFile(join(template.root, path));
  return !isHistory(path, { template, world });
};

const isFile = (path: string): boolean => existsSync(path);

const linesOf = (text: string): readonly string[] => text.split("\n").filter((line) => line !== "");

/** Each line is there, or in a stash or commit; besides, there is only our own record. */
const holdsLines = (path: string, { template, world }: Worlds): boolean => {
  const place = join(world.root, path);
  const now = existsSync(place) ? linesOf(readFileSync(place, "utf8")) : [];
  const lines = linesOf(readFileSync(join(template.root, path), "utf8"));
  const missing = lines.filter((line) => !now.includes(line));
  const others = now.filter((line) => !lines.includes(line) && !line.includes('"kind":"tamper_'));
  return others.length === 0 && (missing.length === 0 || missing.every((line) => isInStash(line, path, world)));
};

const git = ({ project, home }: ScratchWorld, args: readonly string[], input?: string): string => {
  const { stdout } = spawnSync("git", args, {
    cwd: project,
    encoding: "utf8",
    env: { PATH: process.env["PATH"], HOME: home, GIT_CONFIG_NOSYSTEM: "1" },
    ...(input === undefined ? {} : { input }),
  });
  return stdout;
};

const inProject = (path: string, { project, root }: ScratchWorld): string => relative(project, join(root, path));

const isInStash = (line: string, path: string, world: ScratchWorld): boolean =>
  linesOf(git(world, ["show", `stash@{0}:${inProject(path, world)}`])).includes(line);

/** What is there now is HEAD's, and what was there before is in a commit or a stash. */
const isHistory = (path: string, { template, world }: Worlds): boolean => {
  const name = inProject(path, world);
  if (name.startsWith("..")) return false;
  const [now, was] = [join(world.root, path), join(template.root, path)];
  const blob = (place: string): string =>
    existsSync(place) ? execFileSync("git", ["hash-object", "--no-filters", place], { encoding: "utf8" }).trim() : "";
  if (existsSync(now) && !readable(now)) return true;
  const head = git(world, ["rev-parse", "-q", "--verify", `HEAD:${name}`]).trim();
  const isHeads = head === blob(now) || (!existsSync(now) && head === "");
  if (!isHeads) return false;
  if (!existsSync(was) || !readable(was)) return true;
  return git(world, ["rev-list", "--all", "--reflog", "--objects"]).includes(blob(was));
};

/** Folders come and go with what is in them. */
const readable = (path: string): boolean => {
  try {
    readFileSync(path);
    return true;
  } catch {
    return false;
  }
};
