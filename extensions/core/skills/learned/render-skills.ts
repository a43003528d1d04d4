/** What is known of learned skills, as text for a model and for a person. Pure. */

import { dataNotice, fence } from "../../recall/fence.ts";
import type { RecallAnswer, RecallHit } from "../../recall/recall.ts";
import { messageTag, renderItem, renderLink } from "../../recall/render-hit.ts";
import { tokensOf } from "../../recall/tokens.ts";
import { asLine } from "../../visible.ts";
import type { LearnedSkill } from "./learned-skill.ts";

/** One line: how far it has come, what was seen of it, what was only said, and what it rests on. */
export const evidenceLine = (skill: LearnedSkill): string => {
  const { lifecycle, by, said, elsewhere, trajectories, hits, adopted } = skill;
  const why = by === undefined ? "" : by === "review" ? " by a person's review" : " by what was seen of it";
  const counts = said.success + said.failure;
  return [
    `${lifecycle}${why}`,
    seenText(skill),
    ...(elsewhere === 0 ? [] : [`${elsewhere} of these on another machine, not verifiable here`]),
    ...(counts === 0 ? [] : [`agents called it a success ${said.success} of ${counts} times, which does not count`]),
    `shown ${hits}, relied on ${adopted}`,
    ...(trajectories.length === 0 ? [] : [`from ${trajectories.slice(0, 5).join(", ")}`]),
  ].join("; ");
};

const seenText = ({ observed: { success, failure }, sessions }: LearnedSkill): string => {
  const all = success + failure;
  if (all === 0) return "never seen to work or fail";
  return `seen to work ${success} of ${all} times in ${sessions} ${sessions === 1 ? "session" : "sessions"}`;
};

/** A hit as it is shown, with what that costs a model. */
export interface ShownSkill {
  readonly hit: RecallHit;
  readonly skill: LearnedSkill;
}

const mostTokens = 2500;

/** Each with its evidence behind its place; without their texts where there is no room for them. */
export const skillItems = (shown: readonly ShownSkill[]): readonly (ShownSkill & { readonly item: string })[] => {
  let spent = 0;
  return shown.map(({ hit, skill }) => {
    const labelled = { ...hit, labels: [...hit.labels, skill.lifecycle] };
    const whole = withEvidence(renderItem(labelled), skill);
    spent += tokensOf(whole);
    return { hit, skill, item: spent > mostTokens ? withEvidence(renderLink(labelled), skill) : whole };
  });
};

/** The head of an item has three lines: title, link, path. */
const headLines = 3;

const withEvidence = (item: string, skill: LearnedSkill): string => {
  const lines = item.split("\n");
  const evidence = `Evidence: ${asLine(evidenceLine(skill))}`;
  return [...lines.slice(0, headLines), evidence, ...lines.slice(headLines)].join("\n");
};

export const renderSkillRecall = (items: readonly string[], answer: Pick<RecallAnswer, "excluded">): string =>
  [
    items.length === 0 ? "Nothing like this was done before." : fence(messageTag, [dataNotice, ...items].join("\n\n")),
    ...leftOut(answer),
  ].join("\n");

/** Ids are names of files: only their number is told outside the fence. */
const leftOut = ({ excluded }: Pick<RecallAnswer, "excluded">): readonly string[] => {
  const reasons = [...new Set(excluded.map(({ reason }) => reason))];
  return reasons.length === 0
    ? []
    : [`Left out: ${reasons.map((one) => `${countIn(excluded, one)} ${one}`).join(", ")}.`];
};

const countIn = (excluded: RecallAnswer["excluded"], wanted: string): number =>
  excluded.filter(({ reason }) => reason === wanted).length;

export const listSkills = (skills: readonly LearnedSkill[]): string => {
  if (skills.length === 0) return "No skill was learned here yet.";
  const lines = skills.flatMap((skill) => [
    `${asLine(skill.title)} [[${asLine(skill.id)}]] (${skill.layer === "personal" ? "📓 personal" : skill.layer}, ${skill.status})`,
    `  ${asLine(evidenceLine(skill), 500)}`,
    ...skill.exported.map((place) => `  exported to ${asLine(place)}`),
  ]);
  const counts = ["trusted", "candidate", "retired"].map(
    (state) => `${skills.filter(({ lifecycle }) => lifecycle === state).length} ${state}`,
  );
  return [...lines, `${skills.length} in all: ${counts.join(", ")}.`].join("\n");
};
