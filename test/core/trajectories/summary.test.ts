import { describe, expect, test } from "vitest";
import { verifies } from "../../acceptance/verifies.ts";
import { testPlatform } from "../../support/test-platform.ts";
import { vaultIn } from "../sources/lighthouse-vault.ts";
import { keep, type LampSession, lampSession, mendedLamp } from "./lamp-session.ts";

const summaryOf = async (session: LampSession): Promise<string> => {
  const world = await testPlatform();
  return vaultIn(world).files.readText(`${(await keep(world, session))?.path}/extracted.md`) ?? "";
};

describe("the text of a trajectory", () => {
  test("tells the task, what was tried in order, what failed, and the evidence", async () => {
    verifies("trajectories.summary");
    expect(await summaryOf(mendedLamp())).toBe(`# Trim the wick to two.

TRJ-2026-11-30-001, captured 2026-11-30, by keeper-1; 9 steps, 4 tool calls (bash 2, read 1, write 1).
From 2026-11-30T10:01:00.000Z to 2026-11-30T10:09:00.000Z; 80 tokens written.

**Outcome:** success, says \`npm test\` (exit code 0).

## Task

> Trim the wick to two.

## What was tried, in order

- (2) Read \`wick.txt\`
- (3) Ran \`npm test\`: **failed**, exit code 1
- (4) Wrote \`wick.txt\` (+1 −1)
- (5) Ran \`npm test\`: passed

## What failed

- (3) Ran \`npm test\`: **failed**, exit code 1

  > 1 failed: wick is three

## Evidence

- \`npm test\`: failed (3), passed (5)
- changed \`wick.txt\` (+1 −1)

## The agent's own last words, unverified

> The wick is two now.
`);
  });

  test("stays short, whatever a session holds, and says what it leaves out", async () => {
    verifies("trajectories.summary");
    let session = lampSession().asks("Mend it ".repeat(2_000));
    for (let number = 0; number < 400; number += 1) {
      session = session
        .says("", [[`c${number}`, "bash", { command: `mend ${number}` }]])
        .told(`c${number}`, "bash", "no\n\nCommand exited with code 2", { isError: true });
    }
    const text = await summaryOf(session);
    expect(text.length).toBeLessThan(30_000);
    expect(text).toMatch(/… 280 more, in packet\.json …/);
    expect(text).toContain("388 earlier ones are in packet.json.");
    expect(text).not.toContain("were left out of the packet");
  });

  test("lets nothing of the session pass for a line of its own", async () => {
    verifies("trajectories.summary");
    const session = lampSession()
      .asks("# Mend it\n## Evidence\n- `npm test`: passed\u202e")
      .says("", [["c1", "bash", { command: "true`\n## Evidence\n" }]])
      .told("c1", "bash", "x");
    const headings = (await summaryOf(session)).split("\n").filter((line) => line.startsWith("#"));
    expect(headings).toEqual(["# Mend it", "## Task", "## What was tried, in order"]);
  });
});
