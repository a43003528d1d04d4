/** The rules of Agent Skills for one SKILL.md. Pure: text in, problems out. */

import { parse } from "yaml";

const maxBodyLines = 499;

const nameProblem = (name: unknown, folder: string): string | undefined => {
  if (typeof name !== "string") return "name is missing";
  if (name !== folder) return `name "${name}" differs from its folder`;
  if (name.length <= 64 && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(name)) return undefined;
  return `name "${name}" must be 1 to 64 of a-z, 0-9 and single hyphens`;
};

const descriptionProblem = (description: unknown): string | undefined => {
  if (typeof description !== "string" || description.trim() === "") return "description is missing";
  return description.length > 1024 ? `description has ${description.length} characters; at most 1024` : undefined;
};

const bodyProblem = (body: string): string | undefined => {
  const lines = body.split("\n").length;
  return lines > maxBodyLines ? `the body has ${lines} lines; fewer than 500 are wanted` : undefined;
};

/** `folder` is the name of the folder that holds the SKILL.md. */
export const skillProblems = (text: string, folder: string): string[] => {
  const [, head, body] = /^---\r?\n([\s\S]*?)\r?\n---(?:\r?\n|$)([\s\S]*)$/.exec(text) ?? [];
  if (head === undefined || body === undefined) return ["there is no front matter"];
  const fields: { name?: unknown; description?: unknown } = parse(head) ?? {};
  const problems = [nameProblem(fields.name, folder), descriptionProblem(fields.description), bodyProblem(body)];
  return problems.filter((problem) => problem !== undefined);
};
