/** /wiki skills: what was learned of tasks that were done; lets the agent learn more of what was captured. */

import { evidenceLine, listSkills } from "../../core/skills/learned/render-skills.ts";
import { asLine } from "../../core/visible.ts";
import { distillSkills } from "../../tools/distill-skills.ts";
import { askToDistil } from "./ask-to-distil.ts";
import type { Verb, VerbCall } from "./verb.ts";

export const skillsVerb: Verb = {
  name: "skills",
  usage: "[ID | distill [TRJ…]]",
  summary: "Learned skills with how far they may be trusted; `distill` lets the agent make skills of trajectories",
  writes: true,
  completes: "skills",
  run: async (call) => {
    const [first = "", ...ids] = call.rest.split(/[\s,]+/).filter((word) => word !== "");
    if (first === "distill") return await distil(call, ids);
    const skills = await call.workspace.skills.list();
    if (first === "") return listSkills(skills);
    const found = skills.filter(({ id }) => id === first || id === `skills/${first}` || id === `cases/${first}`);
    if (found.length === 0) return `There is no skill "${first}".\n${listSkills(skills)}`;
    return found.map((skill) => [asLine(skill.path), evidenceLine(skill)].join("\n")).join("\n");
  },
};

const distil = (call: VerbCall, ids: readonly string[]): Promise<string> =>
  askToDistil(call, {
    kind: "trajectory",
    ids,
    task: "Read the trajectories below and make skills of them.",
    tool: distillSkills,
    isOffered: call.session.workspace.settings.trajectories === "on",
    answer: 'call wiki_distill_skills once with action "submit" and your JSON as submission',
  });
