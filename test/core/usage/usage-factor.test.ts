import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { heatOf, outcomeFactor, usageFactor } from "../../../extensions/core/usage/usage-factor.ts";
import type { PageUsage } from "../../../extensions/core/usage/usage-fold.ts";
import { verifies } from "../../acceptance/verifies.ts";
import { today, usage } from "./usage-worlds.ts";

const outcomes = (success: number, failure: number, self = { success: 0, failure: 0 }): PageUsage["outcomes"] => ({
  observed: { success, failure },
  self,
});

describe("the weight of a page's use", () => {
  test("is one for a page of which nothing is known", () => {
    verifies("usage.factor");
    expect(usageFactor(undefined, today)).toBe(1);
    expect(usageFactor(usage(), today)).toBe(1);
  });

  test.each([
    [1, 0, 1 + 0.03 * Math.log(2)],
    [9, 0, 1 + 0.03 * Math.log(10)],
    [0, 1, 1 + 0.06 * Math.log(2)],
    [5, 2, 1 + 0.03 * Math.log(6) + 0.06 * Math.log(3)],
    [1_000_000, 0, 1.15],
    [20, 20, 1.15],
  ])("of %i hits and %i adoptions is warm", (hits, adopted, heat) => {
    verifies("usage.factor");
    expect(heatOf(usage({ hits, adopted, lastHit: today }), today)).toBeCloseTo(heat, 12);
  });

  test.each([
    [2, "2020-01-01T00:00:00.000Z", 1 + 0.03 * Math.log(3)],
    [3, "2026-06-03T12:00:00.000Z", 1 + 0.03 * Math.log(4)],
    [3, "2026-06-03T11:59:59.000Z", 0.8 + 0.03 * Math.log(4)],
    [1_000_000, "2026-01-01T00:00:00.000Z", 0.95],
  ])("of %i hits, the last at %s, grows cold after 180 days", (hits, lastHit, heat) => {
    verifies("usage.factor");
    expect(heatOf(usage({ hits, lastHit }), today)).toBeCloseTo(heat, 12);
  });

  test.each([
    [0, 0, 1],
    [1, 0, 1.02],
    [0, 1, 0.97],
    [6, 0, 1.06],
    [0, 6, 0.91],
    [5, 5, 1],
    [1_000_000, 0, 1.1],
    [0, 1_000_000, 0.85],
  ])("after %i successes and %i failures that were seen follows them with caution", (success, failure, factor) => {
    verifies("usage.factor");
    expect(outcomeFactor(usage({ outcomes: outcomes(success, failure) }))).toBeCloseTo(factor, 5);
  });

  test("does not move by what somebody says of their own work", () => {
    verifies("usage.self-never-ranks");
    const said = usage({ outcomes: outcomes(0, 0, { success: 50, failure: 9 }) });
    expect(usageFactor(said, today)).toBe(1);
    expect(usageFactor(usage({ outcomes: outcomes(1, 0) }), today)).toBeGreaterThan(1);
  });

  const counts = fc.oneof(fc.nat(12), fc.nat(1_000_000));
  const uses = fc
    .record({
      hits: counts,
      adopted: counts,
      success: counts,
      failure: counts,
      lastHit: fc.constantFrom(undefined, today, "2026-07-01", "2025-01-01T00:00:00Z", "1999-12-31"),
    })
    .map(({ success, failure, ...rest }) => usage({ ...rest, outcomes: outcomes(success, failure) }));
  const more = (
    one: PageUsage,
    by: Partial<Record<"hits" | "adopted" | "success" | "failure", number>>,
  ): PageUsage => ({
    ...one,
    hits: one.hits + (by.hits ?? 0),
    adopted: one.adopted + (by.adopted ?? 0),
    outcomes: outcomes(
      one.outcomes.observed.success + (by.success ?? 0),
      one.outcomes.observed.failure + (by.failure ?? 0),
    ),
  });

  test("never leaves 0.8 to 1.15", () => {
    verifies("usage.factor");
    fc.assert(
      fc.property(uses, (one) => {
        const factor = usageFactor(one, today);
        expect(factor).toBeGreaterThanOrEqual(0.8);
        expect(factor).toBeLessThanOrEqual(1.15);
      }),
    );
  });

  test("rises or stays with adoptions and successes, and with hits of today; failures never raise it", () => {
    verifies("usage.factor");
    fc.assert(
      fc.property(uses, counts, (one, by) => {
        const factor = usageFactor(one, today);
        expect(usageFactor(more(one, { adopted: by }), today)).toBeGreaterThanOrEqual(factor);
        expect(usageFactor(more(one, { success: by }), today)).toBeGreaterThanOrEqual(factor);
        expect(usageFactor(more(one, { failure: by }), today)).toBeLessThanOrEqual(factor);
        const [warm, warmer] = [one, more(one, { hits: by })].map((page) => ({ ...page, lastHit: today }));
        if (warm !== undefined && warmer !== undefined)
          expect(usageFactor(warmer, today)).toBeGreaterThanOrEqual(usageFactor(warm, today));
      }),
    );
  });
});
