import fc from "fast-check";
import { expect, test } from "vitest";
import { freeId, wantedId } from "../../../../extensions/core/vault/import/page-place.ts";
import { foldId, isPageId } from "../../../../extensions/core/vault/page-files.ts";
import { verifies } from "../../../acceptance/verifies.ts";
import { isPortable } from "../../../support/portable-name.ts";

test.each([
  ["lamp.md", "general", "notes/lamp"],
  ["guide/lamp.MD", "concept", "concepts/guide/lamp"],
  ["guide/lamp.markdown", "decision", "notes/guide/lamp"],
  ["concepts/lamp.md", "concept", "concepts/lamp"],
  ["concepts.md", "concept", "concepts/concepts"],
  ["index.md", "general", "notes/index-page"],
  ["guide/Log.md", "general", "notes/guide/Log-page"],
  ["log/lamp.md", "general", "notes/log/lamp"],
  ["two words.md", "general", "notes/two words"],
  ["燈塔/霧.md", "entity", "entities/燈塔/霧"],
  ["cafe\u0301.md", "general", "notes/café"],
  ["a\\b\tc.md", "general", "notes/a-b-c"],
  ["v1.2.md", "general", "notes/v1.2"],
  [".md", "general", "notes/untitled"],
  ["con.md", "general", "notes/_con"],
  ["AUX/com1.draft.md", "general", "notes/_AUX/_com1.draft"],
  ["wait.. .md", "general", "notes/wait"],
  ['why: "C#" [x]?.md', "general", "notes/why- -C- -x-"],
  ["wiki/concepts/lamp.md", "concept", "concepts/lamp"],
  ["wiki/lamp.md", "concept", "concepts/wiki/lamp"],
])("%j of type %s becomes %s", (path, type, id) => {
  expect(wantedId(path, type)).toBe(id);
});

test("a name of 250 bytes leaves room for a number", () => {
  const id = wantedId(`${"霧".repeat(83)}.md`, "general");
  const name = freeId(id, (candidate) => candidate === foldId(id)).slice("notes/".length);
  expect(new TextEncoder().encode(`${name}.md`).length).toBeLessThanOrEqual(255);
  expect(name.endsWith("-2")).toBe(true);
});

test("no path becomes one that Windows can't have, or that a link can't name", () => {
  verifies("compatibility.portable-names");
  const piece = fc.constantFrom(
    "con",
    "aux",
    "nul.x",
    "a:b",
    "x.",
    "y ",
    "q?",
    "[z]",
    "c#",
    "p|p",
    "..",
    "lpt1",
    "^",
    "index",
    "燈",
  );
  fc.assert(
    fc.property(fc.array(fc.array(piece, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 3 }), (parts) => {
      const id = wantedId(`${parts.map((pieces) => pieces.join("")).join("/")}.md`, "general");
      expect(
        id
          .split("/")
          .slice(1)
          .filter((name) => !isPortable(name)),
      ).toEqual([]);
    }),
  );
});

test("any path of files becomes a page id, and never one that is taken", () => {
  const name = fc.string({ unit: "binary", minLength: 1 }).map((text) => text.replaceAll(/[/\0]/g, "x"));
  fc.assert(
    fc.property(fc.array(name, { minLength: 1, maxLength: 4 }), (names) => {
      const id = wantedId(`${names.join("/")}.md`, "general");
      expect(isPageId(id)).toBe(true);
      expect(id.normalize("NFC")).toBe(id);
      const taken = new Set([foldId(id), foldId(`${id}-2`)]);
      expect(freeId(id, (candidate) => taken.has(candidate))).toBe(`${id}-3`);
    }),
  );
});
