import { expect, test } from "vitest";
import { appendSection, editFrontMatter, replaceBody } from "../../../extensions/core/pages/edit-page.ts";
import { verifies } from "../../acceptance/verifies.ts";

const lamp = `\uFEFF---
# What the keeper wrote
type:   pitfall
title: 'The lamp''s gears'   # as painted
tags: # by hand
  - lamp   # first
  - fog

status: draft # unsure
text: |
  one
  two
unknown: { b: 1,   a: 2 }
# the end
---

# Lamp  \t
Dry it.
`;

/** The lines that an edit removed and added. */
const difference = (before: string, after: string) => {
  const [old, now] = [before.split("\n"), after.split("\n")];
  return [
    ...old.filter((line) => !now.includes(line)).map((line) => `- ${line}`),
    ...now.filter((line) => !old.includes(line)).map((line) => `+ ${line}`),
  ];
};

test("an edit changes the lines of its keys and nothing else", () => {
  verifies("pages.edit-only-keys");
  expect(difference(lamp, editFrontMatter(lamp, { status: "stable" }))).toEqual([
    "- status: draft # unsure",
    "+ status: stable # unsure",
  ]);
  expect(difference(lamp, editFrontMatter(lamp, { tags: ["lamp", "oil"] }))).toEqual([
    "- tags: # by hand",
    "-   - lamp   # first",
    "-   - fog",
    "+ tags: [lamp, oil] # by hand",
  ]);
  expect(difference(lamp, editFrontMatter(lamp, { title: 'A: "b"\nc' }))).toEqual([
    "- title: 'The lamp''s gears'   # as painted",
    '+ title: "A: \\"b\\"\\nc"   # as painted',
  ]);
  expect(difference(lamp, editFrontMatter(lamp, { text: null }))).toEqual([
    "- text: |",
    "-   one",
    "-   two",
    "+ text: null",
  ]);
});

test("a new key comes last, a removed key goes with its lines", () => {
  verifies("pages.edit-only-keys");
  expect(editFrontMatter(lamp, { verified: [{ by: "human:ada", at: "2026-11-30T12:00:00Z" }] })).toBe(
    lamp
      .replace("# the end\n", '# the end\nverified: [{ by: "human:ada", at: 2026-11-30T12:00:00Z }]\n')
      .replace('"human:ada"', "human:ada"),
  );
  expect(difference(lamp, editFrontMatter(lamp, { tags: undefined, text: undefined, absent: undefined }))).toEqual([
    "- tags: # by hand",
    "-   - lamp   # first",
    "-   - fog",
    "- text: |",
    "-   one",
    "-   two",
  ]);
});

test("an edit to the same value changes no byte", () => {
  verifies("pages.edit-same-value");
  const same = { type: "pitfall", title: "The lamp's gears", tags: ["lamp", "fog"], unknown: { a: 2, b: 1 } };
  for (const text of [lamp, lamp.replaceAll("\n", "\r\n")]) {
    expect(editFrontMatter(text, same)).toBe(text);
    expect(editFrontMatter(text, {})).toBe(text);
  }
});

test("an edit keeps BOM and line ends, also mixed ones", () => {
  verifies("pages.crlf-kept");
  for (const lineEnd of ["\r\n", "\r"]) {
    const text = lamp.replaceAll("\n", lineEnd);
    const edited = editFrontMatter(text, { status: "stable", owner: "Ada", tags: undefined });
    expect(edited).toBe(
      editFrontMatter(lamp, { status: "stable", owner: "Ada", tags: undefined }).replaceAll("\n", lineEnd),
    );
  }
  const mixed = "---\r\ntitle: Lamp\nstatus: draft\r\n---\n\r\nOne\nTwo\r\n";
  expect(editFrontMatter(mixed, { title: "Horn", owner: "Ada" })).toBe(
    "---\r\ntitle: Horn\nstatus: draft\r\nowner: Ada\r\n---\n\r\nOne\nTwo\r\n",
  );
});

test("a page without front matter gets one, in its own line ends and after its BOM", () => {
  expect(editFrontMatter("\uFEFF# Lamp\r\n", { title: "Lamp", status: "draft" })).toBe(
    "\uFEFF---\r\ntitle: Lamp\r\nstatus: draft\r\n---\r\n\r\n# Lamp\r\n",
  );
  expect(editFrontMatter("", { title: "Lamp" })).toBe("---\ntitle: Lamp\n---\n");
  expect(editFrontMatter("\n\nLamp", { title: "Lamp" })).toBe("---\ntitle: Lamp\n---\n\n\n\nLamp");
  expect(editFrontMatter("# Lamp", { title: undefined })).toBe("# Lamp");
});

