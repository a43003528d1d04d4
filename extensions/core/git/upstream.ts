/** Where a branch goes. */

import type { Git } from "./git.ts";

export interface Upstream {
  readonly remote: string;
  /** Its branch, and ours. */
  readonly branch: string;
  readonly local: string;
}

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
