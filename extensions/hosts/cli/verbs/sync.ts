/** sync: puts into the vaults what sessions have gathered outside them, such as the use of pages. */

import { settled } from "../settled.ts";
import { defineVerb } from "../verb.ts";

export const sync = defineVerb({
  name: "sync",
  summary: "Puts what sessions have gathered into the vaults, as before a commit, and refreshes derived files.",
  options: {},
  run: async (_, call) => {
    const workspace = await call.workspace();
    const recorded = await workspace.usage.flush();
    return {
      data: { recorded },
      text: (paint) => `${paint.good("Recorded")} ${recorded} ${recorded === 1 ? "use" : "uses"} of pages.`,
      warnings: await settled(workspace),
    };
  },
});
