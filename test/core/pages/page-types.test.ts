import { expect, test } from "vitest";
import { noteTypes, pageTypes } from "../../../extensions/core/pages/page.ts";
import { folderOfType, staleAfter } from "../../../extensions/core/pages/page-types.ts";
import { verifies } from "../../acceptance/verifies.ts";

test("each type has its folder; notes share one, and unknown types go with the concepts", () => {
  verifies("pages.folders");
  expect(Object.fromEntries(pageTypes.map((type) => [type, folderOfType(type)]))).toEqual({
    source: "sources",
    entity: "entities",
    concept: "concepts",
    synthesis: "syntheses",
    analysis: "analyses",
    requirement: "requirements",
    trajectory: "cases",
    case: "cases",
    skill: "skills",
    ...Object.fromEntries(noteTypes.map((type) => [type, "notes"])),
  });
  for (const type of ["recipe", "", "constructor", "Decision"]) expect(folderOfType(type)).toBe("concepts");
});

test("notes go stale after the days of their type, other pages do not", () => {
  verifies("pages.stale-after");
  const days = Object.fromEntries(noteTypes.map((type) => [type, staleAfter(type, "2026-11-30T12:00:00.000Z")]));
  expect(days).toEqual({
    workaround: "2027-01-14T12:00:00.000Z",
    known_issue: "2027-01-29T12:00:00.000Z",
    general: "2027-03-30T12:00:00.000Z",
    pitfall: "2027-05-29T12:00:00.000Z",
    lesson: "2027-05-29T12:00:00.000Z",
    bug_fix: "2027-05-29T12:00:00.000Z",
    procedure: "2027-05-29T12:00:00.000Z",
    decision: "2027-11-30T12:00:00.000Z",
    architecture: "2027-11-30T12:00:00.000Z",
  });
  expect(staleAfter("concept", "2026-11-30T12:00:00Z")).toBeUndefined();
});
