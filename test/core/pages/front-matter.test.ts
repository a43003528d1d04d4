import { expect, test } from "vitest";
import { splitFrontMatter } from "../../../extensions/core/pages/front-matter/fence.ts";
import { readFrontMatter } from "../../../extensions/core/pages/front-matter.ts";
import { verifies } from "../../acceptance/verifies.ts";

const codes = (text: string) => readFrontMatter(text, "wiki/notes/lamp.md").findings.map(({ code }) => code);
const places = (text: string) => readFrontMatter(text).findings.map(({ code, line }) => `${code}:${line}`);
const body = (text: string) => {
  const split = splitFrontMatter(text);
  return split.text.slice(split.bodyOffset);
};

test("front matter and body are told apart, and one blank line between them belongs to neither", () => {
  const text = "---\ntitle: Fog horn\n---\n\n# Fog horn\n";
  expect(readFrontMatter(text).data).toEqual({ title: "Fog horn" });
  expect(body(text)).toBe("# Fog horn\n");
  expect(body("---\ntitle: Fog horn\n---\n\n\nLate\n")).toBe("\nLate\n");
  expect(body("---\ntitle: Fog horn\n---")).toBe("");
});

test("a BOM, CRLF and CR line ends and blanks after the fences change nothing", () => {
  verifies("pages.bom-and-line-ends");
  const plain = "---\ntitle: Fog horn\ntags:\n  - fog\n---\n\nLoud.\n";
  const expected = { data: { title: "Fog horn", tags: ["fog"] }, findings: [] };
  for (const text of [
    plain,
    `\uFEFF${plain}`,
    plain.replaceAll("\n", "\r\n"),
    `\uFEFF${plain.replaceAll("\n", "\r")}`,
    plain.replaceAll("---", "--- \t"),
  ]) {
    expect(readFrontMatter(text)).toMatchObject(expected);
    expect(body(text)).toBe("Loud.\n");
  }
});

test("an empty block, and one of comments only, has no data and no findings", () => {
  for (const text of ["---\n---\nBody", "---\n# nothing yet\n---\nBody", "---\n\n---\nBody"]) {
    expect(readFrontMatter(text)).toMatchObject({ data: {}, findings: [] });
    expect(body(text)).toBe("Body");
  }
});

test("a page without front matter says so and is all body", () => {
  for (const text of ["", "# Lamp\n", "----\nA long rule\n----\n", "Note: a title\n---\nunderlined\n"]) {
    expect(codes(text)).toEqual(["front-matter-missing"]);
    expect(body(text)).toBe(text);
  }
});

test("front matter that is not closed is a finding and stays searchable", () => {
  verifies("pages.unterminated");
  const text = "---\ntitle: Lamp\nThe lamp turns.\n";
  expect(places(text)).toEqual(["front-matter-unterminated:1"]);
  expect(body(text)).toBe(text);
  expect(codes("---")).toEqual(["front-matter-unterminated"]);
});

test("front matter that begins late or without its fence is a finding", () => {
  expect(places("\n\n---\ntitle: Lamp\n---\nIt turns.\n")).toEqual(["front-matter-misplaced:3"]);
  expect(places("title: Lamp\ntags: [light]\n---\nIt turns.\n")).toEqual(["front-matter-misplaced:1"]);
});

test("a language at the fence is refused, whatever it is called, and nothing is evaluated", () => {
  verifies("pages.no-evaluation");
  const trap = "{ get title() { globalThis.lampBroken = true; return 1 } }";
  for (const language of ["js", "javascript", "JS", " js", "coffee", "json", "constructor", "toString", "__proto__"]) {
    const text = `---${language}\n${trap}\n---\nThe lamp is whole.\n`;
    expect(places(text)).toEqual(["front-matter-language:1"]);
    expect(readFrontMatter(text).data).toEqual({});
    expect(body(text)).toBe("The lamp is whole.\n");
  }
  expect("lampBroken" in globalThis).toBe(false);
});

test("only a line of three dashes closes the block", () => {
  const text = "---\ntext: |\n  --- not yet\n  ----\n---\nBody";
  expect(readFrontMatter(text).data).toEqual({ text: "--- not yet\n----\n" });
  expect(codes("---\ntitle: Lamp\n----\n---x\n---\n")).toEqual(["front-matter-yaml"]);
});

test("anchors, aliases and tags are refused with their lines", () => {
  verifies("pages.no-aliases");
  expect(places("---\na: &lamp 1\nb: *lamp\n---\n")).toEqual(["front-matter-alias:2", "front-matter-alias:3"]);
  expect(places("---\nok: 1\na: !!js/function x\n---\n")).toEqual(["front-matter-tag:3"]);
  expect(places("---\na: !lamp {}\n---\n")).toEqual(["front-matter-tag:2"]);
  expect(codes("---\n&root\na: 1\n---\n")).toEqual(["front-matter-alias"]);
  expect(readFrontMatter("---\na: &lamp 1\n---\n").data).toEqual({});
});