test("odd but valid front matter is edited in place", () => {
  const edits: readonly (readonly [string, Record<string, unknown>, string])[] = [
    ["{a: 1, b: 2} # c", { a: 3 }, "{a: 3, b: 2} # c"],
    ["{a: 1, b: 2}", { a: undefined }, "{b: 2}"],
    ["{a: 1, b: 2}", { b: undefined }, "{a: 1}"],
    ["{a: 1}", { a: undefined }, "{}"],
    ["{}", { a: 1 }, "{a: 1}"],
    ["{a: 1,\n  b: [x]}", { c: "d, e" }, '{a: 1,\n  b: [x], c: "d, e"}'],
    ["  a: 1\n  b: 2", { c: 3, a: 4 }, "  a: 4\n  b: 2\n  c: 3"],
    ["? a\n: 1", { a: 2 }, "? a\n: 2"],
    ["? a\n: 1\nb: 2", { a: undefined }, "b: 2"],
    ["a:\nb: 1", { a: 2 }, "a: 2\nb: 1"],
    ["a:    # empty\nb: 1", { a: 2 }, "a: 2    # empty\nb: 1"],
    ['"a b": 1', { "a b": 2 }, '"a b": 2'],
    ["a: 1\na: 2", { a: 3 }, "a: 3\na: 2"],
    ["a: 1\nb: 2\na: 3", { a: undefined }, "b: 2"],
    ["a: |+\n  x\n\n", { b: 1 }, "a: |+\n  x\n\n\nb: 1"],
    ["# only a comment", { a: 1 }, "# only a comment\na: 1"],
    ["a: 1\n...", { b: 2 }, "a: 1\nb: 2\n..."],
    ["title: Fog: loud\nb: 1", { b: 2 }, "title: Fog: loud\nb: 2"],
    ["title: Fog: loud", { title: "Fog: soft" }, 'title: "Fog: soft"'],
    ["a:\n- x\n- y\nb: 1", { a: "z" }, "a: z\nb: 1"],
    ["version: 1.10", { version: "1.10", other: "1.10" }, 'version: 1.10\nother: "1.10"'],
  ];
  for (const [block, changes, expected] of edits) {
    expect(editFrontMatter(`---\n${block}\n---\nBody`, changes)).toBe(`---\n${expected}\n---\nBody`);
  }
});

test("an empty block gets its first key", () => {
  expect(editFrontMatter("---\n---\nBody", { a: 1 })).toBe("---\na: 1\n---\nBody");
});

test("broken, conflicting or misplaced front matter is refused with its line", () => {
  verifies("pages.edit-refuses-broken");
  const broken: readonly (readonly [string, number])[] = [
    ["---\na: 1\nb: [\n---\n", 3],
    ["---\na: 1\n", 1],
    ["---js\na\n---\n", 1],
    ["---\n- a\n---\n", 2],
    ["---\na: &x 1\n---\n", 2],
    ["---\n<<<<<<< HEAD\na: 1\n=======\na: 2\n>>>>>>> x\n---\n", 2],
    ["\n---\ntitle: Lamp\n---\n", 2],
  ];
  for (const [text, line] of broken) {
    const refusal = expect.objectContaining({ code: "front_matter", data: expect.objectContaining({ line }) });
    expect(() => editFrontMatter(text, { status: "stable" }, "wiki/lamp.md")).toThrowError(refusal);
    expect(() => replaceBody(text, "New")).toThrowError(refusal);
    expect(() => appendSection(text, { heading: "Log", body: "New" })).toThrowError(refusal);
  }
});

test("a key that could reach a prototype is refused, and one in the file is left alone", () => {
  const own = Object.fromEntries([["__proto__", 1]]);
  expect(() => editFrontMatter("---\na: 1\n---\n", own)).toThrowError(
    expect.objectContaining({ code: "invalid_input" }),
  );
  const text = "---\n__proto__: 1\na: 1\n---\n";
  expect(editFrontMatter(text, { a: 2 })).toBe("---\n__proto__: 1\na: 2\n---\n");
});

test("a body is replaced, and the front matter stays as it is", () => {
  const text = "\uFEFF---\r\ntitle: 'Lamp'\r\n---\r\n\r\nOld\r\n";
  expect(replaceBody(text, "New\n\nLines\n")).toBe("\uFEFF---\r\ntitle: 'Lamp'\r\n---\r\n\r\nNew\r\n\r\nLines\r\n");
  expect(replaceBody("---\na: 1\n---\nOld", "New")).toBe("---\na: 1\n---\nNew");
  expect(replaceBody("---\na: 1\n---", "New\n")).toBe("---\na: 1\n---\n\nNew\n");
  expect(replaceBody("---\na: 1\n---\nOld", "\nNew")).toBe("---\na: 1\n---\n\n\nNew");
  expect(replaceBody("---\na: 1\n---\n\nOld", "")).toBe("---\na: 1\n---\n\n");
  expect(replaceBody("Old\n", "New\n")).toBe("New\n");
  const mixed = "---\na: 1\n---\n\nOne\r\nTwo\n";
  expect(replaceBody(mixed, "One\nTwo\n")).toBe(mixed);
});

test("a body that would be read as front matter is refused", () => {
  expect(() => replaceBody("Old\n", "---\na: 1\n---\n")).toThrowError(
    expect.objectContaining({ code: "invalid_input" }),
  );
});

test("a section is added below its heading, or with it at the end", () => {
  const text = "---\na: 1\n---\n\n# Lamp\r\n\r\n## Log\n\nFirst\r\n\n## More\n\nText\n";
  expect(appendSection(text, { heading: "Log", body: "Second\n" })).toBe(text.replace("First", "First\n\nSecond"));
  expect(appendSection(text, { heading: "Oil", body: "Full" })).toBe(`${text.trimEnd()}\n\n## Oil\n\nFull\n`);
  expect(appendSection("# Lamp", { heading: "Oil", body: "Full", level: 3 })).toBe("# Lamp\n\n### Oil\n\nFull\n");
  expect(appendSection("---\na: 1\n---", { heading: "Oil", body: "Full" })).toBe("---\na: 1\n---\n\n## Oil\n\nFull\n");
  expect(appendSection("", { heading: "Oil", body: "Full" })).toBe("## Oil\n\nFull\n");
  expect(appendSection("# Oil\r\n\r\nFull\r\n", { heading: "Oil", body: "Empty" })).toBe(
    "# Oil\r\n\r\nFull\r\n\r\nEmpty\r\n",
  );
});
