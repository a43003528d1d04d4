/** What the verb `skills` tells a person. Pure. */

import type { SkillResult } from "../../core/skills/change-skill.ts";
import type { InstalledSkill, ListedSkill, UnknownSkill } from "../../core/skills/skills.ts";
import type { ValidatedSkills } from "../../core/skills/validate-skills.ts";
import { asLine } from "../../core/visible.ts";
import { countsText, findingsText, paragraphs } from "./findings-text.ts";
import type { Paint } from "./paint.ts";

export const listedText = (skills: readonly ListedSkill[], paint: Paint): string =>
  skills
    .map(({ name, description, installed }) =>
      [
        paint.strong(name),
        `  ${asLine(description)}`,
        ...(installed.length === 0
          ? [paint.dim("  not installed")]
          : installed.map((one) => installedText(one, paint))),
      ].join("\n"),
    )
    .join("\n");

const installedText = ({ path, mode, state, agents }: InstalledSkill, paint: Paint): string => {
  const mark = state === "current" ? paint.good : paint.warn;
  const how = mode === "link" ? `${state}, a link` : state;
  return `  ${mark(how)} ${asLine(path)} ${paint.dim(`(${agents.join(", ")})`)}`;
};

interface ChangedView {
  readonly dryRun: boolean;
  readonly paint: Paint;
}

export const changedText = (results: readonly (SkillResult | UnknownSkill)[], view: ChangedView): string =>
  results.length === 0 ? "Nothing is installed here." : results.map((result) => resultText(result, view)).join("\n");

const resultText = (result: SkillResult | UnknownSkill, { dryRun, paint }: ChangedView): string => {
  if (result.outcome === "not_found") return `${paint.bad("not found")} ${asLine(result.reason)}`;
  const { name, path, outcome, reason, aside, kept = [] } = result;
  const isBad = outcome === "refused" || outcome === "failed";
  const isChange = outcome === "added" || outcome === "updated" || outcome === "removed";
  const said = dryRun && isChange ? `would be ${outcome}` : outcome;
  return [
    `${(isBad ? paint.bad : paint.good)(said)} ${name} ${paint.dim(asLine(path))}`,
    ...(reason === undefined ? [] : [`  ${asLine(reason)}`]),
    ...(aside === undefined ? [] : [`  What stood there is kept in ${asLine(aside)}`]),
    ...(kept.length === 0 ? [] : [`  Not ours, and left there: ${asLine(kept.join(", "))}`]),
  ].join("\n");
};

export const validatedText = ({ skills, findings }: ValidatedSkills, paint: Paint): string => {
  const checked = skills.length === 1 ? "1 skill" : `${skills.length} skills`;
  const found = countsText(findings);
  return paragraphs(
    findingsText(findings, { paint }),
    found === "" ? paint.good(`${checked} checked, nothing found.`) : `${checked} checked: ${found}.`,
  );
};
