import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compareInstants } from "../../../extensions/core/instant.ts";
import { type SupersededPage, type SupersedingPage, supersessionOf } from "../../../extensions/core/trust/supersede.ts";
import { verifies } from "../../acceptance/verifies.ts";

const now = "2026-11-30T12:00:00.000Z";

const old = (more: Partial<SupersededPage> = {}): SupersededPage => ({
  id: "notes/whale-oil",
  status: "draft",
  validFrom: undefined,
  validUntil: undefined,
  supersededBy: [],
  ...more,
});

const by = (more: Partial<SupersedingPage> = {}): SupersedingPage => ({
  id: "notes/colza-oil",
  validFrom: undefined,
  validUntil: undefined,
  ...more,
});

const outcome = (page: Partial<SupersededPage>, newer: Partial<SupersedingPage> = {}, isDecided = true) =>
  supersessionOf(old(page), by(newer), { now, isDecided });

const closedAt = (until: string | undefined) => ({
  outcome: "closed",
  changes: { ...(until === undefined ? {} : { valid_until: until }), superseded_by: ["notes/colza-oil"] },
});

describe("superseding a page", () => {
  test("ends its interval where the new one's begins, or now", () => {
    verifies("conflicts.supersede-closes");
    expect(outcome({})).toEqual(closedAt(now));
    expect(outcome({}, { validFrom: "2026-12-24" })).toEqual(closedAt("2026-12-24"));
    expect(outcome({ validFrom: "2020-01-01", validUntil: "2030-01-01" }, { validFrom: "2026-01-01" })).toEqual(
      closedAt("2026-01-01"),
    );
    expect(outcome({ validFrom: "long ago" }, { validFrom: "once" })).toEqual(closedAt(now));
  });

  test("leaves an interval alone that ended before, or with the new one's beginning", () => {
    verifies("conflicts.supersede-closes", "conflicts.intervals");
    expect(outcome({ validUntil: "2025-01-01" })).toEqual(closedAt(undefined));
    expect(outcome({ validUntil: "2026-12-24" }, { validFrom: "2026-12-24" })).toEqual(closedAt(undefined));
  });

  test("recorded late about a time before it, ends nothing", () => {
    verifies("conflicts.intervals");
    const page = { validFrom: "2024-01-01" };
    expect(outcome(page, { validFrom: "2020-01-01", validUntil: "2022-01-01" })).toEqual(closedAt(undefined));
    expect(outcome(page, { validFrom: "2020-01-01", validUntil: "2024-01-01" })).toEqual(closedAt(undefined));
  });

  test("from before it began on, leaves it no moment", () => {
    verifies("conflicts.intervals");
    expect(outcome({ validFrom: "2024-01-01" }, { validFrom: "2020-01-01" })).toEqual(closedAt("2024-01-01"));
    expect(outcome({ validFrom: "2024-01-01" }, { validFrom: "2024-01-01" })).toEqual(closedAt("2024-01-01"));
  });

  test("that is in force is only proposed, until a person decides", () => {
    verifies("conflicts.supersede-proposed");
    expect(outcome({ status: "stable" }, {}, false)).toEqual({ outcome: "proposed" });
    expect(outcome({ status: "stable" }, {}, true)).toEqual(closedAt(now));
    expect(outcome({ status: "draft" }, {}, false)).toEqual(closedAt(now));
  });

  test("is done once, keeps who superseded it before, and never touches the page itself", () => {
    verifies("conflicts.supersede-closes");
    const done = { validUntil: "2026-01-01", supersededBy: ["notes/colza-oil"] };
    expect(outcome(done)).toEqual({ outcome: "nothing" });
    expect(outcome({ validUntil: "2026-01-01", supersededBy: ["notes/lard"] })).toEqual({
      outcome: "closed",
      changes: { superseded_by: ["notes/lard", "notes/colza-oil"] },
    });
    expect(outcome({ id: "notes/colza-oil" })).toEqual({ outcome: "nothing" });
  });

  test("never makes its interval longer, and leaves no moment to both, for any times", () => {
    verifies("conflicts.supersede-closes", "conflicts.intervals");
    const time = fc.integer({ min: 2000, max: 2040 }).map((year) => `${year}-01-01`);
    const maybe = fc.option(time, { nil: undefined });
    fc.assert(
      fc.property(maybe, maybe, maybe, maybe, time, (validFrom, validUntil, newFrom, newUntil, moment) => {
        const made = outcome({ validFrom, validUntil }, { validFrom: newFrom, validUntil: newUntil });
        const end = made.outcome === "closed" ? (made.changes.valid_until ?? validUntil) : validUntil;
        const isIn = (from: string | undefined, until: string | undefined) =>
          (from === undefined || compareInstants(moment, from) >= 0) &&
          (until === undefined || compareInstants(moment, until) < 0);
        if (isIn(validFrom, end)) expect(isIn(validFrom, validUntil)).toBe(true);
        // A new interval without a beginning says nothing of the past, and an empty one nothing at all.
        if (isIn(newFrom ?? now, newUntil)) expect(isIn(validFrom, end)).toBe(false);
      }),
    );
  });
});
