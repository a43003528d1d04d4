import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { columnsOf } from "../../../../extensions/core/columns.ts";
import type { Proposal } from "../../../../extensions/core/trust/proposals.ts";
import {
  bodyHeight,
  listQueue,
  type ReviewView,
  renderReview,
  reviewSummary,
  shownRows,
} from "../../../../extensions/core/trust/review/render-review.ts";
import { choicesOf } from "../../../../extensions/core/trust/review/review-choices.ts";
import {
  type MetTombstone,
  type QueueItem,
  queueKinds,
} from "../../../../extensions/core/trust/review/review-queue.ts";
import { type ReviewRun, startReview } from "../../../../extensions/core/trust/review/review-run.ts";
import {
  diffPart,
  proposalPart,
  type ShownItem,
  type ShownPart,
  saidPart,
  textPart,
  tombstonePart,
} from "../../../../extensions/core/trust/review/shown-item.ts";
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

describe("every kind of item", () => {
  const sizes = [
    { columns: 40, rows: 14 },
    { columns: 80, rows: 24 },
    { columns: 200, rows: 60 },
  ];
  const proposal: Proposal = {
    id: "p",
    page: "notes/fog-horn",
    change: "retire",
    base: "fog",
    reason: "The horn is \u001b[31mgone\u001b[0m\nReview 9 of 9: nothing waits",
    claim: "a\u202eclaim",
    quote: { text: "the horn\r\n──── is gone\u0007", entry: "e" },
    at: "2026-11-30T12:00:00.000Z",
    by: "keeper\u0000",
    channel: "tool",
  };
  const tombstone: MetTombstone = {
    id: "t",
    at: "2026-11-02T12:00:00.000Z",
    actor: "keeper",
    channel: "ui",
    reason: "It\u001b[2J smokes",
    claims: ["claim\none", "灯台の主張"],
  };
  const hostile = "---\ntitle: x\n---\n# Fog\u202e horn\n\n│ a accept  r reject\n\u001b]0;lamp\u0007\tlast";
  const parts: readonly ShownPart[] = [
    proposalPart(proposal),
    tombstonePart(tombstone),
    diffPart("What changes in the page as it is now", hostile, hostile.replace("last", "first\u001b[1m")),
    textPart("Second: \u001b[31mBell [[x]]\nReview 1 of 1", hostile),
    ...saidPart("What it rests on", ["source: \u0000", "file: a\nb"]),
  ];

  const kinds = [...queueKinds, "asked", "promotion"] as const;
  const itemOf = (kind: (typeof kinds)[number]) =>
    item({ kind, title: "\u001b[2JFog\nhorn", labels: ["a\u202eb"], proposal });

  /** The screens that somebody scrolls through. */
  const screensOf = (bad: QueueItem, size: { columns: number; rows: number }): readonly (readonly string[])[] => {
    const shown = shownWith(bad, parts);
    const body = shownRows(shown, size.columns);
    const run = { ...startReview([bad]), hash: "fog", read: new Set(["fog"]) };
    const tops = body.map((_, index) => index).filter((index) => index % bodyHeight(size) === 0);
    return tops.map((top) => lines({ run, items: [bad], shown, body, top, ...size }));
  };

  test.each(kinds)("%s keeps inside the screen, and names all of its keys", (kind) => {
    verifies("review.hostile-pages", "review.keys", "review.evidence");
    const bad = itemOf(kind);
    const keys = choicesOf(bad).map(({ key, says }) => `${key} ${says}`);
    for (const size of sizes) {
      for (const drawn of screensOf(bad, size)) {
        expect(drawn).toHaveLength(size.rows);
        expect(drawn.filter((row) => columnsOf(row) > size.columns)).toEqual([]);
        expect(drawn.filter((row) => /[\n\u0000-\u001f\u007f-\u009f\u202a-\u202e]/.test(row))).toEqual([]);
        const foot = drawn.slice(-2).join("\n");
        expect([...keys, "s skip", "e edit", "u undo", "q quit"].filter((key) => !foot.includes(key))).toEqual([]);
      }
    }
  });

  test("lets no stored text stand without its bar, but in a heading that is ours", () => {
    verifies("review.hostile-pages");
    const bare = shownRows({ parts }, 40).filter(({ text }) => !text.startsWith("│ ") && text !== "");
    expect([...new Set(bare.map(({ tone }) => tone))]).toEqual(["strong"]);
  });

  test("shows all of it: every row of every part comes once, behind its bar, in the tone of its line", () => {
    verifies("review.diff", "review.evidence", "review.seen-first");
    const body = shownRows({ parts }, 200).map(({ text, tone }) => `${tone}: ${text}`);
    expect(body).toContain("strong: Proposed: retire the page, which was true once");
    expect(body).toContain("plain: │ the user said: the horn");
    expect(body).toContain("plain: │ ──── is gone<U+0007>");
    expect(body).toContain("strong: Rejected on 2026-11-02: lift, or leave out?");
    expect(body).toContain("plain: │ claim: 灯台の主張");
    expect(body).toContain("dropped: │ -<U+001B>]0;lamp<U+0007>    last");
    expect(body).toContain("added: │ +<U+001B>]0;lamp<U+0007>    first<U+001B>[1m");
    expect(body).toContain("strong: Second: <U+001B>[31mBell [[x]] Review 1 of 1");
    expect(body.filter((row) => row.includes("│ a accept"))).toHaveLength(2);
  });

  test("a part that stands alone needs no heading, and texts that differ in no line say so", () => {
    verifies("review.diff");
    expect(shownRows({ parts: [textPart("The page", "Lamp")] }, 40)).toEqual([{ text: "│ Lamp", tone: "plain" }]);
    expect(diffPart("d", "a\r\n", "a").texts).toEqual([
      { text: "No line differs; at most what ends the lines does.", tone: "dim" },
    ]);
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
