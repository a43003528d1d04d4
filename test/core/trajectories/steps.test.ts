import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseTrajectory, renderTrajectory } from "../../../extensions/core/trajectories/packet.ts";
import { shortSteps } from "../../../extensions/core/trajectories/shorten.ts";
import { verifies } from "../../acceptance/verifies.ts";
import { testPlatform } from "../../support/test-platform.ts";
import { vaultIn } from "../sources/lighthouse-vault.ts";
import { keep, kept, lampSession, mendedLamp, packetOf } from "./lamp-session.ts";

describe("a step", () => {
  test("has role, text, calls, results, exit code, time and usage", async () => {
    verifies("trajectories.steps");
    const { steps, model, cwd, git } = await kept(await testPlatform(), mendedLamp());
    expect([model, cwd, git]).toEqual(["keeper-1", ".", null]);
    expect(steps[1]).toEqual({
      role: "assistant",
      at: "2026-11-30T10:02:00.000Z",
      text: "I look first.",
      tool_calls: [
        { id: "c1", name: "read", arguments: { path: "wick.txt" } },
        { id: "c2", name: "bash", arguments: { command: "npm test" } },
      ],
      usage: { input: 100, output: 20, cache_read: 0, cache_write: 0, cost: 0.01 },
    });
    expect(steps[3]).toMatchObject({ role: "tool", is_error: true, exit_code: 1, checks: ["npm test"] });
    expect(steps[2]).toMatchObject({ role: "tool", tool_call_id: "c1", is_error: false });
    expect(steps[2]).not.toHaveProperty("exit_code");
  });

  test("says null, not 0, of what was not reported", async () => {
    verifies("trajectories.steps");
    const none = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, cost: { total: 0 } };
    const free = { ...none, input: 9, output: 1 };
    const session = lampSession()
      .asks("Mend it")
      .says("a", [], { usage: none })
      .says("b", [], { usage: free })
      .says("c", [], { usage: undefined });
    const { steps } = await kept(await testPlatform(), session);
    expect(steps.map(({ usage }) => usage)).toEqual([
      undefined,
      null,
      { input: 9, output: 1, cache_read: 0, cache_write: 0, cost: null },
      null,
    ]);
  });

  test("of an aborted turn and of a retry says why it ended", async () => {
    verifies("trajectories.both-generations");
    const session = lampSession()
      .asks("Mend it")
      .says("", [], { stopReason: "error", errorMessage: "overloaded" })
      .says("Half of", [["c1", "bash", { command: "sleep 9" }]], { stopReason: "aborted" });
    const { steps } = await kept(await testPlatform(), session);
    expect(steps.slice(1)).toMatchObject([
      { stop: "error", error: "overloaded" },
      { stop: "aborted", text: "Half of" },
    ]);
  });

  test("of code mode, of an image and of a command that the user typed is there", async () => {
    verifies("trajectories.both-generations");
    const calls = [
      {
        id: "c1/0",
        name: "bash",
        status: "error",
        error: "no\n\nCommand exited with code 2",
        arguments: { command: "npm test" },
      },
      { id: "c1/1", name: "write", status: "ok", arguments: { path: "a.txt", content: "lamp" } },
    ];
    const session = lampSession()
      .asks([
        { type: "text", text: "Mend what you see" },
        { type: "image", mimeType: "image/png", data: "bGFtcA==" },
      ])
      .says("", [["c1", "codemode", { code: "run()" }]])
      .told("c1", "codemode", "done", { nestedCalls: { calls, complete: true } })
      .types("npm run build", "built", 0);
    const { steps } = await kept(await testPlatform(), session);
    expect(steps[0]?.images).toMatchObject([{ type: "image/png", bytes: 4 }]);
    expect(steps.filter(({ within }) => within === "codemode")).toMatchObject([
      { role: "assistant", tool_calls: [{ name: "bash" }] },
      { role: "tool", is_error: true, exit_code: 2, checks: ["npm test"] },
      { role: "assistant", tool_calls: [{ name: "write", arguments: { path: "a.txt", lines_added: 1 } }] },
      { role: "tool", is_error: false },
    ]);
    expect(steps.slice(-2)).toMatchObject([
      { role: "user", tool_calls: [{ name: "bash", arguments: { command: "npm run build" } }] },
      { role: "tool", exit_code: 0, checks: ["npm run build"] },
    ]);
  });

  test("before a compaction has happened all the same, and a branch that was left says what it tried", async () => {
    verifies("trajectories.both-generations");
    const session = lampSession()
      .asks("Mend it")
      .says("I begin.")
      .entry({ type: "compaction", summary: "They began." })
      .entry({ type: "branch_summary", summary: "Oil was tried in vain." })
      .entry({ type: "message", message: { role: "system", content: "rules" } })
      .says("I go on.");
    const { steps } = await kept(await testPlatform(), session);
    expect(steps.map(({ role, text }) => [role, text])).toEqual([
      ["user", "Mend it"],
      ["assistant", "I begin."],
      ["summary", "Oil was tried in vain."],
      ["assistant", "I go on."],
    ]);
  });

  test("holds nothing that the memory put there or gave", async () => {
    verifies("trajectories.own-blocks");
    const session = lampSession()
      .entry({ type: "custom_message", customType: "wiki-recall", content: "<wiki-recall>reed lore</wiki-recall>" })
      .asks("Mend it\n<wiki-recall>reed lore</wiki-recall>")
      .says("", [
        ["c1", "wiki_recall", { query: "reed" }],
        ["c2", "read", { path: ".llm-wiki/wiki/notes/reed.md" }],
      ])
      .told("c1", "wiki_recall", "reed lore", { details: { hits: ["reed lore"] } })
      .told("c2", "read", "reed lore");
    const packet = await kept(await testPlatform(), session);
    expect(JSON.stringify(packet)).not.toContain("reed lore");
    expect(packet.steps.slice(2)).toMatchObject([
      { from_memory: true, text: "" },
      { from_memory: true, text: "" },
    ]);
  });
});

