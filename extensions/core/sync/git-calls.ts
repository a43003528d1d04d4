/** Asks git, and finds out where a branch goes. */

import type { Platform } from "../../platform/platform.ts";
import { WikiError } from "../errors.ts";
import { lastLine, runGit } from "../knowledge/repository/repository.ts";

export interface Upstream {
  readonly remote: string;
  /** Its branch, and ours. */
  readonly branch: string;
  readonly local: string;
}

export interface GitCall {
  readonly input?: string;
  readonly variables?: Readonly<Record<string, string | undefined>>;
  readonly timeoutMs?: number;
}

export interface Git {
  run(args: readonly string[], call?: GitCall): ReturnType<typeof runGit>;
  /** What it prints; throws `git_failed`. */
  text(args: readonly string[], call?: GitCall): Promise<string>;
  /** The first line; undefined when it fails or prints nothing. */
  line(args: readonly string[]): Promise<string | undefined>;
}

export const gitIn = (platform: Platform, folder: string): Git => {
  const run: Git["run"] = (args, call = {}) => runGit(platform, args, { cwd: folder, ...call });
  return {
    run,
    text: async (args, call) => {
      const { exitCode, stdout, stderr } = await run(args, call);
      if (exitCode !== 0) throw failed(args, stderr);
      return stdout;
    },
    line: async (args) => {
      const { exitCode, stdout } = await run(args);
      const [line = ""] = stdout.split("\n");
      return exitCode === 0 && line !== "" ? line : undefined;
    },
  };
};

export const failed = ([verb = ""]: readonly string[], stderr: string): WikiError =>
  new WikiError("git_failed", { step: `git ${verb}`, reason: lastLine(stderr) });

/** Where the branch is set to go, else the branch of the same name of the one remote, or of `origin`. */
export const upstreamOf = async (git: Git, local: string): Promise<Upstream | undefined> => {
  const remote = await git.line(["config", "--get", `branch.${local}.remote`]);
  const merge = await git.line(["config", "--get", `branch.${local}.merge`]);
  if (remote !== undefined && remote !== "." && merge !== undefined) {
    return { remote, branch: merge.replace(/^refs\/heads\//, ""), local };
  }
  const remotes = (await git.text(["remote"])).split("\n").filter((name) => name !== "");
  const one = remotes.includes("origin") ? "origin" : remotes.length === 1 ? remotes[0] : undefined;
  return one === undefined ? undefined : { remote: one, branch: local, local };
};