test("a list or a sentence between the fences is no front matter", () => {
  expect(places("---\n- lamp\n- horn\n---\n")).toEqual(["front-matter-not-map:2"]);
  expect(places("---\nThe lamp turns\n---\n")).toEqual(["front-matter-not-map:2"]);
});

test("a syntax error names its line, and an open quote the line that opens it", () => {
  expect(places("---\ntitle: Lamp\n\ttags: [light]\n---\n")).toEqual(["front-matter-yaml:3"]);
  expect(places('---\nid: 1\ntitle: "Lamp\nstatus: draft\nmore: 1\n---\n')).toEqual(["front-matter-yaml:3"]);
  expect(readFrontMatter("---\n a: 1\nb: [\n---\nBody").data).toEqual({});
});

test("dates, versions, hashes and long numbers stay text; true numbers are numbers", () => {
  verifies("pages.dates-are-text");
  const text = `---
created: 2026-11-30
at: 2026-11-30T12:00:00Z
version: 1.10
commit: 12e4567
id: 12345678901234567890
octal: 0o17
part: 007
never: .inf
count: 12
share: 0.5
below: -3
yes: yes
on: True
none: ~
---
`;
  expect(readFrontMatter(text).data).toEqual({
    created: "2026-11-30",
    at: "2026-11-30T12:00:00Z",
    version: "1.10",
    commit: "12e4567",
    id: "12345678901234567890",
    octal: "0o17",
    part: "007",
    never: ".inf",
    count: 12,
    share: 0.5,
    below: -3,
    yes: "yes",
    on: true,
    none: null,
  });
});

test("a key that stands twice keeps its first value, at every level", () => {
  verifies("pages.duplicate-keys");
  const text = "---\ntitle: Lamp\nkeeper:\n  name: Ada\n  name: Bob\ntitle: Horn\n---\n";
  expect(readFrontMatter(text).data).toEqual({ title: "Lamp", keeper: { name: "Ada" } });
  expect(places(text)).toEqual(["duplicate-key:5", "duplicate-key:6"]);
});

test("a key never reaches a prototype", () => {
  verifies("pages.no-pollution");
  const read = readFrontMatter(
    "---\n__proto__: { lit: true }\nconstructor: { prototype: { lit: true } }\nmore:\n  __proto__: { lit: true }\n---\n",
  );
  expect(Object.keys(read.data)).toEqual(["constructor", "more"]);
  expect(Object.getPrototypeOf(read.data)).toBe(Object.prototype);
  expect("lit" in {}).toBe(false);
  expect(read.findings.map(({ code, line }) => `${code}:${line}`)).toEqual(["reserved-key:2", "reserved-key:5"]);
});

test("gray-matter's own keys do nothing", () => {
  expect(readFrontMatter("---\nexcerpt_separator: {toString: 1} # odd\n---\nBody").data).toEqual({
    excerpt_separator: { toString: 1 },
  });
});

test("the same broken text is broken every time", () => {
  const text = "---\na: [\n---\nBody";
  expect(codes(text)).toEqual(codes(text));
  expect(codes(text)).toEqual(["front-matter-yaml"]);
});

test("values that only lack quotes are read as they stand, with a warning", () => {
  verifies("pages.unquoted");
  const text = `---
title: Deploy: how the lamp 🔦 goes live
package: @lamp/lens
description: \`turn()\` answers late
summary: "Fog" is a state: not a fault
label: [draft] lens
tags: [light, fog]
---
`;
  const read = readFrontMatter(text);
  expect(read.data).toEqual({
    title: "Deploy: how the lamp 🔦 goes live",
    package: "@lamp/lens",
    description: "`turn()` answers late",
    summary: '"Fog" is a state: not a fault',
    label: "[draft] lens",
    tags: ["light", "fog"],
  });
  expect(read.findings.map(({ code, line }) => `${code}:${line}`)).toEqual(
    [2, 3, 4, 5, 6].map((line) => `front-matter-unquoted:${line}`),
  );
});

test("nothing is guessed inside a block of text", () => {
  const text = '---\ntext: |\n  key: a: b\n  - "odd" one\nbroken: [\n---\n';
  expect(codes(text)).toEqual(["front-matter-yaml"]);
  expect(readFrontMatter(text).data).toEqual({});
});

test("an unresolved merge is a finding; our side is read, and the other side is there to compare", () => {
  verifies("pages.conflict-markers");
  const text = `---
title: Lamp
<<<<<<< HEAD
status: stable
||||||| base
status: stub
=======
status: deprecated
>>>>>>> fog
tags: [light]
---
`;
  const read = readFrontMatter(text);
  expect(read.data).toEqual({ title: "Lamp", status: "stable", tags: ["light"] });
  expect(read.otherData).toEqual({ title: "Lamp", status: "deprecated", tags: ["light"] });
  expect(read.findings.map(({ code, line }) => `${code}:${line}`)).toEqual(["conflict-markers:3"]);
});
