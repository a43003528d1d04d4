import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseUses, renderUse, type UsageEvent } from "../../../extensions/core/usage/usage-event.ts";
import { foldUsage, negativeExamples } from "../../../extensions/core/usage/usage-fold.ts";
import { verifies } from "../../acceptance/verifies.ts";
import { adoption, hit, outcome, today, usage } from "./usage-worlds.ts";

const observed = (success: number, failure: number) => ({
  observed: { success, failure },
  self: { success: 0, failure: 0 },
});

describe("the use of a page", () => {
  test("adds up over all users' streams", () => {
    verifies("usage.fold");
    const keeper = [
      hit("notes/oil", { tokens: 120, at: "2026-11-02T00:00:00.000Z", how: "asked" }),
      adoption("notes/oil"),
      outcome("notes/oil", "success"),
      outcome("notes/oil", "failure", { judge: "self" }),
    ];
    const mate = [
      hit("notes/oil", { tokens: 80, at: "2026-11-01T23:30:00-02:00" }),
      adoption("notes/oil", { session: "night" }),
      hit("notes/bell"),
    ];
    const fold = foldUsage([keeper, mate]);
    expect(fold.of("notes/oil")).toEqual({
      hits: 2,
      asked: 1,
      adopted: 2,
      tokens: 200,
      lastHit: "2026-11-01T23:30:00-02:00",
      outcomes: { observed: { success: 1, failure: 0 }, self: { success: 0, failure: 1 } },
    });
    expect(fold.of("notes/bell")).toEqual(usage({ hits: 1, tokens: 100, lastHit: today }));
    expect(fold.of("notes/wick")).toBeUndefined();
  });

  test("counts a use once that two streams hold, or one holds twice after a merge", () => {
    verifies("usage.fold");
    const [one, cited, came] = [hit("notes/oil"), adoption("notes/oil"), outcome("notes/oil", "success")];
    const fold = foldUsage([
      [one, cited, came, one],
      [one, cited, came],
    ]);
    expect(fold.of("notes/oil")).toMatchObject({ hits: 1, adopted: 1, outcomes: observed(1, 0) });
  });

  test("is relied on once a session, however often the session says so", () => {
    verifies("usage.fold");
    const often = [adoption("notes/oil"), adoption("notes/oil"), adoption("notes/oil", { session: "night" })];
    expect(foldUsage([often]).of("notes/oil")?.adopted).toBe(2);
  });

  test("has of one case the latest outcome, of others all", () => {
    verifies("usage.fold");
    const kept = outcome("notes/oil", "success", { case: "commit 1", at: "2026-11-01T00:00:00.000Z" });
    const reverted = outcome("notes/oil", "failure", { case: "commit 1", at: "2026-11-09T00:00:00.000Z" });
    const fold = foldUsage([[reverted, kept], [outcome("notes/oil", "success", { case: "commit 2" })]]);
    expect(fold.of("notes/oil")?.outcomes).toEqual(observed(1, 1));
    expect(foldUsage([[kept]]).of("notes/oil")?.outcomes).toEqual(observed(1, 0));
  });

  const events: fc.Arbitrary<UsageEvent> = fc
    .record({
      doc: fc.constantFrom("notes/oil", "notes/bell"),
      id: fc.integer({ min: 0, max: 9 }).map((id) => `use-${id}`),
      session: fc.constantFrom("watch", "night"),
      kind: fc.constantFrom("hit", "adopted", "success", "failure"),
      day: fc.integer({ min: 1, max: 28 }),
      hour: fc.constantFrom("T00:00:00.000Z", "T01:00:00+01:00", ""),
    })
    .map(({ kind, day, hour, doc, id, session }) => {
      const use = { id: `${kind} ${doc} ${id}`, session, at: `2026-11-${String(day).padStart(2, "0")}${hour}` };
      if (kind === "hit") return hit(doc, use);
      if (kind === "adopted") return adoption(doc, use);
      return outcome(doc, kind === "success" ? "success" : "failure", { ...use, case: id });
    });
  // One use is one set of facts, wherever it is recorded.
  const streams = fc
    .uniqueArray(events, { selector: ({ id }) => id, maxLength: 40 })
    .chain((made) =>
      fc.tuple(fc.constant(made), fc.shuffledSubarray(made, { minLength: made.length }), fc.subarray(made)),
    );

  test("does not depend on the order of the streams, or on what is recorded again", () => {
    verifies("usage.fold");
    fc.assert(
      fc.property(streams, ([made, mixed, again]) => {
        const [plain, other] = [foldUsage([made]), foldUsage([mixed, again])];
        for (const doc of ["notes/oil", "notes/bell"]) {
          const [one, two] = [plain.of(doc), other.of(doc)];
          expect({ ...two, lastHit: undefined }).toEqual({ ...one, lastHit: undefined });
          expect(two?.lastHit?.slice(0, 10)).toBe(one?.lastHit?.slice(0, 10));
        }
      }),
    );
  });

  test("of a hundred thousand lines is folded in bearable time", { timeout: 10_000 }, () => {
    verifies("usage.fold");
    const text = Array.from({ length: 100_000 }, (_, index) => renderUse(hit(`notes/page-${index % 5000}`))).join("");
    expect(foldUsage([parseUses(text)]).of("notes/page-7")?.hits).toBe(20);
  });
});

describe("what went wrong", () => {
  const failed = (day: string, more: Parameters<typeof outcome>[2] = {}) =>
    outcome(`notes/${day}`, "failure", { at: `2026-11-${day}T00:00:00.000Z`, ...more });

  test("is told newest first, at most five, with note and task", () => {
    verifies("usage.negative-examples");
    const days = ["03", "07", "05", "11", "09", "13"];
    const fold = foldUsage([days.map((day) => failed(day, day === "13" ? { note: "smoked", task_id: "TSK-1" } : {}))]);
    expect(negativeExamples(fold, today)).toEqual([
      { doc: "notes/13", note: "smoked", task_id: "TSK-1" },
      ...["11", "09", "07", "05"].map((day) => ({ doc: `notes/${day}`, note: "", task_id: null })),
    ]);
  });

  test("is forgotten after thirty days, and was never a success", () => {
    verifies("usage.negative-examples");
    const fold = foldUsage([
      [
        outcome("notes/old", "failure", { at: "2026-10-31T11:59:59.000Z" }),
        outcome("notes/just", "failure", { at: "2026-10-31T12:00:00.000Z" }),
        outcome("notes/good", "success"),
        // Clocks differ by hours, not by years.
        outcome("notes/ahead", "failure", { at: "2026-12-01T11:00:00.000Z" }),
        outcome("notes/never", "failure", { at: "2099-12-01T12:00:00.000Z" }),
      ],
    ]);
    expect(negativeExamples(fold, today).map(({ doc }) => doc)).toEqual(["notes/ahead", "notes/just"]);
  });
});
