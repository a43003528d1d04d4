import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { editFrontMatter } from "../../../extensions/core/pages/edit-page.ts";
import { extractLinks } from "../../../extensions/core/pages/links.ts";
import { parsePage } from "../../../extensions/core/pages/parse-page.ts";
import { verifies } from "../../acceptance/verifies.ts";

const fixture = (name: string): string =>
  readFileSync(new URL(`../../fixtures/pages/lighthouse/${name}.md`, import.meta.url), "utf8");

const read = (name: string) => parsePage({ path: `wiki/notes/${name}.md`, text: fixture(name) });
const links = (name: string) => extractLinks(read(name).body).map(({ kind, target }) => `${kind} ${target}`);

test("a source page that waits for its summary is a draft that cites its packet", () => {
  verifies("pages.foreign");
  expect(read("source-skeleton")).toMatchObject({
    type: "source",
    status: "draft",
    title: "Keeper's log, winter",
    sources: [{ id: "SRC-2026-11-30-001" }],
    findings: [],
  });
  expect(links("source-skeleton")).toEqual(["source ../../raw/sources/SRC-2026-11-30-001/extracted.md"]);
});

test("an entity page has its sources and its links", () => {
  verifies("pages.foreign");
  expect(read("entity-with-sources")).toMatchObject({
    sources: [{ id: "SRC-2026-11-30-001", resource: "/sources/SRC-2026-11-30-001.md" }],
    data: { created: "2026-11-30" },
    findings: [],
  });
  expect(links("entity-with-sources")).toEqual(["markdown /concepts/fog.md", "source /sources/SRC-2026-11-30-001.md"]);
});

test("an observation is stable, with its time as text", () => {
  verifies("pages.foreign");
  expect(read("observation")).toMatchObject({
    status: "stable",
    title: "Observation: the lamp flickers at -10°C",
    tags: ["lamp", "winter"],
    data: { observed_at: "2026-11-30T04:12:00.000Z" },
    findings: [],
  });
});

test("an older note keeps its fields below metadata", () => {
  verifies("pages.foreign");
  expect(read("older-note")).toMatchObject({
    status: "stable",
    confidence: "weak",
    taskId: "winter-service",
    staleAfter: "2027-03-17",
    headings: [{ level: 2, text: "What happens" }],
    findings: [],
  });
});

test("a page written by hand on Windows is read, and an edit keeps its ways", () => {
  verifies("pages.foreign", "pages.crlf-kept");
  // Made here, so that no checkout can change its line ends.
  const text = `\uFEFF${fixture("by-hand").replaceAll("\n", "\r\n")}`;
  const page = parsePage({ path: "wiki/notes/by-hand.md", text });
  expect(page).toMatchObject({ tags: ["lamp", "tower"], aliases: ["Laterne", "Leuchte"], findings: [] });
  expect(extractLinks(page.body)).toMatchObject([{ kind: "wiki", target: "notes/lamp", label: "the lamp" }]);
  expect(editFrontMatter(text, { title: "Lantern room", status: "draft" })).toBe(
    text.replace("title:  Lamp room", "title: Lantern room").replace('tower"\r\n---', 'tower"\r\nstatus: draft\r\n---'),
  );
});
