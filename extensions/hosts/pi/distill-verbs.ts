/** /wiki ingest, distill, consolidate and enrich: they give the agent its material and ask it to do the work. */

import type { DistilKind } from "../../core/distil/distil-kind.ts";
import { distill as distillTool } from "../../tools/distill.ts";
import { askToDistil } from "./ask-to-distil.ts";
import { keepConversation } from "./conversation-hook.ts";
import type { Verb, VerbCall } from "./verb.ts";

interface DistilVerb extends Pick<Verb, "name" | "usage" | "summary"> {
  readonly kind: DistilKind;
  /** What the agent is to do, as a sentence. */
  readonly task: string;
  /** What is done first; a line for the user. */
  before?(call: VerbCall): Promise<string | undefined>;
}

const defineDistilVerb = ({ kind, task, before, ...verb }: DistilVerb): Verb => ({
  ...verb,
  writes: true,
  run: async (call) => {
    const first = await before?.(call);
    const said = await askToDistil(call, {
      ...{ kind, task, tool: distillTool },
      ids: call.rest.split(/[\s,]+/).filter((id) => id !== ""),
      isOffered: call.session.workspace.settings.distill === "on",
      answer: `call wiki_distill once with action "submit", kind "${kind}" and your JSON as submission`,
    });
    return [first ?? [], said].flat().join("\n");
  },
});

const keepFirst = async ({ session, ctx }: VerbCall): Promise<string | undefined> => {
  const kept = await keepConversation(session, ctx);
  if (kept === undefined) return undefined;
  return kept.duplicate_of === undefined
    ? `This conversation is kept as ${kept.id}.`
    : `This conversation was kept already, as ${kept.id}.`;
};

export const distillVerbs: readonly Verb[] = [
  defineDistilVerb({
    name: "ingest",
    usage: "[SRC…]",
    summary: "Let the agent write pages of captured sources",
    kind: "source",
    task: "Read the captured sources below and turn them into pages.",
  }),
  defineDistilVerb({
    name: "distill",
    usage: "[CNV…]",
    summary: "Keep this conversation, and let the agent write down what was learned",
    kind: "conversation",
    task: "Read the kept conversations below and write down what was learned.",
    before: keepFirst,
  }),
  defineDistilVerb({
    name: "consolidate",
    usage: "[PAGE…]",
    summary: "Let the agent merge notes that overlap",
    kind: "notes",
    task: "Read the groups of notes below and merge those that say the same.",
  }),
  defineDistilVerb({
    name: "enrich",
    usage: "[PAGE…]",
    summary: "Let the agent write recall triggers for pages without",
    kind: "triggers",
    task: "Read the pages below and write recall triggers for each.",
  }),
];
