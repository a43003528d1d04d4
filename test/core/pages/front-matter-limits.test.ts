import { expect, test } from "vitest";
import { readFrontMatter } from "../../../extensions/core/pages/front-matter.ts";
import { verifies } from "../../acceptance/verifies.ts";

const codes = (block: string) => readFrontMatter(`---\n${block}\n---\nBody`).findings.map(({ code }) => code);

test("front matter over 128 KiB is a finding, also when it is 200,000 keys", () => {
  verifies("pages.limits");
  const keys = Array.from({ length: 200_000 }, (_, index) => `lamp${index}: ${index}`).join("\n");
  expect(codes(keys)).toEqual(["front-matter-too-large"]);
  expect(codes(`text: ${"灯".repeat(50_000)}`)).toEqual(["front-matter-too-large"]);
  expect(codes(`text: ${"a".repeat(128 * 1024 - 10)}`)).toEqual([]);
});

test("8,000 keys are read, and as many equal ones are bounded in findings", () => {
  const keys = Array.from({ length: 8000 }, (_, index) => `lamp${index}: ${index}`).join("\n");
  expect(Object.keys(readFrontMatter(`---\n${keys}\n---\n`).data)).toHaveLength(8000);
  const same = Array.from({ length: 4000 }, (_, index) => `lamp: ${index}`).join("\n");
  const read = readFrontMatter(`---\n${same}\n---\n`);
  expect(read.data).toEqual({ lamp: 0 });
  expect(read.findings.length).toBeLessThanOrEqual(20);
});

test("32 levels are read and 33 are a finding, in flow and in block form", () => {
  verifies("pages.limits");
  const flow = (depth: number) => `a: ${"[".repeat(depth - 1)}${"]".repeat(depth - 1)} # levels`;
  const maps = (depth: number) => `${"{a: ".repeat(depth)}1${"}".repeat(depth)}`;
  const block = (depth: number) => Array.from({ length: depth }, (_, level) => `${"  ".repeat(level)}a:`).join("\n");
  for (const shape of [flow, maps, block]) {
    expect(codes(shape(32))).toEqual([]);
    expect(codes(shape(33))).toEqual(["front-matter-too-deep"]);
    expect(codes(shape(100))).toEqual(["front-matter-too-deep"]);
  }
});

// Each of these makes the YAML parser recurse until the stack, and with it the process, ends.
test.each([
  ["open lists", "a: ", "["],
  ["open maps", "a: ", "{a: "],
  ["dashes", "a:\n ", "- "],
  ["question marks", "a:\n ", "? "],
  ["colons", "", "a: "],
  ["dashes in a list", "a: [", "- "],
  ["question marks in a list", "a: [", "? "],
  ["colons in a list", "a: [", "a: "],
  ["colons in a map", "a: {", "a: "],
  ["lists after closed quotes", "a: [", '"]", ['],
  ["anchored lists", "a: ", "&a ["],
  ["anchored dashes", "a: ", "&a - "],
])("a flood of %s is a finding", (_, start, unit) => {
  const block = start + unit.repeat(Math.floor(120_000 / unit.length));
  expect(codes(block)).toEqual(["front-matter-too-deep"]);
  expect(codes(start + unit.repeat(33))).not.toEqual([]);
});

test("a staircase of dashes is as deep as its steps", () => {
  const stairs = Array.from({ length: 170 }, (_, step) => `${" ".repeat(step * 8)}- - - -`).join("\n");
  expect(codes(`a:\n${stairs}`)).toEqual(["front-matter-too-deep"]);
});

test.each([
  ["commas", `a: [${" ,".repeat(60_000)}]`],
  ["tags", `a: ${"!a ".repeat(40_000)}`],
  ["anchors", `a: ${"&a ".repeat(40_000)}`],
  ["alias keys", "*a : ".repeat(20_000)],
  ["unclosed lists", "a: [\n".repeat(20_000)],
  ["blank lines", "\n".repeat(120_000)],
  ["line separators", `a: x${"\u2028".repeat(120_000 / 3)}`],
])("a flood of %s is refused before it costs time", (_, block) => {
  expect(codes(block)).toEqual(["front-matter-too-large"]);
});

test.each([
  ["backslashes", `a: "${"\\".repeat(120_000)}`],
  ["quotes", `a: ${"'".repeat(120_001)}`],
  ["quoted words", `a: ${'"a" '.repeat(30_000)}`],
  ["blanks", `a:${" ".repeat(120_000)}`],
  ["blanks in a list", `a: [b${" ".repeat(120_000)}c, d]`],
  ["blanks in a line", `a: b${" ".repeat(120_000)}c`],
  ["blanks after a quote", `a: "b"${" ".repeat(120_000)}c`],
  ["words in a list", `a: [${"a b, ".repeat(20_000)}]`],
  ["hashes", "#\n".repeat(60_000)],
])("a flood of %s is read or refused, and ends", (_, block) => {
  const { data, findings } = readFrontMatter(`---\n${block}\n---\nBody`);
  expect(Object.keys(data).length <= 1 && findings.length <= 20).toBe(true);
});

test("many brackets in a block of text are no depth", () => {
  const art = Array.from({ length: 60 }, (_, step) => `${" ".repeat(step + 2)}- - [[{{ a: b:`).join("\n");
  expect(codes(`text: |\n${art}`)).toEqual([]);
});
