/** Brings what is known of the code below pages in step with it: a person's answer is about the code as it is. */

import type { Workspace } from "../workspace.ts";

export const lookAtCode = async (workspace: Pick<Workspace, "counts" | "anchors">): Promise<void> => {
  // The pages have to be known first.
  await workspace.counts();
  await workspace.anchors.check();
};
