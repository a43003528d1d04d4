import { describe, expect, test } from "vitest";
import { skillFindings } from "../../../extensions/core/skills/skill-rules.ts";
import { verifies } from "../../acceptance/verifies.ts";

const sound = "name: light-lamp\ndescription: Lights the lamp. Use at dusk.";

const skill = (fields: string, body = "Keep the lamp lit.\n"): string => `---\n${fields}\n---\n\n${body}`;

interface Given {
  readonly folder?: string;
  readonly others?: readonly string[];
}

/** What is found in a skill of these files, as `code line`. */
const found = (files: Readonly<Record<string, string>>, { folder = "light-lamp", others = [] }: Given = {}) =>
  skillFindings({ folder, others, files: Object.keys(files), read: (path) => files[path] });

const codes = (text: string, rest: Readonly<Record<string, string>> = {}): readonly string[] =>
  found({ "SKILL.md": text, ...rest }).map(({ code, line }) => `${code} ${line}`);

test("a sound skill has no findings, and its optional fields may be there", () => {
  verifies("skills.rules");
  expect(codes(skill(sound))).toEqual([]);
  const optional = 'license: MIT\ncompatibility: Needs git.\nmetadata:\n  version: "1.0"\nallowed-tools: Read Bash';
  expect(codes(skill(`${sound}\n${optional}`))).toEqual([]);
});

test.each([
  ["no description", "name: light-lamp", "skill-description 1"],
  ["an empty description", 'description: ""\nname: light-lamp', "skill-description 2"],
  ["a description of 1,025 characters", `name: light-lamp\ndescription: ${"x".repeat(1025)}`, "skill-description 3"],
  ["no name", "description: Lights.", "skill-name 1"],
  ["a name unlike its folder", "name: lamp\ndescription: Lights.", "skill-name 2"],
  ["a name with capitals", "name: Light-Lamp\ndescription: Lights.", "skill-name 2"],
  ["a name with two hyphens", "name: light--lamp\ndescription: Lights.", "skill-name 2"],
  ["a number for a name", "name: 7\ndescription: Lights.", "skill-name 2"],
  ["a colon that wants quotes", "name: light-lamp\ndescription: Lights: always", "skill-front-matter 3"],
  ["a key that stands twice", `${sound}\nname: light-lamp`, "skill-front-matter 4"],
  ["a list of tools", `${sound}\nallowed-tools:\n  - Read`, "skill-field 4"],
  ["numbers under metadata", `${sound}\nmetadata: [1]`, "skill-field 4"],
  ["an unknown field", `${sound}\ncomponent: memory`, "skill-field-unknown 4"],
])("%s is a finding at its line", (_title, fields, expected) => {
  verifies("skills.rules");
  expect(codes(skill(fields))).toEqual([expected]);
});

test("a description of 1,024 characters is short enough, counted as characters", () => {
  verifies("skills.rules");
  expect(codes(skill(`name: light-lamp\ndescription: ${"灯".repeat(1024)}`))).toEqual([]);
  expect(codes(skill(`name: light-lamp\ndescription: ${"🏮".repeat(1024)}`))).toEqual([]);
});

describe("a file that agents would not load", () => {
  test("is one without front matter, with an open one, with a byte order mark, or not there", () => {
    verifies("skills.rules");
    expect(codes("Keep the lamp lit.\n")).toEqual(["skill-front-matter 1"]);
    expect(codes("---\nname: light-lamp\n")).toEqual(["skill-front-matter 1"]);
    expect(codes(`\uFEFF${skill(sound)}`)).toEqual(["skill-front-matter 1"]);
    expect(found({ "notes.md": "" }).map(({ code }) => code)).toEqual(["skill-file-missing"]);
  });

  test("is one that is no UTF-8 text", () => {
    verifies("skills.rules");
    const findings = skillFindings({ folder: "light-lamp", files: ["SKILL.md"], others: [], read: () => undefined });
    expect(findings.map(({ code }) => code)).toEqual(["skill-not-text"]);
  });
});

test("a body of 500 lines is too long, one of 499 is not", () => {
  verifies("skills.rules");
  expect(codes(skill(sound, "climb\n".repeat(499)))).toEqual([]);
  expect(codes(skill(sound, "climb\n".repeat(500)))).toEqual(["skill-body-length 6"]);
});

describe("links in SKILL.md", () => {
  const linking = (target: string, rest: Readonly<Record<string, string>> = {}): readonly string[] =>
    codes(skill(sound, `First.\n\nSee [it](${target}).\n`), rest);

  test("lead to files of the skill, one level deep", () => {
    verifies("skills.rules");
    const files = { "references/fog.md": "Sound the horn.", "scripts/lamp.mjs": "" };
    expect(linking("references/fog.md#horn", files)).toEqual([]);
    expect(linking("./scripts/lamp.mjs", files)).toEqual([]);
    expect(linking("references/", files)).toEqual([]);
    expect(linking("https://lighthouse.example/fog.md")).toEqual([]);
    expect(linking("#first")).toEqual([]);
  });

  test("are findings when they lead nowhere, out, or too deep", () => {
    verifies("skills.rules");
    expect(linking("references/fog.md")).toEqual(["skill-reference-missing 8"]);
    expect(linking("../other/SKILL.md")).toEqual(["skill-reference-outside 8"]);
    expect(linking("/etc/hostname")).toEqual(["skill-reference-outside 8"]);
    expect(linking("references/fog/horn.md", { "references/fog/horn.md": "" })).toEqual(["skill-reference-deep 8"]);
  });

  test("may not lead to a file that links on to one that SKILL.md does not name", () => {
    verifies("skills.rules");
    const chain = { "references/fog.md": "See [the horn](horn.md).", "references/horn.md": "Twice a minute." };
    expect(linking("references/fog.md", chain)).toEqual(["skill-reference-deep 8"]);
    const both = "[fog](references/fog.md) [horn](references/horn.md)\n";
    expect(codes(skill(sound, both), chain)).toEqual([]);
  });

  test("in code are none", () => {
    verifies("skills.rules");
    expect(codes(skill(sound, "`[it](nowhere.md)`\n\n```md\n[it](nowhere.md)\n```\n"))).toEqual([]);
  });
});

test("a link in the skill's folder is a warning", () => {
  verifies("skills.rules");
  const findings = found({ "SKILL.md": skill(sound) }, { others: ["references"] });
  expect(findings).toMatchObject([{ code: "skill-link", severity: "warning", path: "references", line: 0 }]);
});
