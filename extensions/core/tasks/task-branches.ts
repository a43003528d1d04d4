/** What git knows of the session's place: its branch and commit, and which branches are merged into it. */

import type { Platform } from "../../platform/platform.ts";
import { gitIn } from "../git/git.ts";

/** Undefined outside a repository, without git, and for a checkout of no branch. */
export const currentBranch = (platform: Platform, cwd: string): Promise<string | undefined> =>
  gitIn(platform, cwd, { timeoutMs }).line(["symbolic-ref", "--quiet", "--short", "HEAD"]);

/** Undefined before the first commit too. */
export const currentCommit = (platform: Platform, cwd: string): Promise<string | undefined> =>
  gitIn(platform, cwd, { timeoutMs }).line(["rev-parse", "--quiet", "--verify", "HEAD"]);

/** Commits at the ends of the branches that the session's own holds already, by their names. */
export const mergedBranches = async (platform: Platform, cwd: string): Promise<ReadonlyMap<string, string>> => {
  const format = "--format=%(objectname) %(refname:lstrip=2)";
  const lines = await gitIn(platform, cwd, { timeoutMs }).told(["for-each-ref", "--merged=HEAD", format, "refs/heads"]);
  const branches = (lines ?? "").split("\n").map((line) => /^(\w+) (.+)$/.exec(line.trimEnd()));
  return new Map(branches.flatMap((match) => (match === null ? [] : [[match[2] ?? "", match[1] ?? ""] as const])));
};

const timeoutMs = 5_000;
