/** /wiki digest: what was learned lately. */

import { renderDigest } from "../../core/distil/digest.ts";
import type { Verb } from "./verb.ts";

const usualDays = 7;

export const digestVerb: Verb = {
  name: "digest",
  usage: "[DAYS]",
  summary: "What was learned lately: drafts, decisions, what recall missed",
  run: async ({ rest, workspace }) => {
    const days = rest === "" ? usualDays : Number(rest);
    if (!Number.isInteger(days) || days < 1 || days > 3650) return "Say for how many days: /wiki digest 7";
    return renderDigest(await workspace.distil.digest(days));
  },
};
