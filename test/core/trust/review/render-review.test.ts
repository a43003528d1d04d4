import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { columnsOf } from "../../../../extensions/core/columns.ts";
import {
  listQueue,
  type ReviewView,
  renderReview,
  reviewSummary,
  shownRows,
} from "../../../../extensions/core/trust/review/render-review.ts";
import { choicesOf } from "../../../../extensions/core/trust/review/review-choices.ts";
import type { QueueItem } from "../../../../extensions/core/trust/review/review-queue.ts";
import { type ReviewRun, startReview } from "../../../../extensions/core/trust/review/review-run.ts";
import { type ShownItem, type ShownPart, textPart } from "../../../../extensions/core/trust/review/shown-item.ts";
import { visible } from "../../../../extensions/core/visible.ts";
import { verifies } from "../../../acceptance/verifies.ts";

const never = (): never => {
  throw new Error("A draft can be accepted and rejected.");
};

const item = (more: Partial<QueueItem> = {}): QueueItem => ({
  kind: "draft",
  layer: "project",
  root: "/lighthouse/.llm-wiki",
  id: "notes/fog-horn",
  path: "/lighthouse/.llm-wiki/wiki/notes/fog-horn.md",
  title: "Fog horn rhythm",
  type: "decision",
  status: "draft",
  labels: ["unconfirmed"],
  date: "2026-11-30T12:00:00.000Z",
  sources: ["SRC-2026-11-30-001", "docs/charts.md"],
  hash: "fog",
  ...more,
});

const shownWith = (item: QueueItem, parts: readonly ShownPart[]): ShownItem => ({
  item,
  status: "draft",
  labels: item.labels,
  parts,
  mark: "fog",
  tokens: 42,
  editable: "",
  hash: "fog",
  tombstones: [],
});

const view = (text: string, more: Partial<ReviewView> = {}): ReviewView => {
  const items = more.items ?? [item(), item({ id: "notes/bell", title: "Bell" })];
  const columns = more.columns ?? 100;
  const [first = item()] = items;
  const shown = shownWith(first, [textPart("The page", text)]);
  const run = { ...startReview(items), hash: "fog" };
  return { run, items, shown, body: shownRows(shown, columns), top: 0, columns, rows: 24, ...more };
};

const [accept = never(), reject = never()] = choicesOf({ kind: "draft" });

const lines = (given: ReviewView): readonly string[] => renderReview(given).map(({ text }) => text);

const read = (run: ReviewRun): ReviewRun => ({ ...run, read: new Set(["fog"]) });

