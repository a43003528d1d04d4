import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { PageFacts } from "../../../extensions/core/recall/indexing/index-part.ts";
import { similarNotes } from "../../../extensions/core/trust/similar-notes.ts";
import { verifies } from "../../acceptance/verifies.ts";
import { pageFacts } from "../../support/page-facts.ts";

const page = (title: string, more: Partial<PageFacts> = {}): PageFacts =>
  pageFacts(`notes/${title.toLowerCase().replace(/\W+/g, "-")}`, { title, ...more });

const note = { title: "Ordering colza oil by letter", type: "procedure" };

const signals = (pages: readonly PageFacts[]) =>
  similarNotes(note, pages).map(({ title, signal }) => `${signal}: ${title}`);

describe("a page like a new note", () => {
  test("is a strong candidate from 0.6 of the titles' words on, or 0.48 of a page of its type", () => {
    verifies("trust.similar-titles");
    expect(signals([page("Order colza oil by letters")])).toEqual(["strong: Order colza oil by letters"]);
    expect(signals([page("Colza oil by letter")])).toEqual(["strong: Colza oil by letter"]);
    expect(signals([page("Colza oil")])).toEqual(["weak: Colza oil"]);
    expect(signals([page("Colza oil", { type: "procedure" })])).toEqual(["strong: Colza oil"]);
  });

  test("is a weak one from 0.35 on, and none below", () => {
    verifies("trust.similar-titles");
    expect(signals([page("Colza oil in the store of the tower")])).toEqual([]);
    expect(signals([page("Colza oil in barrels")])).toEqual(["weak: Colza oil in barrels"]);
    expect(signals([page("Oil")])).toEqual([]);
  });

  test("counts as draft and as shadow, not when it was retired, and captured text never does", () => {
    verifies("trust.similar-titles");
    expect(
      signals([
        page(note.title, { status: "draft" }),
        page(`${note.title}!`, { confidence: "shadow" }),
        page(note.title, { status: "deprecated" }),
        page(note.title, { id: "raw/sources/SRC-2026-11-30-001" }),
      ]),
    ).toEqual([`strong: ${note.title}`, `strong: ${note.title}!`]);
  });

  test("is one of five at most, the most similar first, equal ones by id", () => {
    verifies("trust.similar-titles");
    const many = ["f", "e", "d", "c", "b", "a"].map((id) => page("Colza oil", { id }));
    expect(similarNotes(note, [...many, page(note.title)]).map(({ id }) => id)).toEqual([
      "notes/ordering-colza-oil-by-letter",
      "a",
      "b",
      "c",
      "d",
    ]);
  });

  test("has its state with it, and how similar it is", () => {
    expect(similarNotes(note, [page("Colza oil", { status: "draft" })])).toEqual([
      { id: "notes/colza-oil", title: "Colza oil", status: "draft", signal: "weak", similarity: 0.5 },
    ]);
  });

  test("is never found by a title without words", () => {
    expect(similarNotes({ title: "!?", type: "general" }, [page("!?"), page("…")])).toEqual([]);
  });

  test("is as similar one way as the other, for any titles", () => {
    verifies("trust.similar-titles");
    const words = fc.array(fc.constantFrom("lamp", "oil", "wick", "horn", "letter", "tower"), { maxLength: 6 });
    const titles = words.map((list) => list.join(" "));
    fc.assert(
      fc.property(titles, titles, (left, right) => {
        const [there] = similarNotes({ title: left, type: "general" }, [page(right)]);
        const [back] = similarNotes({ title: right, type: "general" }, [page(left)]);
        expect(there?.similarity).toBe(back?.similarity);
      }),
    );
  });
});
