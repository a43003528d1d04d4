/** wiki_map: where the repository defines a name, and which tests use it. */

import { asAdvice } from "../core/knowledge/advice.ts";
import { mapText } from "../core/knowledge/answer-text.ts";
import { mostSymbols } from "../core/knowledge/symbols/query-map.ts";
import { symbolKinds } from "../core/knowledge/symbols/symbol-map.ts";
import { unpainted } from "../core/paint.ts";
import { present } from "../core/present.ts";
import { closed, integer, oneOf, optional, refresh, text } from "./schema.ts";
import { defineTool, watching } from "./tool.ts";

export const map = defineTool({
  name: "wiki_map",
  title: "Map",
  description:
    "Where the repository defines a symbol, and which tests name it. Use before you guess a name or a place; without arguments it tells what is covered.",
  effect: "read",
  setting: "knowledge",
  input: closed({
    query: optional(text("Name, or a part of one")),
    file: optional(text("File or folder, from the repository's top")),
    kind: optional(oneOf(symbolKinds, "This kind only")),
    limit: optional(integer("Most symbols (default 20)", 1, mostSymbols)),
    refresh,
  }),
  run: async ({ query, file, kind, limit, refresh: isAsked }, call) => {
    const asked = present({ query, file, kind, limit });
    const answer = await call.workspace.knowledge.map(asked, { ...watching(call), refresh: isAsked === true });
    return { text: asAdvice(mapText(answer, asked, unpainted)), data: answer };
  },
});
