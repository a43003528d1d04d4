/** /wiki note: the first line is the title, the rest the text; without a text an editor opens. */

import { asLine } from "../../core/visible.ts";
import type { Verb, VerbCall } from "./verb.ts";

const usage = "Say what to note: /wiki note TITLE, then the text on the next lines";

export const noteVerb: Verb = {
  name: "note",
  usage: "TITLE",
  summary: "Write a draft page; further lines are its text, else an editor opens",
  writes: true,
  run: async ({ rest, ctx, workspace }) => {
    const [title = "", ...lines] = rest.split("\n");
    if (title.trim() === "") return usage;
    const text = lines.join("\n").trim() || (await askForText(title, ctx));
    if (text === "") return `Nothing was written. ${usage}`;
    const {
      id,
      path,
      candidates,
      conflicts = [],
      duplicate_of: known,
    } = await workspace.note({ title, type: "general", text });
    if (known !== undefined) return `[[${known}]] already says exactly this; nothing was written.\n${path}`;
    const similar = candidates.map(
      (candidate) =>
        `${conflicts.includes(candidate.id) ? "In conflict until you decide" : "Similar"}: [[${asLine(candidate.id)}]] "${asLine(candidate.title)}"`,
    );
    return [`Saved as a draft: [[${id}]]`, path, ...similar].join("\n");
  },
};

const askForText = async (title: string, ctx: VerbCall["ctx"]): Promise<string> => {
  if (!ctx.hasUI) return "";
  return (await ctx.ui.editor(`Note: ${title}`, ""))?.trim() ?? "";
};
