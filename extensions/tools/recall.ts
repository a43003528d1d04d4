/** wiki_recall: what does the wiki know about this? */

import { costsOf, renderRecall } from "../core/recall/render-recall.ts";
import { integer, layer, object, optional, someOf, text, texts } from "./schema.ts";
import { defineTool } from "./tool.ts";

const nearTitles = 5;

export const recall = defineTool({
  name: "wiki_recall",
  title: "Recall",
  description:
    "Find wiki pages about a question: decisions, pitfalls, procedures, captured sources. Use before deciding or repeating work. Returns the best passages with page ids and paths to read.",
  effect: "read",
  input: object({
    query: text("What to look for, in your own words; names, errors and paths help"),
    limit: optional(integer("Most pages (default 5)", 1, 20)),
    layer: layer("Search one vault only"),
    types: optional(texts("Page types to keep, such as decision or pitfall")),
    task: optional(text("Task id whose own pages may be shown")),
    include: optional(someOf(["deprecated", "rejected", "shadow"], "Withheld pages to show, labelled")),
    as_of: optional(text("ISO time at which pages must be valid")),
    known_at: optional(text("ISO time whose beliefs are asked for: what the wiki held then")),
  }),
  run: async ({ as_of, known_at, ...request }, { workspace }) => {
    const answer = await workspace.recall({
      ...request,
      ...(as_of === undefined ? {} : { asOf: as_of }),
      ...(known_at === undefined ? {} : { knownAt: known_at }),
    });
    const near = answer.hits.length === 0 ? await workspace.near(request.query, "suggest", nearTitles) : [];
    const costs = costsOf(answer);
    const hits = answer.hits.map((hit) => ({ ...hit, tokens: costs.get(hit) ?? 0 }));
    return { text: renderRecall(answer, near), data: { hits, excluded: answer.excluded, total: answer.total } };
  },
});
