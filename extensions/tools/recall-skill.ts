/** wiki_recall_skill: have I done something like this before? */

import { present } from "../core/present.ts";
import { tokensOf } from "../core/recall/tokens.ts";
import { learnedTypes } from "../core/skills/learned/learned-skill.ts";
import { renderSkillRecall, skillItems } from "../core/skills/learned/render-skills.ts";
import { flag, integer, layer, object, oneOf, optional, text } from "./schema.ts";
import { defineTool } from "./tool.ts";

export const recallSkill = defineTool({
  name: "wiki_recall_skill",
  title: "Recall skills",
  description:
    "Have I done something like this before? Use before a task of several steps. Answers with skills and past cases only: how often each was seen to work, how far it may be trusted, and a path to read.",
  effect: "read",
  setting: "trajectories",
  input: object({
    query: text("The task, in your own words"),
    kind: optional(oneOf(learnedTypes, "Skills or cases alone")),
    limit: optional(integer("Most pages (default 3)", 1, 20)),
    retired: optional(flag("Show those that failed or were withdrawn too, labelled")),
    layer: layer("Search one vault only"),
  }),
  run: async ({ query, kind, limit = 3, retired, layer: wanted }, { workspace }) => {
    const asked = present({ kind, layer: wanted, withRetired: retired });
    const answer = await workspace.skills.recall({ query, limit, ...asked });
    const items = skillItems(answer.hits);
    const hits = items.map(({ hit, skill, item }) => ({ ...hit, skill, tokens: tokensOf(item) }));
    return {
      text: renderSkillRecall(
        items.map(({ item }) => item),
        answer,
      ),
      data: { hits, excluded: answer.excluded, total: answer.total },
    };
  },
});
