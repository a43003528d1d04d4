/** How git is run and asked: nothing that a repository's settings name is run, and no shell's variables lead elsewhere. */

import type { Platform, RunOptions, RunResult } from "../../platform/platform.ts";
import { WikiError } from "../errors.ts";

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
  GIT_LITERAL_PATHSPECS: "1",
  LC_ALL: "C",
} as const;

const quiet = ["git", "--no-optional-locks", "-c", "core.fsmonitor=false", "-c", "log.showSignature=false"] as const;

/** Runs git; its own variables are those given over none. Paths are taken literally. */
export const runGit = (platform: Platform, args: readonly string[], options: RunOptions): Promise<RunResult> =>
  platform.run([...quiet, ...args], {
    timeoutMs,
    ...options,
    variables: { ...ownVariables, ...options.variables },
  });

export type GitCall = Omit<RunOptions, "cwd">;

export interface Git {
  run(args: readonly string[], call?: GitCall): Promise<RunResult>;
  /** What it prints; throws `git_failed`. */
  text(args: readonly string[], call?: GitCall): Promise<string>;
  /** What it prints; undefined when it fails. */
  told(args: readonly string[], call?: GitCall): Promise<string | undefined>;
  /** The first line; undefined when it fails or prints nothing. */
  line(args: readonly string[], call?: GitCall): Promise<string | undefined>;
}

/** `defaults` hold for each call. */
export const gitIn = (platform: Platform, folder: string, defaults: GitCall = {}): Git => {
  const run: Git["run"] = (args, call = {}) => runGit(platform, args, { cwd: folder, ...defaults, ...call });
  const told: Git["told"] = async (args, call) => {
    const { exitCode, stdout } = await run(args, call);
    return exitCode === 0 ? stdout : undefined;
  };
  return {
    run,
    told,
    text: async (args, call) => {
      const { exitCode, stdout, stderr } = await run(args, call);
      if (exitCode !== 0) throw failed(args, stderr);
      return stdout;
    },
    line: async (args, call) => (await told(args, call))?.replace(/\r?\n[\s\S]*$/, "") || undefined,
  };
};

export const failed = ([verb = ""]: readonly string[], stderr: string): WikiError =>
  new WikiError("git_failed", { step: `git ${verb}`, reason: lastLine(stderr) });

/** What a failing git says last, without its prefix. */
export const lastLine = (stderr: string): string =>
  (stderr.trim().split("\n").at(-1) ?? "").replace(/^(?:fatal|error): /, "").replace(/\.$/, "") || "git gave no reason";
