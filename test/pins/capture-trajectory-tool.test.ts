/** The tool that keeps what was done, word for word. A red test asks: is this change deliberate? Then note it in CHANGELOG.md. */

import { expect, test } from "vitest";
import { captureTrajectory } from "../../extensions/tools/capture-trajectory.ts";
import { verifies } from "../acceptance/verifies.ts";

test("the capture of trajectories keeps its name, words and schema", () => {
  verifies("house.pins");
  const { run: _run, input, ...rest } = captureTrajectory;
  expect({ ...rest, input: JSON.parse(JSON.stringify(input)) }).toEqual({
    name: "wiki_capture_trajectory",
    title: "Capture trajectory",
    description:
      "Keep what was done for the task that has just ended, with its tool calls and test results, for skills to be made of. Use once, when a task worth learning from is finished or was given up.",
    effect: "write",
    setting: "trajectories",
    input: {
      type: "object",
      properties: {
        title: { type: "string", description: "What the task was, in a few words (default: the first prompt)" },
        prompts: {
          type: "integer",
          minimum: 1,
          maximum: 1000,
          description: "The last prompts that belong to the task (default: all since the last capture)",
        },
      },
    },
  });
});
