/** The run directory that is meant: absolute, and none that an iteration works in by chance. */

import type { Files, Platform } from "../../platform/platform.ts";
import { WikiError } from "../errors.ts";
import { wikiPaths } from "./wiki-place.ts";

export const runDirVariable = "PI_WIKI_RUN_DIR";

export interface RunPlace {
  /** Absolute and physical. */
  readonly runDir: string;
  readonly files: Files;
}

const refused = (path: string, reason: string, hint?: string): WikiError =>
  new WikiError("run_dir_refused", { path, reason }, hint);

/** `given` is what somebody wrote; the folder need not exist yet. */
export const openRunPlace = (platform: Platform, given: string | undefined): RunPlace => {
  const { paths } = platform;
  const path = given?.trim() ?? "";
  if (path === "") throw refused("The run directory", "none is given");
  // Relative to one place or another it would be two.
  if (path.startsWith("~") || paths.resolve("/a", path) !== paths.resolve("/b", path)) {
    throw refused(
      path,
      "it is relative: each iteration works in a copy that is thrown away, and a wiki in it with it",
      "Give the absolute path of the run directory, the folder that holds wiki/.",
    );
  }
  const runDir = paths.physical(path);
  const kind = paths.kind(runDir);
  if (kind !== undefined && kind !== "folder") throw refused(path, `it is a ${kind}`);
  const isWiki = paths.basename(runDir) === wikiPaths.wiki && paths.kind(paths.join(runDir, "weaknesses")) === "folder";
  if (isWiki) {
    throw refused(path, "it is the wiki itself", `Give the folder that holds it: ${paths.dirname(runDir)}`);
  }
  return { runDir, files: platform.files(runDir) };
};
