/** Brings what is known of the code below pages in step with it: a person's answer is about the code as it is. */

import { isWikiError } from "../core/errors.ts";
import type { Workspace } from "../workspace.ts";

/** Where the code can't be looked at, what was found last stands: nobody's answer waits for it. */
export const lookAtCode = async (workspace: Pick<Workspace, "counts" | "anchors">): Promise<void> => {
  // The pages have to be known first.
  await workspace.counts();
  try {
    await workspace.anchors.check();
  } catch (error) {
    if (!isWikiError(error)) throw error;
  }
};
