/** /wiki log: the latest changes, or those of one page. */

import { detailsText, whatText, whoText } from "../../core/vault/render-history.ts";
import { asLine } from "../../core/visible.ts";
import type { Verb } from "./verb.ts";

export const logVerb: Verb = {
  name: "log",
  usage: "[PAGE]",
  summary: "Who changed what, newest first",
  completes: "pages",
  run: async ({ rest, workspace }) => {
    const history = await workspace.history();
    const { events, total } = history.log(rest === "" ? {} : { page: rest });
    if (events.length === 0) return "No event is recorded of this.";
    const shown = events.map((event) =>
      [
        `${asLine(event.timestamp)} ${whatText(event)} (${event.layer}): ${whoText(event)}`,
        ...[detailsText(event)].filter((text) => text !== "").map((text) => `  ${text}`),
      ].join("\n"),
    );
    const older = total - events.length;
    return [...shown, ...(older === 0 ? [] : [`${older} older.`])].join("\n");
  },
};
