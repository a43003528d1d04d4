/** Tools that somebody switches on, word for word. A red test asks: is this change deliberate? Then note it in CHANGELOG.md. */

import { expect, test } from "vitest";
import { defaultSettings } from "../../extensions/core/settings.ts";
import { chosenTools } from "../../extensions/tools/all.ts";
import { verifies } from "../acceptance/verifies.ts";

const pinnedDistill = {
  name: "wiki_distill",
  title: "Distill",
  description:
    "Turn kept conversations, captured sources and overlapping notes into wiki pages, or write recall triggers. Use when asked to distil, ingest, consolidate or enrich: prepare gives the material, the rules and the JSON to submit.",
  effect: "write",
  setting: "distill",
  input: {
    type: "object",
    required: ["action", "kind"],
    properties: {
      action: {
        type: "string",
        enum: ["prepare", "submit"],
        description: "prepare, then submit what you made of it",
      },
      kind: {
        type: "string",
        enum: ["conversation", "source", "notes", "triggers"],
        description: "What to work on",
      },
      ids: {
        description: "Packets or pages to take (default: all that wait)",
        maxItems: 20,
        type: "array",
        items: { type: "string" },
      },
      submission: {
        description: "For submit: the JSON object, as prepare shows its shape",
        type: "string",
      },
      layer: {
        type: "string",
        enum: ["project", "personal"],
        description: "Vault (default: the project's if there is one)",
      },
    },
  },
};

test("tools that are switched on keep their names, words and schemas", () => {
  verifies("house.pins");
  const chosen = chosenTools({ ...defaultSettings, distill: "on" });
  const offered = chosen.map(({ name, title, description, effect, setting, input }) => ({
    name,
    title,
    description,
    effect,
    setting,
    input: JSON.parse(JSON.stringify(input)),
  }));
  expect(offered).toEqual([pinnedDistill]);
});
