import { expect, test } from "vitest";
import { parsePage } from "../../../extensions/core/pages/parse-page.ts";
import { verifies } from "../../acceptance/verifies.ts";

const parse = (frontMatter: string, body = "The lamp turns.\n") =>
  parsePage({ path: "wiki/notes/lamp.md", text: `---\n${frontMatter}\n---\n\n${body}` });

test("a full page is read field by field", () => {
  const page = parse(
    `type: pitfall
title: The lamp stops in fog
description: Damp gets into the gears.
tags: [lamp, fog]
status: draft
confidence_level: weak
aliases: [stuck lamp]
recall_triggers:
  - the light no longer goes round
sources:
  - id: SRC-2026-11-30-001
    resource: /sources/SRC-2026-11-30-001.md
    title: Keeper's log
task_id: winter
valid_from: 2026-01-01
valid_until: 2027-01-01
stale_after: 2027-05-29T12:00:00Z
supersedes: notes/old-lamp
superseded_by: []`,
    "# Lamp\n\nDry it.\n",
  );
  expect(page).toEqual({
    id: "notes/lamp",
    path: "wiki/notes/lamp.md",
    title: "The lamp stops in fog",
    type: "pitfall",
    status: "draft",
    confidence: "weak",
    description: "Damp gets into the gears.",
    tags: ["lamp", "fog"],
    aliases: ["stuck lamp"],
    triggers: ["the light no longer goes round"],
    sources: [{ id: "SRC-2026-11-30-001", resource: "/sources/SRC-2026-11-30-001.md", title: "Keeper's log" }],
    taskId: "winter",
    validFrom: "2026-01-01",
    validUntil: "2027-01-01",
    staleAfter: "2027-05-29T12:00:00Z",
    supersedes: ["notes/old-lamp"],
    supersededBy: [],
    data: page.data,
    body: "# Lamp\n\nDry it.\n",
    bodyOffset: page.bodyOffset,
    bodyLine: 23,
    headings: [{ level: 1, text: "Lamp", offset: 0 }],
    findings: [],
  });
});

test("a page of text alone is a stable page of type general", () => {
  const page = parsePage({ path: "wiki/concepts/fog.md", text: "Fog is low cloud.\n" });
  expect(page).toMatchObject({ type: "general", status: "stable", title: "fog", body: "Fog is low cloud.\n" });
  expect(page).toMatchObject({ tags: [], aliases: [], triggers: [], sources: [], bodyOffset: 0, bodyLine: 1 });
});

test("a page of front matter alone has an empty body", () => {
  const page = parsePage({ path: "wiki/concepts/fog.md", text: "---\ntitle: Fog\ntype: concept\n---" });
  expect(page).toMatchObject({ title: "Fog", body: "", headings: [], findings: [] });
});

test("the title is the front matter's, else the first level-1 heading, else the end of the id", () => {
  verifies("pages.title");
  const body = "## Not this\n\n# Fog *horn* #\n\n# Nor this\n";
  expect(parse("title: Lamp", body).title).toBe("Lamp");
  expect(parse("title: 2026", body).title).toBe("2026");
  expect(parse("title: 1.10", body).title).toBe("1.10");
  expect(parse("title: ''", body).title).toBe("Fog *horn*");
  expect(parse("title: [a, b]", body).title).toBe("Fog *horn*");
  expect(parse("tags: []", "## Only this\n").title).toBe("lamp");
  expect(parse('title: "Horn: loud 📯 — #1"', body).title).toBe("Horn: loud 📯 — #1");
  expect(parse("title: Horn: loud 📯", body).title).toBe("Horn: loud 📯");
});

test("the id is the path below wiki without .md, composed", () => {
  const id = (path: string) => parsePage({ path, text: "" }).id;
  expect(id("wiki/notes/cafe\u0301 am Hafen.md")).toBe("notes/café am Hafen");
  expect(id("wiki/概念/灯台.md")).toBe("概念/灯台");
  expect(id("wiki/notes/a.b.md")).toBe("notes/a.b");
  expect(parsePage({ path: "wiki/notes/cafe\u0301.md", text: "" }).path).toBe("wiki/notes/cafe\u0301.md");
  const long = "灯".repeat(82);
  expect(id(`wiki/notes/${long}.md`)).toBe(`notes/${long}`);
});

