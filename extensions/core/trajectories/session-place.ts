/** Where a session works: its repository, the commit that is checked out, and the paths that say whose machine it is. */

import type { Platform } from "../../platform/platform.ts";
import { gitIn } from "../git/git.ts";
import type { CleaningPlace } from "./clean-steps.ts";
import type { GitState } from "./packet.ts";

export interface SessionPlace {
  /** Relative to the repository's top. */
  readonly cwd: string;
  readonly git: GitState | null;
  readonly places: CleaningPlace["places"];
}

const timeoutMs = 5_000;

/** What is done to the memory itself changes nothing of the work. */
const workOnly = ["status", "--porcelain", "--", ":/", ":(exclude,glob)**/.llm-wiki/**"] as const;

export const sessionPlace = async (platform: Platform, cwd: string): Promise<SessionPlace> => {
  const { paths, environment } = platform;
  const homes = named(platform, environment.home, "~");
  if (paths.kind(cwd) === undefined) return { cwd: ".", git: null, places: [{ path: cwd, name: "." }, ...homes] };
  const git = gitIn(platform, cwd, { timeoutMs });
  const top = await git.line(["rev-parse", "--show-toplevel"]);
  if (top === undefined) {
    return { cwd: ".", git: null, places: [...named(platform, cwd, "."), ...homes] };
  }
  const status = await git.told(workOnly, { variables: { GIT_LITERAL_PATHSPECS: "0" } });
  const state: GitState = {
    head: (await git.line(["rev-parse", "--quiet", "--verify", "HEAD"])) ?? null,
    branch: (await git.line(["symbolic-ref", "--quiet", "--short", "HEAD"])) ?? null,
    dirty: status === undefined ? null : status.trim() !== "",
  };
  const own = below(paths.physical(cwd), paths.physical(top));
  const inside = own === "." ? named(platform, cwd, ".") : [];
  return { cwd: own, git: state, places: [...named(platform, top, "."), ...inside, ...homes] };
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
