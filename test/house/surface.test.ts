import { expect, test } from "vitest";
import { errorCodes } from "../../extensions/core/errors.ts";
import { settingRules } from "../../extensions/core/settings.ts";
import { verbs } from "../../extensions/hosts/cli/verbs.ts";
import { verbs as wikiVerbs } from "../../extensions/hosts/pi/verbs.ts";
import { requirements } from "../acceptance/requirements.ts";
import { verifies } from "../acceptance/verifies.ts";
import { readText, sourcesBelow } from "./repository.ts";

// Pins repeat names; what behaves is tested elsewhere.
const tests = sourcesBelow("test").filter((path) => !/^test\/(pins|house|acceptance)\//.test(path));
const tested = tests.map(readText).join("\n");
const promised = requirements.map(({ text, id }) => `${id} ${text}`).join("\n");
const readme = readText("README.md");

const names = (text: string, word: string): boolean => new RegExp(`(?<![\\w-])${word}(?![\\w-])`).test(text);

test("every setting has a requirement, a test and a row in README.md", () => {
  verifies("house.surface");
  const settings = Object.keys(settingRules);
  expect(settings.filter((name) => !names(promised, name))).toEqual([]);
  expect(settings.filter((name) => !names(tested, name))).toEqual([]);
  expect(settings.filter((name) => !readme.includes(`| \`${name}\` |`))).toEqual([]);
});

test("every refusal is met by a test, and has a row in README.md", () => {
  verifies("house.surface");
  const codes = Object.keys(errorCodes);
  expect(codes.filter((code) => !names(tested, code))).toEqual([]);
  expect(codes.filter((code) => !readme.includes(`| \`${code}\` |`))).toEqual([]);
});

test("every verb has a requirement, a test and a row in README.md", () => {
  verifies("house.surface");
  const typed = verbs.map(({ name }) => name);
  expect(typed.filter((name) => !names(promised, name))).toEqual([]);
  expect(typed.filter((name) => !names(tested, name))).toEqual([]);
  expect(typed.filter((name) => !readme.includes(`| \`pi-wiki ${name}`))).toEqual([]);
  const slashed = wikiVerbs.map(({ name }) => name);
  expect(slashed.filter((name) => !names(tested, name))).toEqual([]);
  expect(slashed.filter((name) => !readme.includes(`| \`/wiki ${name}`))).toEqual([]);
});

test("every exit code is one that README.md explains and a test expects", () => {
  verifies("house.surface");
  for (const code of [0, 1, 2, 3, 4, 5]) {
    expect(tested).toMatch(new RegExp(`exitCode(: |\\)\\.toBe\\()${code}\\b|exitCode.{0,40}\\b${code}\\b`));
  }
  expect(readme).toMatch(/Exit codes: 0 ok, 1 bug, 2 [^.]*, 3 [^.]*, 4 [^.]*, 5 [^.]*\./);
});
