/** promote: copies a page into the other layer, for the person whose layers they are. */

import { layerNames } from "../../../core/vault/vault.ts";
import { asLine } from "../../../core/visible.ts";
import { requiredOneOf, unattended } from "../option.ts";
import { settled } from "../settled.ts";
import { defineVerb } from "../verb.ts";

export const promote = defineVerb({
  name: "promote",
  summary: "Copies a confirmed page into the other layer: its id, text and sources stay.",
  person: "terminal",
  words: { placeholder: "ID", about: "The page's id.", isRequired: true, take: "one", areIds: true },
  options: {
    to: requiredOneOf(layerNames, "The layer that gets the copy.", "LAYER"),
    unattended: unattended("For scripts, without a terminal."),
  },
  run: async ({ words: [id = ""], options }, call) => {
    const workspace = (await call.workspace()).as(options.unattended ? "cli" : "terminal");
    const promoted = await workspace.promote({ id, to: options.to });
    return {
      data: promoted,
      text: (paint) =>
        `${paint.good("Copied")} ${asLine(promoted.id)} into the ${promoted.layer} vault\n  ${asLine(promoted.path)}`,
      warnings: await settled(workspace),
    };
  },
});
