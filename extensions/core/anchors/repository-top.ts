/** Finds the repository that a folder is in without asking git: recall may look for it. */

import type { Platform } from "../../platform/platform.ts";

/** The folder that holds `.git`, absolute and physical; undefined outside of any. */
export const repositoryTop = ({ paths }: Pick<Platform, "paths">, folder: string): string | undefined => {
  for (let at = paths.physical(folder); ; at = paths.dirname(at)) {
    if (paths.kind(paths.join(at, ".git")) !== undefined) return at;
    if (paths.dirname(at) === at) return undefined;
  }
};