test("tags are read in every shape they are written in", () => {
  verifies("pages.tolerant-lists");
  for (const tags of [
    "[lamp, fog]",
    "\n  - lamp\n  - fog",
    "lamp, fog",
    '"#lamp, #fog"',
    "'#lamp #fog'",
    `'["lamp", "fog"]'`,
    "['#lamp', fog, lamp, '', null]",
    "\n- lamp\n- [deep]\n- fog",
  ]) {
    expect(parse(`tags: ${tags}`).tags).toEqual(["lamp", "fog"]);
  }
  expect(parse("tags: lamp").tags).toEqual(["lamp"]);
  expect(parse("tags: 12").tags).toEqual(["12"]);
  expect(parse("tags: '#C#'").tags).toEqual(["C#"]);
  for (const tags of ["", "~", "null", "[]", "{}", "''"]) expect(parse(`tags: ${tags}`).tags).toEqual([]);
  expect(parse("tags: '[not json]'").tags).toEqual(["[not json]"]);
});

test("aliases and triggers are read in every shape, and a comma stays in a phrase", () => {
  verifies("pages.tolerant-lists");
  expect(parse("aliases: Lamp, Leuchte").aliases).toEqual(["Lamp", "Leuchte"]);
  expect(parse(`aliases: '["Lamp, old"]'`).aliases).toEqual(["Lamp, old"]);
  expect(parse("recall_triggers: it is dark, and foggy").triggers).toEqual(["it is dark, and foggy"]);
  expect(parse("recall_triggers: |\n  it is dark\n  no light\n").triggers).toEqual(["it is dark", "no light"]);
  expect(parse("recall_triggers:\n  - error: no such lamp\n  - it is dark").triggers).toEqual([
    "error: no such lamp",
    "it is dark",
  ]);
  expect(parse("recall_triggers:\n  - why is it dark: no oil: none\n  - fog").triggers).toEqual([
    "why is it dark: no oil: none",
    "fog",
  ]);
});

test("sources are maps, strings, links, or the older source_id", () => {
  verifies("pages.tolerant-sources");
  const packet = "SRC-2026-11-30-001";
  const sources = (text: string) => parse(text).sources;
  expect(sources(`sources: ${packet}`)).toEqual([{ id: packet, resource: packet }]);
  expect(sources(`sources: ["[[sources/${packet}]]", "https://lamp.example/a,b"]`)).toEqual([
    { id: packet, resource: `sources/${packet}` },
    { id: "https://lamp.example/a,b", resource: "https://lamp.example/a,b" },
  ]);
  expect(sources(`sources: "[log](/sources/${packet}.md)"`)).toEqual([
    { id: packet, resource: `/sources/${packet}.md` },
  ]);
  expect(sources(`source_id: ${packet}`)).toEqual([{ id: packet, resource: packet }]);
  expect(sources(`sources: [{ id: ${packet}, resource: /x }]\nsource_id: ${packet}`)).toEqual([
    { id: packet, resource: "/x" },
  ]);
  expect(sources("sources: [{ url: https://lamp.example }, { title: nothing }, 7, null]")).toEqual([
    { id: "https://lamp.example", resource: "https://lamp.example" },
    { id: "7", resource: "7" },
  ]);
  expect(sources("sources: { id: log, resource: /log.md }")).toEqual([{ id: "log", resource: "/log.md" }]);
  expect(sources("sources:")).toEqual([]);
});

test("status words of earlier formats count as one of three", () => {
  verifies("pages.status-words");
  const status = (word: string) => parse(`status: ${word}`).status;
  for (const word of ["draft", "Candidate", "skeleton", "stub"]) expect(status(word)).toBe("draft");
  for (const word of ["stable", "confirmed", "ingested", "insight", "observation", "", "~"]) {
    expect(status(word)).toBe("stable");
  }
  for (const word of ["deprecated", "REJECTED", " superseded "]) expect(status(word)).toBe("deprecated");
});

test("an unknown status is stable and a finding on its line", () => {
  verifies("pages.status-words");
  for (const word of ["foggy", "constructor", "[draft]", "12"]) {
    const page = parse(`title: Lamp\nstatus: ${word}`);
    expect(page.status).toBe("stable");
    expect(page.findings).toMatchObject([{ code: "unknown-status", line: 3, path: "wiki/notes/lamp.md" }]);
  }
});

test("of the two sides of an unresolved merge, the status that withholds more counts", () => {
  verifies("pages.conflict-markers");
  const merge = (ours: string, theirs: string) =>
    parse(`<<<<<<< HEAD\nstatus: ${ours}\n=======\nstatus: ${theirs}\n>>>>>>> fog`).status;
  expect(merge("stable", "deprecated")).toBe("deprecated");
  expect(merge("draft", "stable")).toBe("draft");
  expect(parse("<<<<<<< HEAD\ntags: [a]\n=======\ntags: [b]\n>>>>>>> fog").status).toBe("stable");
});

