/** Finds the repository behind a linked git worktree. */

import type { Platform } from "../../platform/platform.ts";
import { gitIn } from "../git/git.ts";

export interface LinkedCheckout {
  /** The folder that holds the `.git` file. */
  readonly top: string;
  readonly commonDir: string | undefined;
  /** The main worktree, when the common folder is one's `.git`. */
  readonly main: string | undefined;
}

/** The linked worktree or submodule that the nearest `.git` of `folders` (innermost first) belongs to. */
export const linkedCheckout = async (
  platform: Platform,
  folders: readonly string[],
): Promise<LinkedCheckout | undefined> => {
  const { paths } = platform;
  const top = folders.find((folder) => paths.kind(paths.join(folder, ".git")) !== undefined);
  if (top === undefined || paths.kind(paths.join(top, ".git")) !== "file") return undefined;

  const commonDir = await gitCommonDir(platform, top);
  const main = commonDir !== undefined && paths.basename(commonDir) === ".git" ? paths.dirname(commonDir) : undefined;
  return { top, commonDir, main: main === top ? undefined : main };
};

// Without git, or in a folder that git distrusts, the worktree is an ordinary folder.
const gitCommonDir = async (platform: Platform, folder: string): Promise<string | undefined> => {
  const path = await gitIn(platform, folder, { timeoutMs: 5_000 }).line(["rev-parse", "--git-common-dir"]);
  return path === undefined ? undefined : platform.paths.physical(platform.paths.resolve(folder, path));
};
