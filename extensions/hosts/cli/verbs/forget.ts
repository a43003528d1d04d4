/** forget: removes a page, or a captured source with its page and its sealed copies, for good. */

import { present } from "../../../core/present.ts";
import { exportedFindings } from "../../../core/skills/learned/skill-exports.ts";
import { asLine } from "../../../core/visible.ts";
import { layer, requiredText, unattended } from "../option.ts";
import { settled } from "../settled.ts";
import { defineVerb } from "../verb.ts";

export const forget = defineVerb({
  name: "forget",
  summary:
    "Removes a page or a captured source for good, with its sealed copies; pages that rest on it alone are withheld.",
  person: "terminal",
  words: { placeholder: "ID", about: "A page's id, or a packet's.", isRequired: true, take: "one", areIds: true },
  options: {
    reason: requiredText("REASON", "Why; the ledger keeps it, and the hashes of what is gone."),
    layer: layer("Vault to look in; else the nearest that has it."),
    unattended: unattended("For scripts, without a terminal."),
  },
  run: async ({ words: [id = ""], options }, call) => {
    const workspace = (await call.workspace()).as(options.unattended ? "cli" : "terminal");
    const forgotten = await workspace.forget({ id, reason: options.reason, ...present({ layer: options.layer }) });
    return {
      data: forgotten,
      text: (paint) =>
        [
          `${paint.good("Forgotten:")} ${asLine(forgotten.id)}`,
          ...forgotten.removed.map((path) => `  ${asLine(path)}`),
          ...(forgotten.copies ?? []).map(
            (where) =>
              `Its copy in the ${where} vault is withheld, and still there: pi-wiki forget ${asLine(id)} --layer ${where}`,
          ),
        ].join("\n"),
      warnings: [...exportedFindings(forgotten.exported), ...(await settled(workspace))],
    };
  },
});
