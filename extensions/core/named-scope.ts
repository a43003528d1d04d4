/** Refuses what stands for more than one task or page, or leads elsewhere: a caller names one thing of its scope. Pure. */

import { WikiError } from "./errors.ts";
import { isPageId } from "./vault/page-files.ts";

/** Throws `invalid_input` for a pattern, a list or a path in the place of a task's id. */
export const refuseOddTask = (task: string | undefined): void => {
  if (task === undefined || (task.trim() !== "" && !/[*?,/\\\p{Cc}]/u.test(task) && !task.startsWith("."))) return;
  throw new WikiError("invalid_input", { what: "task", problem: `"${task}" is not the id of one task` });
};

/** Throws `invalid_input` for ids that no page can have, such as patterns and paths that lead out of the vault. */
export const refuseOddIds = (what: string, ids: readonly string[] = []): void => {
  const odd = ids.find((id) => !isPageId(id) || /[*?\\]/.test(id));
  if (odd === undefined) return;
  throw new WikiError("invalid_input", { what, problem: `"${odd}" is not the id of a page` });
};
