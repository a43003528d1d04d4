/** Tools of learned skills, word for word. A red test asks: is this change deliberate? Then note it in CHANGELOG.md. */

import { expect, test } from "vitest";
import { defaultSettings } from "../../extensions/core/settings.ts";
import { chosenTools } from "../../extensions/tools/all.ts";
import { verifies } from "../acceptance/verifies.ts";

const pinned = [
  {
    name: "wiki_distill_skills",
    title: "Distill skills",
    description:
      "Turn captured trajectories into skills and cases. Use when asked to distil what was done: prepare gives trajectories of one matter, similar skills, the rules and the JSON to submit.",
    effect: "write",
    setting: "trajectories",
    input: {
      type: "object",
      required: ["action"],
      properties: {
        action: {
          type: "string",
          enum: ["prepare", "submit"],
          description: "prepare, then submit what you made of it",
        },
        ids: {
          description: "Trajectories to take (default: all that wait)",
          maxItems: 20,
          type: "array",
          items: {
            type: "string",
          },
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
  },
  {
    name: "wiki_recall_skill",
    title: "Recall skills",
    description:
      "Have I done something like this before? Use before a task of several steps. Answers with skills and past cases only: how often each was seen to work, how far it may be trusted, and a path to read.",
    effect: "read",
    setting: "trajectories",
    input: {
      type: "object",
      required: ["query"],
      properties: {
        query: {
          description: "The task, in your own words",
          type: "string",
        },
        kind: {
          type: "string",
          enum: ["skill", "case"],
          description: "Skills or cases alone",
        },
        limit: {
          description: "Most pages (default 3)",
          minimum: 1,
          maximum: 20,
          type: "integer",
        },
        retired: {
          description: "Show those that failed or were withdrawn too, labelled",
          type: "boolean",
        },
        layer: {
          type: "string",
          enum: ["project", "personal"],
          description: "Search one vault only",
        },
      },
    },
  },
];

test("the tools of learned skills keep their names, words and schemas", () => {
  verifies("house.pins");
  const chosen = chosenTools({ ...defaultSettings, trajectories: "on" });
  const names = pinned.map(({ name }) => name);
  const offered = chosen
    .filter(({ name }) => names.includes(name))
    .map(({ name, title, description, effect, setting, input }) => ({
      ...{ name, title, description, effect, setting },
      input: JSON.parse(JSON.stringify(input)),
    }));
  expect(offered).toEqual(pinned);
});
