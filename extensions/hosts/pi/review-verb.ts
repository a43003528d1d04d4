/** /wiki review: somebody at the keyboard decides on what waits; where there is no keyboard, it is only listed. */

import { listQueue } from "../../core/trust/review/render-review.ts";
import { asLine } from "../../core/visible.ts";
import { lookAtCode } from "../code-as-it-is.ts";
import { reviewOnScreen } from "./review-screen.ts";
import type { Verb } from "./verb.ts";

export const reviewVerb: Verb = {
  name: "review",
  usage: "",
  summary: "Go through what waits for you: drafts, proposals, conflicts, doubts",
  writes: true,
  run: async ({ session, ctx }) => {
    const workspace = session.workspace.as("ui", { session: session.id });
    await lookAtCode(workspace);
    const items = await workspace.review.queue();
    if (items.length === 0) return "Nothing waits for review.";
    // The keys of a sub-agent's session may be an agent's.
    const outcome = session.isChild ? undefined : await reviewOnScreen(ctx, { workspace, items });
    if (outcome !== undefined) return outcome.text;
    const [number, wait] = items.length === 1 ? ["1 item", "waits"] : [`${items.length} items`, "wait"];
    return [
      `${number} ${wait} for review:`,
      ...listQueue(items),
      `Nothing is decided here: run \`pi-wiki review\` in a terminal, in ${asLine(ctx.cwd)}, or /wiki review in Pi's full-screen mode.`,
    ].join("\n");
  },
};
