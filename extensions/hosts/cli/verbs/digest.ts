/** digest: what was learned lately. */

import { integer } from "../option.ts";
import { defineVerb } from "../verb.ts";

const usualDays = 7;

export const digest = defineVerb({
  name: "digest",
  summary: "Shows what was learned lately: drafts, decisions, what recall missed.",
  options: { days: integer("N", { minimum: 1, maximum: 3650, about: "For so many days; 7 when not given." }) },
  run: async ({ options: { days = usualDays } }, call) => {
    const learned = await (await call.workspace()).distil.digest(days);
    const { renderDigest } = await import("../../../core/distil/digest.ts");
    return { data: learned, text: () => renderDigest(learned) };
  },
});
