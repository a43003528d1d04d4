/** The run directory whose weakness wiki is shown. */

import { openRunPlace, runDirVariable } from "../../core/weaknesses/run-place.ts";
import type { Platform } from "../../platform/platform.ts";

/** As given, else as PI_WIKI_RUN_DIR says; undefined when neither does. Throws `run_dir_refused`. */
export const resolveRunDir = (platform: Platform, given: string | undefined): string | undefined => {
  const named = given ?? platform.environment.variable(runDirVariable);
  return named === undefined || named === "" ? undefined : openRunPlace(platform, named).runDir;
};
