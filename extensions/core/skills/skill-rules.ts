/** The rules of Agent Skills for one skill: text and file names in, findings out. Pure. */

import type { Finding } from "../finding.ts";
import { lineAt } from "../pages/front-matter/fence.ts";
import { readFrontMatter } from "../pages/front-matter.ts";
import { isSkillName, type SkillEntries, skillFile } from "./skill.ts";
import { type ReadSkillText, referenceProblems } from "./skill-references.ts";

export interface SkillToCheck extends SkillEntries {
  /** The name of the skill's folder. */
  readonly folder: string;
  /** Of a file of the skill; undefined when it is not there or no UTF-8 text. */
  readonly read: ReadSkillText;
}

/** Paths are relative to the skill's folder. */
export const skillFindings = (skill: SkillToCheck): readonly Finding[] => {
  const links = skill.others.map((path) => linkFinding(path));
  if (!skill.files.includes(skillFile)) return [missingFile, ...links];
  const text = skill.read(skillFile);
  if (text === undefined) return [notText, ...links];
  return [...fileFindings(text, skill), ...links];
};

const mostBodyLines = 499;
const longestDescription = 1024;
const longestCompatibility = 500;

const error = (code: string, line: number, message: string, remedy: string): Finding => ({
  code,
  severity: "error",
  path: skillFile,
  line,
  message,
  remedy,
});

const missingFile = error("skill-file-missing", 0, "The skill has no SKILL.md", "Add one; its name is in capitals.");
const notText = error("skill-not-text", 0, "SKILL.md is not UTF-8 text", "Save it as UTF-8.");

const linkFinding = (path: string): Finding => ({
  code: "skill-link",
  severity: "warning",
  path,
  line: 0,
  message: "It is a link or no regular file, which installers leave out or follow",
  remedy: "Put the file itself here.",
});

const fileFindings = (raw: string, skill: SkillToCheck): readonly Finding[] => {
  const { text, block, bodyOffset, data, findings } = readFrontMatter(raw, skillFile);
  const start = raw.startsWith("\uFEFF") ? [byteOrderMark] : [];
  if (block === undefined) return [...start, noFrontMatter(findings)];
  const unread = findings.map(({ line, message, remedy }) => error("skill-front-matter", line, message, remedy));
  const body = text.slice(bodyOffset);
  const firstLine = lineAt(text, bodyOffset);
  return [
    ...start,
    ...unread,
    ...fieldFindings(new Map(Object.entries(data)), { block, folder: skill.folder }),
    ...bodyFindings(body, firstLine),
    ...referenceProblems(body, skill).map(({ code, offset, message, remedy }) =>
      error(code, lineAt(text, bodyOffset + offset), message, remedy),
    ),
  ];
};

const byteOrderMark = error(
  "skill-front-matter",
  1,
  "SKILL.md begins with a byte order mark, before which some agents see no front matter",
  "Save it without one.",
);

const noFrontMatter = ([first]: readonly Finding[]): Finding =>
  error(
    "skill-front-matter",
    first?.line ?? 1,
    first?.code === "front-matter-unterminated" ? "The front matter is not closed" : "There is no front matter",
    "Begin with a line ---, name, description, and a line ---.",
  );

interface Place {
  readonly block: string;
  readonly folder: string;
}

type Fields = ReadonlyMap<string, unknown>;

const fieldFindings = (fields: Fields, place: Place): readonly Finding[] => {
  const at = (key: string): number => lineOf(key, place.block);
  const name = nameProblem(fields.get("name"), place.folder);
  const description = descriptionProblem(fields.get("description"));
  return [
    ...(name === undefined ? [] : [error("skill-name", at("name"), ...name)]),
    ...(description === undefined ? [] : [error("skill-description", at("description"), ...description)]),
    ...[...fields].flatMap(([key, value]) => optionalFinding(key, value, at(key))),
  ];
};

/** In the file; the first line where the key is missing. */
const lineOf = (key: string, block: string): number => {
  const index = block.split("\n").findIndex((line) => line.startsWith(`${key}:`));
  return index === -1 ? 1 : index + 2;
};

type Problem = readonly [message: string, remedy: string];

const nameProblem = (name: unknown, folder: string): Problem | undefined => {
  if (typeof name !== "string" || name === "") return ["name is missing", `Add name: ${folder}`];
  if (!isSkillName(name)) {
    return [`name "${name}" is not 1 to 64 of a-z, 0-9 and single hyphens`, "Rename the skill and its folder."];
  }
  return name === folder
    ? undefined
    : [`name "${name}" differs from its folder "${folder}"`, "Give both the same name."];
};

const descriptionProblem = (description: unknown): Problem | undefined => {
  if (typeof description !== "string" || description.trim() === "") {
    return ["description is missing", "Say what the skill does and when to use it."];
  }
  const length = Array.from(description).length;
  if (length <= longestDescription) return undefined;
  return [`description has ${length} characters; at most ${longestDescription}`, "Move detail into the body."];
};

const optionalFinding = (key: string, value: unknown, line: number): readonly Finding[] => {
  if (key === "name" || key === "description") return [];
  const rule = optionalFields.get(key);
  if (rule === undefined) {
    const message = `"${key}" is no field of Agent Skills`;
    const remedy = "Put it under metadata, as a text.";
    return [{ ...error("skill-field-unknown", line, message, remedy), severity: "warning" }];
  }
  return rule.fits(value) ? [] : [error("skill-field", line, `${key} must be ${rule.wanted}`, "Correct its value.")];
};

interface FieldRule {
  readonly wanted: string;
  fits(value: unknown): boolean;
}

const isText = (value: unknown): value is string => typeof value === "string" && value.trim() !== "";

const isTextMap = (value: unknown): boolean =>
  typeof value === "object" &&
  value !== null &&
  !Array.isArray(value) &&
  Object.values(value).every((one) => typeof one === "string");

const optionalFields: ReadonlyMap<string, FieldRule> = new Map([
  ["license", { wanted: "a short text", fits: isText }],
  [
    "compatibility",
    {
      wanted: `a text of 1 to ${longestCompatibility} characters`,
      fits: (value: unknown) => isText(value) && Array.from(value).length <= longestCompatibility,
    },
  ],
  ["metadata", { wanted: "a map of texts to texts", fits: isTextMap }],
  ["allowed-tools", { wanted: "names separated by spaces", fits: isText }],
]);

const bodyFindings = (body: string, firstLine: number): readonly Finding[] => {
  const lines = body.replace(/\n$/, "").split("\n").length;
  if (lines <= mostBodyLines) return [];
  const message = `The body has ${lines} lines; fewer than 500 are wanted`;
  return [error("skill-body-length", firstLine, message, "Move detail into files under references/.")];
};
