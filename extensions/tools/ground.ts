/** wiki_ground: whether the files and symbols that a page's hints name are there. */

import { asAdvice } from "../core/knowledge/advice.ts";
import { groundedText } from "../core/knowledge/answer-text.ts";
import { unpainted } from "../core/paint.ts";
import { closed, refresh, text } from "./schema.ts";
import { defineTool, watching } from "./tool.ts";

export const ground = defineTool({
  name: "wiki_ground",
  title: "Ground",
  description:
    "Check the localization hints of a page or task: which files and symbols are there, which are planned, which are not known and what is near them. Use before you build on a plan.",
  effect: "read",
  setting: "knowledge",
  input: closed({ page: text("Id of a page or task"), refresh }),
  run: async ({ page, refresh: isAsked }, call) => {
    const answer = await call.workspace.knowledge.ground(page, { ...watching(call), refresh: isAsked === true });
    return { text: asAdvice(groundedText(answer, unpainted)), data: answer };
  },
});
