/** The git repository that a folder is in, and how git is asked about it: nothing is written, nothing of its is run. */

import type { Platform, RunOptions, RunResult } from "../../../platform/platform.ts";
import { WikiError } from "../../errors.ts";

export interface Repository {
  /** The work tree's top, absolute and physical. */
  readonly folder: string;
  /** This work tree's own git folder; a linked one's is not the repository's. */
  readonly gitDir: string;
  /** Where all work trees of the repository keep what they share. */
  readonly commonDir: string;
  readonly objects: string;
}

const timeoutMs = 60_000;

/** What a hook or a shell has set would lead to another index or another repository. */
const ownVariables = {
  GIT_DIR: undefined,
  GIT_WORK_TREE: undefined,
  GIT_COMMON_DIR: undefined,
  GIT_INDEX_FILE: undefined,
  GIT_OBJECT_DIRECTORY: undefined,
  GIT_ALTERNATE_OBJECT_DIRECTORIES: undefined,
  GIT_NAMESPACE: undefined,
  GIT_PREFIX: undefined,
  // Objects that a partial clone lacks are not fetched.
  GIT_NO_LAZY_FETCH: "1",
  LC_ALL: "C",
} as const;

const quiet = ["git", "--no-optional-locks", "--literal-pathspecs", "-c", "core.fsmonitor=false"] as const;

/** Runs git; its own variables are those given over none. */
export const runGit = (platform: Platform, args: readonly string[], options: RunOptions): Promise<RunResult> =>
  platform.run([...quiet, ...args], {
    timeoutMs,
    ...options,
    variables: { ...ownVariables, ...options.variables },
  });

/** Throws `repository_missing` where git finds no work tree, is missing, or refuses to read it. */
export const openRepository = async (platform: Platform, folder: string): Promise<Repository> => {
  const asked = ["--show-toplevel", "--absolute-git-dir", "--git-common-dir", "--git-path", "objects"];
  const { exitCode, stdout, stderr } = await runGit(platform, ["rev-parse", ...asked], { cwd: folder });
  const [top = "", gitDir = "", commonDir = "", objects = "", ...rest] = stdout.split(/\r?\n/);
  if (exitCode !== 0 || top === "" || rest.join("") !== "") {
    const reason = exitCode === null ? "git can't be run" : lastLine(stderr);
    throw new WikiError("repository_missing", { folder, reason });
  }
  const { paths } = platform;
  const physical = (path: string): string => paths.physical(paths.resolve(folder, path));
  return {
    folder: physical(top),
    gitDir: physical(gitDir),
    commonDir: physical(commonDir),
    objects: physical(objects),
  };
};

/** What a failing git says last, without its prefix. */
export const lastLine = (stderr: string): string =>
  (stderr.trim().split("\n").at(-1) ?? "").replace(/^(?:fatal|error): /, "").replace(/\.$/, "") || "git gave no reason";
