import { describe, expect, test } from "vitest";
import { authorityOf } from "../../../../extensions/core/recall/ranking/authority.ts";
import { verifies } from "../../../acceptance/verifies.ts";
import { idsOf, pageText, recallWorld } from "../recall-world.ts";

const plain = { id: "notes/oil", type: "general", status: "stable", confidence: undefined } as const;

describe("what a page says of itself", () => {
  test.each([
    ["type decision", { type: "decision" }, 1.2],
    ["type pitfall", { type: "pitfall" }, 1.17],
    ["type procedure", { type: "procedure" }, 1.17],
    ["type lesson", { type: "lesson" }, 1.15],
    ["type architecture", { type: "architecture" }, 1.15],
    ["type workaround", { type: "workaround" }, 1.1],
    ["a type of no weight", { type: "entity" }, 1.05],
    ["status stable", {}, 1.05],
    ["status draft", { status: "draft" }, 0.75],
    ["status deprecated", { status: "deprecated" }, 0.7],
    ["confidence strong", { confidence: "strong" }, 1.15],
    ["confidence weak", { confidence: "weak" }, 1.05],
    ["confidence shadow", { confidence: "shadow" }, 0.75],
    ["a place among syntheses", { id: "syntheses/oil" }, 1.2],
    ["the text of a source", { id: "raw/sources/SRC-2026-11-30-001" }, 0.85],
    ["the text of a source as a draft", { id: "raw/sources/SRC-2026-11-30-001", status: "draft" }, 0.7],
    ["all that raises", { type: "decision", confidence: "strong", id: "syntheses/oil" }, 1.3],
    ["all that lowers", { status: "deprecated", confidence: "shadow", id: "raw/oil" }, 0.7],
  ] as const)("by %s weighs its share", (_, more, weight) => {
    verifies("recall.authority");
    expect(authorityOf({ ...plain, ...more })).toBe(weight);
  });
});

test("of two equal pages the weightier comes first", async () => {
  verifies("recall.authority");
  const world = await recallWorld();
  const body = "# Lamp oil\n\nColza oil burns in winter, entry";
  world.put("wiki/notes/a-draft.md", pageText(`${body} one.\n`, { status: "draft" }));
  world.put("wiki/notes/b-note.md", pageText(`${body} two.\n`));
  world.put("wiki/notes/c-decision.md", pageText(`${body} six.\n`, { type: "decision" }));
  const answer = await world.ask("colza oil", { explain: true });
  expect(idsOf(answer)).toEqual(["notes/c-decision", "notes/b-note", "notes/a-draft"]);
  expect(answer.hits.map(({ parts }) => parts?.multiplier)).toEqual([1.2, 1.05, 0.75]);
});
