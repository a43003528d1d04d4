/** wiki_packet: the code, tests and lessons that a page's hints lead to, within so many bytes. */

import { asAdvice } from "../core/knowledge/advice.ts";
import { packetText } from "../core/knowledge/answer-text.ts";
import { leastBudget, mostBudget } from "../core/knowledge/packet/packet.ts";
import { unpainted } from "../core/paint.ts";
import { present } from "../core/present.ts";
import { closed, integer, optional, refresh, text } from "./schema.ts";
import { defineTool, watching } from "./tool.ts";

export const packet = defineTool({
  name: "wiki_packet",
  title: "Packet",
  description:
    "The code, tests and past lessons that the localization hints of a page or task lead to, in one answer. Use when you start work that has such hints.",
  effect: "read",
  setting: "knowledge",
  input: closed({
    page: text("Id of a page or task"),
    byte_budget: optional(integer("Most bytes (default 32768)", leastBudget, mostBudget)),
    refresh,
  }),
  run: async ({ page, byte_budget, refresh: isAsked }, call) => {
    const rules = present({ byteBudget: byte_budget });
    const asking = { ...watching(call), refresh: isAsked === true };
    const answer = await call.workspace.knowledge.packet(page, rules, asking);
    return { text: asAdvice(packetText(answer, unpainted)), data: answer };
  },
});