describe("the screen of a review", () => {
  test("shows place, kind, title, id, layer, type, status, tokens, labels, sources, path, and all of the text", () => {
    verifies("review.keys");
    const text = "---\ntype: decision\n---\n# Fog horn rhythm\n\nTwice a minute.\n";
    const shown = lines(view(text));
    expect(shown.slice(0, 5)).toEqual([
      "Review 1 of 2: a draft that nobody has confirmed",
      "Fog horn rhythm",
      "[[notes/fog-horn]] project, decision, draft, 2026-11-30, 42 tokens",
      "labels: unconfirmed; sources: SRC-2026-11-30-001, docs/charts.md",
      "/lighthouse/.llm-wiki/wiki/notes/fog-horn.md",
    ]);
    const rows = text.trimEnd().split("\n");
    expect(shown.slice(6, 13)).toEqual([...rows.map((row) => `│ ${row}`), ""]);
    expect(shown).toHaveLength(24);
  });

  test("names the keys that decide only once they count", () => {
    verifies("review.seen-first");
    const before = view("Twice a minute.");
    expect(lines(before).at(-1)).toMatch(/^space scroll to the end {2}s skip/);
    expect(lines({ ...before, run: read(before.run) }).at(-1)).toMatch(/^a accept {2}r reject {2}t retire/);
  });

  test("says which lines are on it when the text is longer", () => {
    verifies("review.seen-first");
    const long = view(Array.from({ length: 40 }, (_, index) => `Turn ${index + 1}.`).join("\n"), { top: 5 });
    const shown = lines(long);
    expect(shown[6]).toBe("│ Turn 6.");
    expect(shown).toContainEqual(expect.stringMatching(/^── lines 6 to 19 of 40 ─/));
  });

  test("shows the held answer, the reason being typed, and what was said", () => {
    verifies("review.undo");
    const base = view("Twice a minute.");
    const held = { ...base.run, at: 1, held: { at: 0, choice: accept, hash: "fog" } };
    expect(lines({ ...base, run: held }).at(-3)).toMatch(/^You answered: accept "Fog horn rhythm"\. u takes it back/);
    const asking = { ...base.run, asking: { choice: reject, typed: `${"x".repeat(99)} dim` } };
    expect(lines({ ...base, run: asking }).at(-2)).toMatch(/^Why reject it\? x+ dim▏$/);
    expect(lines({ ...base, run: { ...base.run, notice: "Taken back." } }).at(-2)).toBe("Taken back.");
  });

  test("says so for a page that has gone, for a window that is too small, and behind the last item", () => {
    verifies("review.keys");
    const base = view("Twice a minute.");
    const gone = { ...base.run, hash: undefined, isGone: true };
    expect(lines({ ...base, run: gone, shown: undefined })[6]).toMatch(/^It waits no longer: its page has gone/);
    expect(lines({ ...base, rows: 10 })).toEqual([
      "The window is too small to review in.",
      "Make it larger, or press q to leave.",
    ]);
    const behind = { ...base.run, at: 2, states: new Map([[0, "accepted" as const]]) };
    expect(lines({ ...base, run: behind, shown: undefined })[0]).toBe("Review: all 2 looked at (1 accepted)");
  });

  test("says that answers are being carried out, when somebody has left", () => {
    verifies("review.undo");
    const base = view("Twice a minute.");
    expect(lines({ ...base, run: { ...base.run, end: "finished" } })).toEqual([
      "What you answered is being carried out …",
    ]);
  });

  test("keeps every line inside it and visible, whatever a page holds", () => {
    verifies("review.hostile-pages");
    const hostile = fc.oneof(
      fc.string({ unit: "binary", maxLength: 200 }),
      fc.constantFrom(
        "\u001b[2J\u001b]0;lamp\u0007",
        "a\u202eb",
        "\tlamp\r\nhorn",
        "👨‍👩‍👧‍👦 灯台 e\u0301\u0302",
        "x".repeat(500),
      ),
    );
    fc.assert(
      fc.property(hostile, hostile, fc.integer({ min: 40, max: 120 }), (text, word, columns) => {
        const bad = item({ title: word, id: word, labels: [word], sources: [word], path: word, type: word });
        const given = view(text, { items: [bad], columns });
        for (const line of lines(given)) {
          expect(columnsOf(line)).toBeLessThanOrEqual(columns);
          expect(line).not.toMatch(/[\n\u0000-\u001f\u007f-\u009f\u202a-\u202e]/);
        }
        const rows = given.body.map((row) => row.text);
        for (const row of rows) expect(row.startsWith("│ ")).toBe(true);
        const all = rows
          .map((row) => row.slice(2))
          .join("")
          .replaceAll(" ", "");
        const stored = visible(text.replace(/\r?\n$/, "")).replace(/[\n\t ]/g, "");
        expect(all).toBe(stored);
        expect(lines(given)).toHaveLength(24);
        expect(listQueue([bad])[0]).not.toMatch(/[\n\u0000-\u001f]/);
      }),
    );
  });
});

test("the summary says what was done, what is left, what failed, and what was dropped", () => {
  verifies("review.undo", "review.failures-told");
  const items = [item(), item({ id: "notes/bell" }), item({ id: "notes/mast" }), item({ id: "notes/stove" })];
  const start = startReview(items);
  expect(reviewSummary({ ...start, end: "finished" }, items)).toEqual(["Nothing was decided.", "4 without an answer."]);
  const run: ReviewRun = {
    ...start,
    states: new Map([
      [0, "accepted"],
      [1, "failed"],
    ]),
    problems: new Map([[1, "It was changed."]]),
    held: { at: 2, choice: accept, hash: "mast" },
    end: "broken-off",
  };
  expect(reviewSummary(run, items)).toEqual([
    "Reviewed: 1 accepted, 1 failed.",
    "1 without an answer.",
    "notes/bell was left as it is: It was changed.",
    "Your last answer was not carried out: notes/mast.",
  ]);
});
