import { expect, test } from "vitest";
import { type Finding, listFindings, renderRemark } from "../../extensions/core/finding.ts";

const finding = (more: Partial<Finding> = {}): Finding => ({
  code: "broken-link",
  severity: "warning",
  path: "wiki/notes/lamp.md",
  line: 12,
  message: "The link leads nowhere",
  remedy: "Write the page, or correct the link.",
  ...more,
});

test("a finding is one line with its place, its code and what to do", () => {
  expect(listFindings([finding()])).toEqual([
    "warning wiki/notes/lamp.md:12 The link leads nowhere (broken-link). Write the page, or correct the link.",
  ]);
});

test("a finding without a line names the file alone, and ends its sentence once", () => {
  expect(listFindings([finding({ line: 0, message: "It has no title." })])).toEqual([
    "warning wiki/notes/lamp.md It has no title (broken-link). Write the page, or correct the link.",
  ]);
  expect(renderRemark(finding({ message: "It has no title." }))).toBe(
    "It has no title. Write the page, or correct the link.",
  );
});

test("errors come first, and thirty at most are listed", () => {
  const many = Array.from({ length: 40 }, (_, line) => finding({ line: line + 1, severity: "info" }));
  const lines = listFindings([...many, finding({ severity: "error" })]);
  expect(lines).toHaveLength(31);
  expect(lines[0]).toMatch(/^error /);
  expect(lines.at(-1)).toBe("… and 11 more.");
});

test("nothing found is no line", () => {
  expect(listFindings([])).toEqual([]);
});
