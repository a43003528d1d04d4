/** wiki_feedback: a page was relied on, and it worked or did not. */

import { present } from "../core/present.ts";
import type { HeardOfPage } from "../core/usage/session-usage.ts";
import { results } from "../core/usage/usage-event.ts";
import { asLine } from "../core/visible.ts";
import { object, oneOf, optional, text } from "./schema.ts";
import { defineTool } from "./tool.ts";

export const feedback = defineTool({
  name: "wiki_feedback",
  title: "Feedback",
  description:
    "Say whether a wiki page that you relied on worked. Citing it as [[id]] in your answer says by itself that you did.",
  effect: "write",
  input: object({
    id: text("Page id"),
    outcome: optional(oneOf(results, "What came of it")),
    note: optional(text("What went wrong")),
  }),
  run: async ({ id, outcome, note }, { workspace }) => {
    const session = workspace.options.origin?.["session"];
    const said = { ...present({ outcome, note, session }), ...(await workspace.tasks.scope()) };
    const heard = await workspace.usage.say({ id, adopted: true, ...said });
    return { text: renderHeard(heard), data: heard };
  },
});

const renderHeard = ({ id, recorded }: HeardOfPage): string => `Recorded of [[${asLine(id)}]]: ${recorded.join(", ")}.`;