test("conflict markers in the body are findings with their lines, and in code only a remark", () => {
  verifies("pages.conflict-markers");
  const body = "Ours\n<<<<<<< HEAD\nfog\n=======\nmist\n>>>>>>> other\n\n```\n<<<<<<< HEAD\n=======\n>>>>>>> x\n```\n";
  expect(parse("title: Lamp", body).findings).toMatchObject([
    { code: "conflict-markers", line: 6, severity: "error" },
    { code: "conflict-markers", line: 13, severity: "info" },
  ]);
  expect(parse("title: Lamp", "Heading\n=======\n\n>>>>>>>> quoted\n").findings).toEqual([]);
  expect(parse("title: Lamp", ">>>>>>> rest\n").findings).toMatchObject([{ code: "conflict-markers", line: 5 }]);
});

test.each([
  ["a quotation mark that is not closed, below", 'status: deprecated\ntitle: "Lamp'],
  ["a quotation mark that is not closed, above", 'title: "Lamp\nstatus: deprecated'],
  ["a list that is not closed", "tags: [lamp, oil\nstatus: superseded"],
  ["a tab", "title: Lamp\n\ttags: x\nstatus: deprecated"],
  ["an odd indent", "status: deprecated\n  more: 1"],
  ["an anchor that is missing", "title: *lamp\nstatus: deprecated"],
  ["a mark of its own", "@lamp: 1\nstatus: deprecated # since May"],
  ["its quotation mark not closed", 'status: "deprecated\ntitle: Lamp'],
])("front matter with %s says all the same that its page is withheld", (_what, block) => {
  verifies("pages.damage-withholds");
  for (const text of [`---\n${block}\n---\nOil.\n`, `---\n${block}\n\nOil.\n`, `\n\n---\n${block}\n---\nOil.\n`]) {
    const { status, findings } = parsePage({ path: "wiki/notes/lamp.md", text });
    expect([text, status, findings.some(({ severity }) => severity === "error")]).toEqual([text, "deprecated", true]);
  }
});

test("of front matter that can't be read the task, times and confidence count, and nothing that prose says", () => {
  verifies("pages.damage-withholds");
  const head = "task_id: T-7\nvalid_from: 2026-01-01\nvalid_until: '2026-02-01'\nconfidence_level: shadow";
  expect(parsePage({ path: "wiki/notes/lamp.md", text: `---\n${head}\ntags: [\n---\nOil.\n` })).toMatchObject({
    taskId: "T-7",
    validFrom: "2026-01-01",
    validUntil: "2026-02-01",
    confidence: "shadow",
    status: "stable",
  });
  const prose = ["status: deprecated words in prose", "status: deprecated\n"];
  for (const text of prose) expect(parsePage({ path: "wiki/notes/lamp.md", text }).status).toBe("stable");
  const below = "---\ntitle: [\n---\nstatus: deprecated\n";
  expect(parsePage({ path: "wiki/notes/lamp.md", text: below }).status).toBe("stable");
});

test("NUL bytes and broken UTF-8 are findings", () => {
  verifies("pages.not-text");
  expect(parse("title: Lamp", "a\n\0b\n").findings).toMatchObject([{ code: "not-text", line: 6 }]);
  expect(parse("title: L\uFFFDmp").findings).toMatchObject([{ code: "not-text", line: 2 }]);
});

test("older notes keep some fields below metadata", () => {
  const page = parse("metadata:\n  confidence_level: strong\n  task_id: winter");
  expect(page).toMatchObject({ confidence: "strong", taskId: "winter" });
  expect(parse("metadata: [1]\nconfidence_level: loud").confidence).toBeUndefined();
});

test("ids in supersedes are read however they are written", () => {
  const page = parse(
    'supersedes: ["[[notes/old|Old]]", /notes/older.md, wiki/notes/oldest.md]\nsuperseded_by: notes/new',
  );
  expect(page.supersedes).toEqual(["notes/old", "notes/older", "notes/oldest"]);
  expect(page.supersededBy).toEqual(["notes/new"]);
});

test("the body's offset and line count in the text without BOM and with LF", () => {
  const text = "\uFEFF---\r\ntitle: Lamp\r\n---\r\n\r\nFirst\r\nSecond";
  const page = parsePage({ path: "wiki/a.md", text });
  const plain = text.slice(1).replaceAll("\r\n", "\n");
  expect(plain.slice(page.bodyOffset)).toBe(page.body);
  expect(page.body).toBe("First\nSecond");
  expect(page.bodyLine).toBe(5);
});
