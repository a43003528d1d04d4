/** The run directory whose weakness wiki is shown. */

import { WikiError } from "../../core/errors.ts";
import type { Platform } from "../../platform/platform.ts";

/** As given, else as PI_WIKI_RUN_DIR says; undefined when neither does. Throws `invalid_input` for a relative path. */
export const resolveRunDir = ({ paths, environment }: Platform, given: string | undefined): string | undefined => {
  const named = given ?? environment.variable("PI_WIKI_RUN_DIR");
  if (named === undefined || named === "") return undefined;
  if (paths.resolve("/", named) === paths.resolve("/other", named)) return paths.physical(named);
  const problem = `"${named}" is relative; a run directory is named by its absolute path`;
  throw new WikiError("invalid_input", { what: "run directory", problem });
};
