/** wiki_capture_trajectory: keep what was just done for a task. */

import { WikiError } from "../core/errors.ts";
import { present } from "../core/present.ts";
import { captureTool } from "../core/trajectories/recorded.ts";
import { renderKept } from "../core/trajectories/render-kept.ts";
import { integer, object, optional, text } from "./schema.ts";
import { defineTool } from "./tool.ts";

export const captureTrajectory = defineTool({
  name: captureTool,
  title: "Capture trajectory",
  description:
    "Keep what was done for the task that has just ended, with its tool calls and test results, for skills to be made of. Use once, when a task worth learning from is finished or was given up.",
  effect: "write",
  setting: "trajectories",
  input: object({
    title: optional(text("What the task was, in a few words (default: the first prompt)")),
    prompts: optional(
      integer("The last prompts that belong to the task (default: all since the last capture)", 1, 1000),
    ),
  }),
  run: async (request, { workspace, record }) => {
    if (record === undefined) {
      throw new WikiError(
        "invalid_input",
        { what: captureTool, problem: "only Pi shows what was done in its session; here there is none to keep" },
        "Keep a session of Pi from its file: `pi-wiki trajectory capture --session FILE`.",
      );
    }
    const kept = await workspace.trajectories.capture(record, present(request));
    return { text: renderKept(kept), data: kept ?? { id: null } };
  },
});
