/** why: what automatic recall last did in a session. */

import { openExplanations } from "../../../core/recall/explanation-store.ts";
import { asLine } from "../../../core/visible.ts";
import { refused, text } from "../option.ts";
import { defineVerb } from "../verb.ts";

export const why = defineVerb({
  name: "why",
  summary: "Shows what the last prompt recalled, with each page's score in parts and its cost, and what was left out.",
  options: { session: text("ID", "Of this session; of the last one when not given.") },
  run: async ({ options: { session } }, call) => {
    if (session?.trim() === "") throw refused("--session", "it is empty");
    const workspace = await call.workspace();
    const nearest = (await workspace.layers()).layers.find(({ exists }) => exists);
    const last = nearest && openExplanations(workspace.platform, nearest).last(session);
    if (last === undefined) {
      const where = session === undefined ? "here" : "in that session";
      return { data: { last: null }, text: () => `No prompt was looked at yet ${where}.` };
    }
    const { renderExplanation } = await import("../../../core/recall/explanation.ts");
    return {
      data: { last },
      text: (paint) =>
        [paint.dim(`Session ${asLine(last.session)}, ${last.at}`), ...renderExplanation(last)].join("\n"),
    };
  },
});
