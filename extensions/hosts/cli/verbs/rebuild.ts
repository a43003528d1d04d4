/** rebuild: derived files and indexes from the pages alone. */

import { findingsText, paragraphs } from "../findings-text.ts";
import { defineVerb } from "../verb.ts";

export const rebuild = defineVerb({
  name: "rebuild",
  summary: "Makes indexes and derived files anew from the files alone.",
  options: {},
  run: async (_, call) => {
    const workspace = await call.workspace();
    const progress = await call.openProgress("Index:");
    const { pages, refreshed, findings } = await workspace.rebuild(progress.update).finally(progress.end);
    return {
      data: { pages, refreshed, findings },
      text: (paint) => {
        const done = `${paint.good("Rebuilt")} the index of ${pages} ${pages === 1 ? "page" : "pages"}.`;
        const said = [done, ...refreshed.map((path) => `  ${path}`)].join("\n");
        return paragraphs(said, findingsText(findings, { paint }));
      },
    };
  },
});
