import { describe, expect, test } from "vitest";
import { verifies } from "../../acceptance/verifies.ts";
import { testPlatform } from "../../support/test-platform.ts";
import { vaultIn } from "../sources/lighthouse-vault.ts";
import { keep, type LampSession, lampSession, mendedLamp, packetOf } from "./lamp-session.ts";

const summaryOf = async (session: LampSession): Promise<string> => {
  const world = await testPlatform();
  return vaultIn(world).files.readText(`${(await keep(world, session))?.path}/extracted.md`) ?? "";
};

const noise = (lines: number): readonly string[] =>
  Array.from({ length: lines }, (_, line) => ` ✓ burns on day ${line} 1ms`);

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

  test("shows the lines that name a failure, where a test's log has them and in its colours", async () => {
    verifies("trajectories.summary");
    const esc = "\u001b[";
    const failure = [
      `${esc}41m${esc}1m FAIL ${esc}22m${esc}49m lamp.test.ts${esc}2m > ${esc}22mhas two wicks`,
      `${esc}31m${esc}1mAssertionError${esc}22m: expected 3 to be 2${esc}39m`,
      `${esc}32m- Expected${esc}39m`,
      `    ${esc}90m  4|${esc}39m throw new Error("in a line of code")`,
    ];
    const log = [...noise(60), ...failure, ...noise(60), "Tests  1 failed | 80 passed (81)"].join("\n");
    const session = lampSession()
      .asks("Mend it")
      .says("", [["c1", "bash", { command: "npx vitest run" }]])
      .told("c1", "bash", `${log}\n\nCommand exited with code 1`, { isError: true });
    const shown = (await summaryOf(session)).split("## What failed")[1] ?? "";
    expect(shown).toContain("> FAIL lamp.test.ts > has two wicks\n");
    expect(shown).toContain("> AssertionError: expected 3 to be 2\n");
    expect(shown).toContain("> Tests  1 failed | 80 passed (81)\n");
    expect(shown).not.toMatch(/U\+001B|\[\d+m|in a line of code|- Expected/);
  });

  test("of a session that is too long for its packet tells of every failure and check all the same", async () => {
    verifies("trajectories.summary", "trajectories.short");
    const world = await testPlatform();
    const log = [...noise(40), "E   AssertionError: the wick is three", ...noise(40)].join("\n");
    let session = lampSession().asks("Mend it");
    for (let number = 0; number < 600; number += 1) {
      session = session
        .says("", [[`w${number}`, "write", { path: `p${number % 7}.ts`, content: `wick ${number}\n`.repeat(200) }]])
        .told(`w${number}`, "write", "ok");
      if (number !== 300) continue;
      session = session
        .says("", [["t", "bash", { command: "pytest" }]])
        .told("t", "bash", `${log}\n\nCommand exited with code 1`, { isError: true });
    }
    const captured = await keep(world, session);
    expect(packetOf(world, captured?.path).omitted_steps).toBeGreaterThan(0);
    const text = vaultIn(world).files.readText(`${captured?.path}/extracted.md`) ?? "";
    expect(text).toContain("> E AssertionError: the wick is three\n");
    expect(text).toContain("- `pytest`: failed (303)");
    expect(text).toContain("601 tool calls");
  }, 60_000);

  test("of what went on after a capture in the midst of a turn names the prompt that it was done for", async () => {
    verifies("trajectories.summary", "trajectories.task-only");
    const world = await testPlatform();
    const session = lampSession()
      .asks("Mend the lamp")
      .says("", [["c1", "wiki_capture_trajectory", {}]]);
    session.told("c1", "wiki_capture_trajectory", "Nothing.").says("", [["c2", "bash", { command: "mend" }]]);
    await keep(world, session);
    session.told("c2", "bash", "mended").says("", [["c3", "bash", { command: "polish" }]]);
    const second = packetOf(world, (await keep(world, session))?.path);
    expect(second.prompt).toBe("Mend the lamp");
    expect(JSON.stringify(second)).not.toContain('"mend"');
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
