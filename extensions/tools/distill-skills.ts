/** wiki_distill_skills: makes skills and cases of what was done. */

import { renderNothing, renderPrepared, renderSubmitted } from "../core/distil/render-prepared.ts";
import { WikiError } from "../core/errors.ts";
import { present } from "../core/present.ts";
import { layer, object, oneOf, optional, text, texts } from "./schema.ts";
import { defineTool } from "./tool.ts";

export const distillSkills = defineTool({
  name: "wiki_distill_skills",
  title: "Distill skills",
  description:
    "Turn captured trajectories into skills and cases. Use when asked to distil what was done: prepare gives trajectories of one matter, similar skills, the rules and the JSON to submit.",
  effect: "write",
  setting: "trajectories",
  input: object({
    action: oneOf(["prepare", "submit"], "prepare, then submit what you made of it"),
    ids: optional(texts("Trajectories to take (default: all that wait)")),
    submission: optional(text("For submit: the JSON object, as prepare shows its shape")),
    layer: layer("Vault (default: the project's if there is one)"),
  }),
  run: async ({ action, ids, submission, layer: wanted }, { workspace }) => {
    if (action === "prepare") {
      const prepared = await workspace.distil.prepare({ kind: "trajectory", ...present({ ids, layer: wanted }) });
      return { text: renderNothing(prepared) ?? renderPrepared(prepared), data: prepared };
    }
    if (submission === undefined) {
      throw new WikiError("invalid_input", { what: "submission", problem: "is missing" });
    }
    const request = { kind: "trajectory", text: submission, ...present({ layer: wanted }) } as const;
    const submitted = await workspace.distil.submit(request);
    return { text: renderSubmitted(submitted), data: submitted };
  },
});
