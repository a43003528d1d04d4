/** feedback: says of a page that it was used, and what came of it. */

import { present } from "../../../core/present.ts";
import { results } from "../../../core/usage/usage-event.ts";
import { asLine } from "../../../core/visible.ts";
import { flag, layer, oneOf, refused, text } from "../option.ts";
import { defineVerb } from "../verb.ts";

export const feedback = defineVerb({
  name: "feedback",
  summary: "Says of a page that it was used, or what came of it; such words are counted apart and never rank.",
  words: { placeholder: "ID", about: "The page's id.", isRequired: true, take: "one", areIds: true },
  options: {
    adopted: flag("It was relied on."),
    outcome: oneOf(results, "What came of it.", "RESULT"),
    note: text("TEXT", "What went well or wrong, in one sentence."),
    task: text("ID", "The task it was for."),
    layer: layer("The layer of the page."),
  },
  run: async ({ words: [id = ""], options }, call) => {
    const { adopted, outcome, note, task, layer: where } = options;
    if (!adopted && outcome === undefined) throw refused("feedback", "give --adopted, --outcome or both");
    const { usage, options: given } = await call.workspace();
    const heard = await usage.say({ id, adopted, ...present({ outcome, note, task, layer: where }) });
    // An agent's session goes on: what it gathers enters the vault at its end.
    if (given.channel !== "tool") await usage.flush();
    const { path: _path, ...data } = heard;
    return { data, text: (paint) => `${paint.good("Recorded")} of ${asLine(heard.id)}: ${heard.recorded.join(", ")}` };
  },
});
