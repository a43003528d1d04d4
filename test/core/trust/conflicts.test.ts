import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { LedgerEvent } from "../../../extensions/core/ledger/event.ts";
import { foldConflicts } from "../../../extensions/core/trust/conflicts.ts";
import { verifies } from "../../acceptance/verifies.ts";

let count = 0;

const event = (kind: string, details: LedgerEvent["details"], channel = "tool"): LedgerEvent => {
  count += 1;
  const timestamp = "2026-11-30T12:00:00.000Z";
  return {
    kind,
    timestamp,
    details,
    actor: "keeper",
    channel,
    writer: "k@1",
    seq: count,
    prev: null,
    hash: `h${count}`,
  };
};

const opened = (pages: readonly string[], hashes: readonly string[] = ["1", "2"]) =>
  event("conflict_opened", { pages, hashes });

const decided = (
  closes: readonly LedgerEvent[],
  { hashes = ["9", "9"], channel = "ui" }: { readonly hashes?: readonly string[]; readonly channel?: string } = {},
) => {
  const [first] = closes;
  const pages = first?.details["pages"] ?? [];
  const details = { pages, hashes, closes: closes.map(({ hash }) => hash), keep: [], reason: "The chart says so" };
  return event("conflict_adjudicated", details, channel);
};

const names = (events: readonly LedgerEvent[]) =>
  foldConflicts(events)
    .open()
    .map(({ pages }) => pages.map(({ page }) => page).join(" × "));

describe("an open conflict", () => {
  test("labels both of its pages, and no other", () => {
    verifies("conflicts.labelled");
    const conflicts = foldConflicts([opened(["notes/lamp", "notes/wick"]), opened(["notes/fog", "notes/lamp"])]);
    expect(conflicts.labelsFor("notes/lamp")).toEqual(["conflicts with notes/wick", "conflicts with notes/fog"]);
    expect(conflicts.labelsFor("notes/fog")).toEqual(["conflicts with notes/lamp"]);
    expect(conflicts.labelsFor("notes/gull")).toEqual([]);
  });

  test("is one, however often and in whatever order of its pages it was opened", () => {
    verifies("conflicts.labelled");
    const events = [opened(["a", "b"]), opened(["b", "a"], ["3", "4"])];
    expect(names(events)).toEqual(["b × a"]);
    expect(foldConflicts(events).open()[0]?.openedBy).toHaveLength(2);
    expect(foldConflicts(events).labelsFor("a")).toEqual(["conflicts with b"]);
  });

  test("is closed by a person, and by nobody else", () => {
    verifies("conflicts.adjudicated");
    const first = opened(["a", "b"]);
    for (const channel of ["ui", "terminal"]) expect(names([first, decided([first], { channel })])).toEqual([]);
    for (const channel of ["tool", "mcp", "rpc", "cli", "command", "system"])
      expect(names([first, decided([first], { channel })])).toEqual(["a × b"]);
    const forged = decided([first]);
    expect(foldConflicts([first, forged], { isForged: (one) => one === forged }).open()).toHaveLength(1);
  });
});

describe("an adjudicated pair", () => {
  test("is not open again while both contents are the same, and is when one changed", () => {
    verifies("conflicts.remembered");
    const first = opened(["a", "b"], ["1", "2"]);
    const decision = decided([first], { hashes: ["1", "2"] });
    expect(names([first, decision, opened(["a", "b"], ["1", "2"])])).toEqual([]);
    expect(names([first, decision, opened(["b", "a"], ["2", "1"])])).toEqual([]);
    expect(names([first, decision, opened(["a", "b"], ["2", "1"])])).toEqual(["a × b"]);
    expect(names([first, decision, opened(["a", "b"], ["1", "3"])])).toEqual(["a × b"]);
  });

  test("stays closed in whatever order a merge leaves the lines", () => {
    verifies("conflicts.remembered");
    const [first, second] = [opened(["a", "b"]), opened(["c", "d"])];
    const elsewhere = opened(["b", "a"], ["2", "1"]);
    const events = [first, second, elsewhere, decided([first], { hashes: ["1", "2"] })];
    fc.assert(
      fc.property(fc.shuffledSubarray(events, { minLength: events.length }), (order) => {
        expect(names(order)).toEqual(["c × d"]);
      }),
    );
  });
});

test("events of another shape open and close nothing", () => {
  const strange = [
    opened(["a"]),
    opened(["a", "a"]),
    opened(["a", "b", "c"]),
    event("conflict_opened", { pages: "a, b" }),
    event("conflict_adjudicated", { closes: "all" }, "ui"),
    event("page_edited", { pages: ["a", "b"] }),
  ];
  expect(names(strange)).toEqual([]);
  expect(names([...strange, event("conflict_opened", { pages: ["a", "b"] })])).toEqual(["a × b"]);
});
