/** The tool of the weakness wiki, word for word. A red test asks: is this change deliberate? Then note it in CHANGELOG.md. */

import { expect, test } from "vitest";
import { weakness } from "../../extensions/tools/weakness.ts";
import { verifies } from "../acceptance/verifies.ts";

const pinned = {
  name: "wiki_weakness",
  title: "Weakness",
  description:
    "The weaknesses of the run at hand, across its iterations. Before an attempt: next or show, and try no rejected direction again. After it: reject or solve. A new failure: open.",
  effect: "write",
  setting: "weaknesses",
  input: {
    type: "object",
    required: ["action"],
    properties: {
      action: {
        type: "string",
        enum: [
          "next",
          "list",
          "show",
          "open",
          "attack",
          "reject",
          "solve",
          "status",
          "relate",
          "add_tasks",
          "start_round",
          "finish_round",
          "validate",
        ],
        description: "What to do",
      },
      slug: {
        description: "The weakness",
        type: "string",
      },
      iteration: {
        description: "Id of this iteration or candidate, such as cand_0007",
        type: "string",
      },
      title: {
        description: "open, solve: title",
        type: "string",
      },
      text: {
        description: "open: what fails; reject, solve: the idea in a line",
        type: "string",
      },
      tasks: {
        description: "open, add_tasks: tasks it was found on",
        maxItems: 200,
        type: "array",
        items: {
          type: "string",
        },
      },
      tags: {
        description: "open: tags",
        maxItems: 20,
        type: "array",
        items: {
          type: "string",
        },
      },
      related: {
        description: "open, relate: slug: why",
        maxItems: 20,
        type: "array",
        items: {
          type: "string",
        },
      },
      direction: {
        description: "reject: what was tried, as a slug",
        type: "string",
      },
      changes: {
        description: "reject, solve: path: what changed",
        maxItems: 100,
        type: "array",
        items: {
          type: "string",
        },
      },
      metrics: {
        description: "reject, solve, finish_round: name=value, with :lower and :primary where they matter",
        maxItems: 20,
        type: "array",
        items: {
          type: "string",
        },
      },
      why: {
        description: 'reject: "dead end" or "reverted"',
        type: "string",
      },
      diff: {
        description: "solve: the diff against the parent",
        type: "string",
      },
      deltas: {
        description: "solve: task=before:after",
        maxItems: 200,
        type: "array",
        items: {
          type: "string",
        },
      },
      to: {
        description: "status: in-progress, completed, solved, reverted",
        type: "string",
      },
      round: {
        description: "start_round, finish_round: its number",
        minimum: 0,
        maximum: 1000000,
        type: "integer",
      },
      split: {
        type: "string",
        enum: ["train", "val", "test"],
        description: "Rounds: default val",
      },
    },
  },
};

test("the tool of the weakness wiki keeps its name, words and schema", () => {
  verifies("house.pins");
  const { name, title, description, effect, setting, input } = weakness;
  expect({ name, title, description, effect, setting, input: JSON.parse(JSON.stringify(input)) }).toEqual(pinned);
});
