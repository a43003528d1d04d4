/** /wiki why: what automatic recall did with the last prompt, and each page's score in parts. */

import { explain, renderExplanation } from "../../core/recall/explanation.ts";
import { asLine } from "../../core/visible.ts";
import type { Verb } from "./verb.ts";

const longestPrompt = 120;

export const whyVerb: Verb = {
  name: "why",
  usage: "",
  summary: "Why the last prompt recalled what it did",
  run: async ({ session: { id, last, workspace } }) => {
    if (last === undefined) return "No prompt was looked at yet in this session.";
    const told = explain(last.injection, { session: id, at: workspace.platform.now() });
    return [`Prompt: ${asLine(last.prompt, longestPrompt)}`, ...renderExplanation(told)].join("\n");
  },
};
