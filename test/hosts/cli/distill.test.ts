import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { verifies } from "../../acceptance/verifies.ts";
import { openCommandLine } from "./command-line.ts";

const line = (id: string, parentId: string | null, role: string, text: string): string =>
  JSON.stringify({
    type: "message",
    id,
    parentId,
    timestamp: "t",
    message: { role, content: [{ type: "text", text }] },
  });

const session = (...lines: readonly string[]): string =>
  [JSON.stringify({ type: "session", version: 3, id: "s-1", cwd: "/lighthouse" }), ...lines, ""].join("\n");

const talk = session(line("a", null, "user", "Why does the lamp smoke?"), line("b", "a", "assistant", "The wick."));

describe("distill capture", () => {
  test("keeps the conversation of a session file, once", async () => {
    verifies("distil.session-file", "distil.conversation-once");
    const world = await openCommandLine();
    await world.run("init", "--layer", "project");
    world.put("talk.jsonl", talk);
    const kept = await world.json("distill", "capture", "--session", "talk.jsonl");
    const folder = join(world.project, ".llm-wiki/raw/conversations/CNV-2026-11-30-001");
    expect(kept).toMatchObject({ exitCode: 0, id: "CNV-2026-11-30-001", path: folder, turns: 2 });
    expect(await world.json("distill", "capture", "--session", "talk.jsonl")).toMatchObject({
      duplicate_of: "CNV-2026-11-30-001",
    });
    expect((await world.run("verify")).exitCode).toBe(0);
  });

  test("says that a session in which nobody spoke gives nothing", async () => {
    verifies("distil.own-words");
    const world = await openCommandLine();
    world.put("talk.jsonl", session(line("a", null, "user", "<wiki-recall>Reed.</wiki-recall>")));
    const { stdout, exitCode } = await world.run("distill", "capture", "--session", "talk.jsonl");
    expect([exitCode, stdout]).toEqual([0, expect.stringContaining("nothing was kept")]);
  });

  test.each([
    [["distill"], /say capture/],
    [["distill", "capture"], /--session/],
    [["distill", "polish"], /polish/],
  ])("%j is refused with a reason", async (words, reason) => {
    const world = await openCommandLine();
    const { exitCode, stderr } = await world.run(...words);
    expect(exitCode).toBe(2);
    expect(stderr).toMatch(reason);
  });
});
