import { expect, test } from "vitest";
import { foldAnchors } from "../../../extensions/core/anchors/anchor-fold.ts";
import { codeStanding } from "../../../extensions/core/anchors/code-standing.ts";
import type { LedgerEvent } from "../../../extensions/core/ledger/event.ts";
import { verifies } from "../../acceptance/verifies.ts";

const event = (kind: string, details: LedgerEvent["details"], channel = "terminal"): LedgerEvent => ({
  kind,
  details,
  channel,
  timestamp: "2026-09-01T08:00:00.000Z",
  actor: "keeper",
  writer: "keeper",
  seq: 1,
  prev: null,
  hash: "",
});

const answers = (yes: number, no: number, channel?: string): readonly LedgerEvent[] => {
  const code = { verdict: "touched", type: "pitfall" };
  return [
    ...Array.from({ length: yes }, () => event("confirmed", { page: "a", code }, channel)),
    ...Array.from({ length: no }, () => event("retired", { page: "a", code }, channel)),
  ];
};

const isQuiet = (events: readonly LedgerEvent[], type = "pitfall"): boolean =>
  foldAnchors(events, { isForged: () => false }).isQuiet(type);

test("changed bodies are announced until people have mostly said that such pages are still true", () => {
  verifies("anchors.quiet-rule");
  expect(isQuiet(answers(16, 4))).toBe(true);
  expect(isQuiet(answers(15, 5))).toBe(false);
  expect(isQuiet(answers(19, 0))).toBe(false);
  expect(isQuiet(answers(20, 0), "decision")).toBe(false);
  expect(isQuiet(answers(20, 0, "tool"))).toBe(false);
  expect(foldAnchors(answers(20, 0), { isForged: () => true }).isQuiet("pitfall")).toBe(false);
  const touched = { verdict: "touched", anchors: [{ ref: "a.ts#b", verdict: "body" }] } as const;
  const since = (): string => "2026-09-01T08:00:00.000Z";
  expect(codeStanding(touched, { since, isQuiet: false }).labels).toEqual(["code changed since 2026-09-01: a.ts#b"]);
  expect(codeStanding(touched, { since, isQuiet: true }).labels).toEqual([]);
  const stale = { verdict: "stale", anchors: [{ ref: "a.ts#b", verdict: "shape" }] } as const;
  expect(codeStanding(stale, { since, isQuiet: true }).labels).toEqual(["stale: a.ts#b"]);
});

test("anchors of references that a page no longer names do not count", () => {
  verifies("anchors.recorded");
  const anchor = (ref: string, body: string) => ({ ref, blob: "", shape: "s", body });
  const fold = foldAnchors(
    [
      event("anchored", { page: "a", repository: "r", anchors: [anchor("a.ts#b", "1"), anchor("c.ts", "2")] }, "tool"),
      event("anchored", { page: "a", repository: "r", anchors: [anchor("a.ts#b", "3")] }),
    ],
    { isForged: () => false },
  );
  const bodies = fold
    .of("a", ["a.ts#b", "d.ts"])
    ?.anchors.map(({ ref, accepted }) => [ref, accepted.map(({ body }) => body)]);
  expect(bodies).toEqual([["a.ts#b", ["1", "3"]]]);
  expect(fold.of("a", ["d.ts"])).toBeUndefined();
});
