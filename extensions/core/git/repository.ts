/** The git repository that a folder is in. */

import type { Platform } from "../../platform/platform.ts";
import { WikiError } from "../errors.ts";
import { lastLine, runGit } from "./git.ts";

export interface Repository {
  /** The work tree's top, absolute and physical. */
  readonly folder: string;
  /** This work tree's own git folder; a linked one's is not the repository's. */
  readonly gitDir: string;
  /** Where all work trees of the repository keep what they share. */
  readonly commonDir: string;
  readonly objects: string;
}

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
