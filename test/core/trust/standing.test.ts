import { expect, test } from "vitest";
import type { LedgerEvent } from "../../../extensions/core/ledger/event.ts";
import { type Decision, type DecisionKind, standingOf } from "../../../extensions/core/trust/standing.ts";
import { verifies } from "../../acceptance/verifies.ts";

const decide = (kind: DecisionKind, writer: string, seq: number, seen: Record<string, string> = {}): Decision => {
  const event: LedgerEvent = {
    kind,
    timestamp: "2026-11-30T12:00:00.000Z",
    details: { page: "notes/lamp" },
    actor: writer,
    channel: "ui",
    writer,
    seen,
    seq,
    prev: null,
    hash: `${writer}-${seq}`,
  };
  return { kind, event };
};

const seqOf = (hash: string): number | undefined => Number(hash.split("-")[1]);

const kindOf = (decisions: readonly Decision[]): string | undefined => standingOf(decisions, seqOf)?.decision.kind;

test("of one person's decisions the last one counts, wherever it stands", () => {
  verifies("trust.concurrent-decisions");
  const [first, second] = [decide("rejected", "ann", 3), decide("confirmed", "ann", 7)];
  expect(kindOf([first, second])).toBe("confirmed");
  expect(kindOf([second, first])).toBe("confirmed");
  expect(kindOf([])).toBeUndefined();
});

test("of decisions that had not seen each other the more withholding counts, and both are named", () => {
  verifies("trust.concurrent-decisions");
  const [ann, bob] = [decide("confirmed", "ann", 4, { bob: "bob-1" }), decide("rejected", "bob", 2, { ann: "ann-3" })];
  for (const order of [
    [ann, bob],
    [bob, ann],
  ]) {
    const standing = standingOf(order, seqOf);
    expect(standing?.decision.kind).toBe("rejected");
    expect(standing?.rivals.map(({ kind }) => kind)).toEqual(["confirmed"]);
  }
});

test("a decision by somebody who had seen the other's counts over it, clocks aside", () => {
  verifies("trust.concurrent-decisions");
  const bob = decide("rejected", "bob", 2);
  expect(kindOf([bob, decide("restored", "ann", 4, { bob: "bob-2" })])).toBe("restored");
  expect(kindOf([bob, decide("restored", "ann", 4, { bob: "bob-1" })])).toBe("rejected");
});
