/** Whether what a skill's SKILL.md links to is there, inside the skill, and one level deep. Pure. */

import { visibleText } from "../pages/markdown-text.ts";
import { type SkillEntries, skillFile } from "./skill.ts";

export type ReadSkillText = (path: string) => string | undefined;

export interface ReferenceProblem {
  readonly code: string;
  /** In the body of SKILL.md. */
  readonly offset: number;
  readonly message: string;
  readonly remedy: string;
}

export interface ReferringSkill extends Pick<SkillEntries, "files"> {
  readonly read: ReadSkillText;
}

/** The links of SKILL.md, and those of the Markdown files that it links to. */
export const referenceProblems = (body: string, skill: ReferringSkill): readonly ReferenceProblem[] => {
  const references = referencesIn(body);
  const known = new Set([skillFile, ...references.flatMap(({ path }) => path ?? [])]);
  return references.flatMap(({ written, path, offset }) => {
    const problem = placeProblem(written, path, skill.files) ?? chainProblem(path, known, skill);
    return problem === undefined ? [] : [{ ...problem, offset }];
  });
};

interface Reference {
  readonly written: string;
  /** Relative to the skill's folder; undefined for one that leads out of it. */
  readonly path: string | undefined;
  readonly offset: number;
}

const linkPattern = /\]\(<?([^\s()<>]{1,500})>?(?:\s{1,3}"[^"\n]*")?\)/g;
const isElsewhere = (target: string): boolean => /^([a-z][a-z0-9+.-]*:|\/\/|#)/i.test(target);

/** Addresses and headings of the same file are none. */
const referencesIn = (markdown: string, folder = ""): readonly Reference[] =>
  [...visibleText(markdown).matchAll(linkPattern)].flatMap(({ 1: written = "", index }) => {
    if (isElsewhere(written)) return [];
    return [{ written, path: pathOf(written.replace(/[#?].*$/, ""), folder), offset: index }];
  });

const pathOf = (target: string, folder: string): string | undefined => {
  if (target.startsWith("/")) return undefined;
  const parts = folder === "" ? [] : folder.split("/");
  for (const part of target.split("/")) {
    if (part === "..") {
      if (parts.pop() === undefined) return undefined;
    } else if (part !== "." && part !== "") parts.push(part);
  }
  return parts.join("/");
};

type Problem = Omit<ReferenceProblem, "offset">;

const placeProblem = (written: string, path: string | undefined, files: readonly string[]): Problem | undefined => {
  if (path === undefined) {
    const message = `The link to ${written} leads out of the skill`;
    return { code: "skill-reference-outside", message, remedy: "Keep what the skill needs in its own folder." };
  }
  if (!files.includes(path) && !files.some((file) => file.startsWith(`${path}/`))) {
    const message = `The link to ${written} leads to no file of the skill`;
    return { code: "skill-reference-missing", message, remedy: "Add the file, or correct the link." };
  }
  if (path.split("/").length > 2) return tooDeep(`${path} is more than one folder deep`);
  return undefined;
};

const chainProblem = (
  path: string | undefined,
  known: ReadonlySet<string>,
  { files, read }: ReferringSkill,
): Problem | undefined => {
  if (path === undefined || path === skillFile || !/\.md$/i.test(path) || !files.includes(path)) return undefined;
  const folder = path.split("/").slice(0, -1).join("/");
  const further = referencesIn(read(path) ?? "", folder).find((one) => one.path === undefined || !known.has(one.path));
  return further === undefined ? undefined : tooDeep(`${path} links on to ${further.written}`);
};

const tooDeep = (message: string): Problem => ({
  code: "skill-reference-deep",
  message,
  remedy: "Link each file from SKILL.md itself, one level deep.",
});
