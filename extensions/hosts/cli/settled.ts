/** After a write that stands: brings derived files and the index up to date, which is no part of the promise. */

import { isWikiError } from "../../core/errors.ts";
import type { Finding } from "../../core/finding.ts";
import type { Workspace } from "../../workspace.ts";

/** What kept them from being brought up to date, if anything. */
export const settled = async (workspace: Workspace): Promise<readonly Finding[]> => {
  try {
    await workspace.settle();
    await workspace.anchors.check();
    return [];
  } catch (error) {
    if (!isWikiError(error)) throw error;
    return [
      {
        code: "not-settled",
        severity: "warning",
        path: workspace.options.cwd,
        line: 0,
        message: `What was written stands, but indexes and lists are not up to date: ${error.message}`,
        remedy: "Run `pi-wiki rebuild` when that is mended.",
      },
    ];
  }
};
