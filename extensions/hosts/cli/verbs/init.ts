/** init: make the vault of this folder. */

import { present } from "../../../core/present.ts";
import { layer } from "../option.ts";
import { defineVerb } from "../verb.ts";

export const init = defineVerb({
  name: "init",
  summary: "Makes a vault here, or the personal one.",
  words: { placeholder: "TOPIC", about: "What the vault is about; the folder's name when not given.", take: "joined" },
  options: { layer: layer("Whose vault; the project's when not given.") },
  run: async ({ words: [topic], options }, call) => {
    const workspace = await call.workspace();
    const made = await workspace.init(present({ topic, layer: options.layer }));
    return {
      data: { root: made.root, vault_id: made.vault_id, created: made.created },
      text: (paint) =>
        made.created.length === 0
          ? `${made.root} is a vault already; nothing was changed.`
          : [`${paint.good("Made")} ${made.root}`, ...made.created.map((path) => `  ${path}`)].join("\n"),
    };
  },
});
