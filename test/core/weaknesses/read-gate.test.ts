import { expect, test } from "vitest";
import { readGateResult, verdictIn } from "../../../extensions/core/weaknesses/read-gate.ts";
import { verifies } from "../../acceptance/verifies.ts";

/** As the framework that the format comes from writes it. */
const ledger = `# LEDGER — factual run record (framework-maintained; READ-ONLY)

The objective record of every iteration: which candidate, its parent, whether the gate ACCEPTED it, the val reward + Δ,
and the EXACT tasks it broke / fixed. Use this to see which approaches the gate accepted vs rejected.

## Iterations
| iter | candidate | parent | outcome | val | Δ vs parent | broke (were passing) | fixed |
| --- | --- | --- | --- | --- | --- | --- | --- |
| 1 | cand_0001 | seed | ACCEPT | 0.620 | +0.120 | {} | {3} |
| 2 | cand_0002 | cand_0001 | reject | 0.610 | -0.010 | {2} | {} |
| 3 | cand_0003 | cand_0001 | ACCEPT | 0.740 | +0.120 | {} | {1, 2} |

## Current best: cand_0003
`;

test("the framework's own table is read by its candidates, not by its iterations or their parents", () => {
  verifies("weaknesses.gate");
  const verdicts = ["cand_0001", "cand_0002", "cand_0003", "cand_0004", "cand_000", "seed", "1", "3"].map((id) =>
    verdictIn(ledger, id),
  );
  expect(verdicts).toEqual(["accepted", "rejected", "accepted", ...Array(5).fill(undefined)]);
  const empty = "| iter | candidate | parent | outcome |\n|---|---|---|---|\n| — | (baseline only) | — | — |\n";
  expect(verdictIn(empty, "cand_0001")).toBe(undefined);
});

test("where a column tells the outcome, a word in a note is no decision", () => {
  verifies("weaknesses.gate");
  const table = (outcome: string): string =>
    `| candidate | outcome | note |\n|---|---|---|\n| c2 | ${outcome} | kept the accepted lamp |\n`;
  expect(["", "pending", "—", "reject", "ACCEPT"].map((outcome) => verdictIn(table(outcome), "c2"))).toEqual([
    undefined,
    undefined,
    undefined,
    "rejected",
    "accepted",
  ]);
});

test("lines, sections and JSON lines are read as well, the last word counting", () => {
  verifies("weaknesses.gate");
  const all: readonly (readonly [text: string, id: string, verdict: string | undefined])[] = [
    ["c2: accepted", "c2", "accepted"],
    ["c2: accepted\nc2: reverted", "c2", "rejected"],
    ["c2 would be accepted if val rises", "c2", undefined],
    ["c2: not accepted", "c2", "rejected"],
    ["c21: accepted", "c2", undefined],
    ["c3 (parent c2): accepted", "c2", undefined],
    ["## c2\n\nval 0.7\n\nAccepted.\n\n## c3\n\nRejected.", "c2", "accepted"],
    ['{"candidate": "c2", "accepted": true}', "c2", "accepted"],
    ['{"candidate": "c3", "parent": "c2", "accepted": true}', "c2", undefined],
    ['{"candidate": "c2", "outcome": "reject"}', "c2", "rejected"],
  ];
  expect(all.map(([text, id]) => [text, id, verdictIn(text, id)])).toEqual(all);
});

test("a person's file is a yes only when it says so, of this candidate", () => {
  verifies("weaknesses.gate");
  const said = (text: string) => readGateResult(text, "c2");
  for (const text of ["accepted", "The gate kept it.", "c2: ACCEPT", '{\n "accepted": true\n}', ledgerOf("ACCEPT")]) {
    expect([text, said(text)]).toEqual([text, { verdict: "accepted", isOnAnother: false }]);
  }
  for (const text of ["rejected", "c2 was discarded", '{"candidate": "c2", "accepted": false}', ledgerOf("reject")]) {
    expect([text, said(text)]).toEqual([text, { verdict: "rejected", isOnAnother: false }]);
  }
  for (const text of ["val 0.74, parent 0.62", "looks good", '{"val": 0.74}', "{}", "c2: pending", "may be accepted"]) {
    expect([text, said(text)]).toEqual([text, { verdict: undefined, isOnAnother: false }]);
  }
  const others = [
    "c21: accepted",
    "c9 accepted",
    "c3 (parent c2): accepted",
    '{"candidate": "c9", "parent": "c2", "accepted": true}',
  ];
  for (const text of others) expect([text, said(text)]).toEqual([text, { verdict: undefined, isOnAnother: true }]);
  expect(said("c3: accepted\nc2: rejected")).toEqual({ verdict: "rejected", isOnAnother: false });
  expect(said("c3: accepted\nc2: val 0.5")).toEqual({ verdict: undefined, isOnAnother: false });
});

const ledgerOf = (outcome: string): string =>
  `| iter | candidate | parent | outcome |\n|---|---|---|---|\n| 1 | c1 | seed | reject |\n| 2 | c2 | c1 | ${outcome} |\n`;