describe("a written file", () => {
  const diffsIn = (packet: Awaited<ReturnType<typeof kept>>) =>
    packet.steps.flatMap(({ tool_calls = [] }) => tool_calls.flatMap(({ arguments: given }) => given["diff"] ?? []));

  test("is kept as what changed in it since it was read, written or edited", async () => {
    verifies("trajectories.diffs");
    const session = lampSession()
      .asks("Mend it")
      .says("", [["c1", "read", { path: "lamp.ts" }]])
      .told("c1", "read", "wick\nglass\n")
      .says("", [["c2", "write", { path: "lamp.ts", content: "wick\nglass\noil\n" }]])
      .told("c2", "write", "ok")
      .says("", [["c3", "edit", { path: "lamp.ts", edits: [{ oldText: "oil", newText: "gas" }] }]])
      .told("c3", "edit", "ok", { details: { diff: "+gas", patch: "gas", firstChangedLine: 3 } })
      .says("", [["c4", "write", { path: "lamp.ts", content: "wick\nglass\ngas\nmast\n" }]])
      .told("c4", "write", "ok");
    const packet = await kept(await testPlatform(), session);
    expect(diffsIn(packet)).toEqual([
      "@@ -1,2 +1,3 @@\n wick\n glass\n+oil",
      "@@ -1,1 +1,1 @@\n-oil\n+gas",
      "@@ -1,3 +1,4 @@\n wick\n glass\n gas\n+mast",
    ]);
    expect(JSON.stringify(packet)).not.toMatch(/content|oldText|newText|patch/);
  });

  test("that was not seen before, or whose writing failed, is compared with nothing that never was", async () => {
    verifies("trajectories.diffs");
    const session = lampSession()
      .asks("Mend it")
      .says("", [["c1", "write", { path: "lamp.ts", content: "wick\n" }]])
      .told("c1", "write", "denied", { isError: true })
      .says("", [["c2", "write", { path: "lamp.ts", content: "wick\noil\n" }]])
      .told("c2", "write", "ok");
    expect(diffsIn(await kept(await testPlatform(), session))).toEqual([
      "@@ +1,1 @@\n+wick",
      "@@ +1,2 @@\n+wick\n+oil",
    ]);
  });
});

describe("a long value", () => {
  test("is kept as head and tail, with what was left out and the hash of the whole", async () => {
    verifies("trajectories.short");
    const world = await testPlatform();
    const long = `begin ${"x ".repeat(40_000)}end`;
    const session = lampSession()
      .asks("Mend it")
      .says("", [["c1", "bash", { command: "cat log" }]])
      .told("c1", "bash", long);
    const text = (await kept(world, session)).steps[2]?.text;
    if (typeof text !== "object") throw new Error("it was not shortened");
    expect([text.head.slice(0, 5), text.tail.slice(-3)]).toEqual(["begin", "end"]);
    expect(text.head.length + text.tail.length + text.omitted).toBe(long.length);
    expect(text.sha256).toBe(world.platform.hash(long));
  });

  test("finds room in the budget, or its step is left out in the middle", () => {
    verifies("trajectories.short");
    const words = fc.string({ maxLength: 3_000, unit: "grapheme" });
    const step = fc.record({
      entry: fc.constant("e"),
      role: fc.constant("tool" as const),
      at: fc.constant(null),
      text: words,
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), fc.integer({ min: 2_000, max: 60_000 }), (steps, budget) => {
        const short = shortSteps(steps, { budget, hash: () => "0".repeat(64) });
        expect(short.steps.length + short.omitted).toBe(steps.length);
        const size = new TextEncoder().encode(short.steps.map((one) => JSON.stringify(one)).join("\n")).length;
        expect(size).toBeLessThanOrEqual(Math.max(budget, 1_000));
      }),
    );
  });
});

test("a packet that is parsed and rendered again is the same, and what is none is undefined", async () => {
  verifies("trajectories.packet");
  const world = await testPlatform();
  const { path = "" } = (await keep(world, mendedLamp())) ?? {};
  const text = vaultIn(world).files.readText(`${path}/packet.json`) ?? "";
  expect(renderTrajectory(packetOf(world, path))).toBe(text);
  fc.assert(fc.property(fc.oneof(fc.json(), fc.string()), (any) => void parseTrajectory(any)));
  expect(parseTrajectory('{"id":"TRJ-2026-11-30-001"}')).toBeUndefined();
  expect(parseTrajectory('{"steps":[{"role":"keeper"},7,null,{"role":"user","text":"Hi"}]}')?.steps).toHaveLength(1);
});
