/** wiki_distill: turn what was said, read and noted into pages. */

import { wikiKinds } from "../core/distil/distil-kind.ts";
import { renderNothing, renderPrepared, renderSubmitted } from "../core/distil/render-prepared.ts";
import { WikiError } from "../core/errors.ts";
import { present } from "../core/present.ts";
import { layer, object, oneOf, optional, text, texts } from "./schema.ts";
import { defineTool } from "./tool.ts";

export const distill = defineTool({
  name: "wiki_distill",
  title: "Distill",
  description:
    "Turn kept conversations, captured sources and overlapping notes into wiki pages, or write recall triggers. Use when asked to distil, ingest, consolidate or enrich: prepare gives the material, the rules and the JSON to submit.",
  effect: "write",
  setting: "distill",
  input: object({
    action: oneOf(["prepare", "submit"], "prepare, then submit what you made of it"),
    kind: oneOf(wikiKinds, "What to work on"),
    ids: optional(texts("Packets or pages to take (default: all that wait)")),
    submission: optional(text("For submit: the JSON object, as prepare shows its shape")),
    layer: layer("Vault (default: the project's if there is one)"),
  }),
  run: async ({ action, submission, ...request }, { workspace }) => {
    const { kind, ids, layer: wanted } = request;
    if (action === "prepare") {
      const prepared = await workspace.distil.prepare({ kind, ...present({ ids, layer: wanted }) });
      return { text: renderNothing(prepared) ?? renderPrepared(prepared), data: prepared };
    }
    if (submission === undefined) {
      throw new WikiError("invalid_input", { what: "submission", problem: "is missing" });
    }
    const submitted = await workspace.distil.submit({ kind, text: submission, ...present({ layer: wanted }) });
    return { text: renderSubmitted(submitted), data: submitted };
  },
});
