/** Where a session works: its repository, the commit that is checked out, and the paths that say whose machine it is. */

import type { Platform } from "../../platform/platform.ts";
import type { CleaningPlace } from "./clean-steps.ts";
import type { GitState } from "./packet.ts";

export interface SessionPlace {
  /** Relative to the repository's top. */
  readonly cwd: string;
  readonly git: GitState | null;
  readonly places: CleaningPlace["places"];
}

const timeoutMs = 5_000;
// Nothing that a repository's settings name is run, and nothing is written.
const quiet = ["git", "--no-optional-locks", "-c", "core.fsmonitor=false"] as const;

/** What is done to the memory itself changes nothing of the work. */
const workOnly = ["status", "--porcelain", "--", ":/", ":(exclude,glob)**/.llm-wiki/**"] as const;

export const sessionPlace = async (platform: Platform, cwd: string): Promise<SessionPlace> => {
  const { paths, environment } = platform;
  const homes = named(platform, environment.home, "~");
  if (paths.kind(cwd) === undefined) return { cwd: ".", git: null, places: [{ path: cwd, name: "." }, ...homes] };
  const ask = async (...words: readonly string[]): Promise<string | undefined> => {
    const { exitCode, stdout } = await platform.run([...quiet, ...words], { cwd, timeoutMs });
    return exitCode === 0 ? stdout.trimEnd() : undefined;
  };
  const top = await ask("rev-parse", "--show-toplevel");
  if (top === undefined || top === "") {
    return { cwd: ".", git: null, places: [...named(platform, cwd, "."), ...homes] };
  }
  const status = await ask(...workOnly);
  const git: GitState = {
    head: (await ask("rev-parse", "--quiet", "--verify", "HEAD")) || null,
    branch: (await ask("symbolic-ref", "--quiet", "--short", "HEAD")) || null,
    dirty: status === undefined ? null : status !== "",
  };
  const own = below(paths.physical(cwd), paths.physical(top));
  const inside = own === "." ? named(platform, cwd, ".") : [];
  return { cwd: own, git, places: [...named(platform, top, "."), ...inside, ...homes] };
};

/** As it is written, and as it is. */
const named = ({ paths }: Platform, path: string, name: string): CleaningPlace["places"] =>
  path === "" ? [] : [...new Set([path, paths.physical(path)])].map((one) => ({ path: one, name }));

const below = (path: string, top: string): string =>
  path.startsWith(`${top}/`)
    ? path.slice(top.length + 1)
    : path.startsWith(`${top}\\`)
      ? path.slice(top.length + 1).replaceAll("\\", "/")
      : ".";
