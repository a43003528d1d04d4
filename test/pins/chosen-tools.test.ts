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

const refresh = { description: "Bring the map up to date first", type: "boolean" };

const pinnedKnowledge = [
  {
    name: "wiki_map",
    title: "Map",
    description:
      "Where the repository defines a symbol, and which tests name it. Use before you guess a name or a place; without arguments it tells what is covered.",
    effect: "read",
    setting: "knowledge",
    input: {
      type: "object",
      additionalProperties: false,
      properties: {
        query: { description: "Name, or a part of one", type: "string" },
        file: { description: "File or folder, from the repository's top", type: "string" },
        kind: {
          type: "string",
          enum: ["module", "class", "function", "method", "constant"],
          description: "This kind only",
        },
        limit: { description: "Most symbols (default 20)", type: "integer", minimum: 1, maximum: 50 },
        refresh,
      },
    },
  },
  {
    name: "wiki_ground",
    title: "Ground",
    description:
      "Check the localization hints of a page or task: which files and symbols are there, which are planned, which are not known and what is near them. Use before you build on a plan.",
    effect: "read",
    setting: "knowledge",
    input: {
      type: "object",
      additionalProperties: false,
      required: ["page"],
      properties: { page: { description: "Id of a page or task", type: "string" }, refresh },
    },
  },
  {
    name: "wiki_packet",
    title: "Packet",
    description:
      "The code, tests and past lessons that the localization hints of a page or task lead to, in one answer. Use when you start work that has such hints.",
    effect: "read",
    setting: "knowledge",
    input: {
      type: "object",
      additionalProperties: false,
      required: ["page"],
      properties: {
        page: { description: "Id of a page or task", type: "string" },
        byte_budget: {
          description: "Most bytes (default 32768)",
          type: "integer",
          minimum: 1_024,
          maximum: 1_000_000,
        },
        refresh,
      },
    },
  },
  {
    name: "wiki_lessons",
    title: "Lessons",
    description:
      "Lessons of earlier tasks in this repository: list them, or emit those of the task at hand when its work is done. Emitted ones wait until a person accepts the task.",
    effect: "write",
    setting: "knowledge",
    input: {
      type: "object",
      additionalProperties: false,
      required: ["action"],
      properties: {
        action: {
          type: "string",
          enum: ["list", "emit"],
          description: "list what was learned, or emit what this task taught",
        },
        query: { description: "For list: words that a lesson has", type: "string" },
        limit: { description: "For list: most lessons (default 10)", type: "integer", minimum: 1, maximum: 50 },
        task: { description: "For emit: task id (default: the session's)", type: "string" },
        lessons: {
          description: "For emit",
          type: "array",
          maxItems: 50,
          items: {
            type: "object",
            additionalProperties: false,
            required: ["claim", "locations", "confidence"],
            properties: {
              claim: { description: "What holds, in one line of at most 1000 characters", type: "string" },
              locations: {
                description: "Symbols or tracked files that it is about",
                type: "array",
                maxItems: 8,
                items: { type: "string" },
              },
              confidence: { type: "string", enum: ["low", "medium", "high"], description: "How sure" },
              supersedes: { description: "Hash of the lesson that it takes the place of", type: "string" },
            },
          },
        },
      },
    },
  },
];

test("tools that are switched on keep their names, words and schemas", () => {
  verifies("house.pins");
  const chosen = chosenTools({ ...defaultSettings, distill: "on", knowledge: "on" });
  const offered = chosen.map(({ name, title, description, effect, setting, input }) => ({
    name,
    title,
    description,
    effect,
    setting,
    input: JSON.parse(JSON.stringify(input)),
  }));
  expect(offered).toEqual([pinnedDistill, ...pinnedKnowledge]);
});
