import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { ownPromptMark } from "../../../extensions/core/sources/conversation.ts";
import { verifies } from "../../acceptance/verifies.ts";
import type { FakeSession } from "../../support/fake-pi.ts";
import { furnish, hornPrompt, openPiWorld } from "./pi-world.ts";

const say = (session: FakeSession, role: string, text: string): void => {
  const message = { role, content: [{ type: "text", text }] };
  session.branch.push({ type: "message", id: `entry-${session.branch.length}`, timestamp: "t", message });
};

describe("a verb that the agent is needed for", () => {
  test("keeps the conversation and sends its material, with a tool to answer by", async () => {
    verifies("distil.verbs", "distil.tool");
    const world = await openPiWorld();
    const session = await world.started();
    say(session, "user", "Why does the lamp smoke?");
    say(session, "assistant", "The wick is too high.");
    expect(world.pi.tools.has("wiki_distill")).toBe(false);
    const shown = await world.pi.command(session, "/wiki distill");
    expect(shown?.text).toMatch(/kept as CNV-[\s\S]*The agent was asked/);
    expect(world.pi.tools.has("wiki_distill")).toBe(true);
    const [prompt = ""] = world.pi.asked;
    expect(prompt.startsWith(`${ownPromptMark} Read the kept conversations`)).toBe(true);
    expect(prompt).toContain("raw/conversations/CNV-2026-11-30-001/transcript.jsonl");
    expect(prompt).toContain('kind "conversation"');
    say(session, "user", prompt);
    say(session, "assistant", "Three notes were written.");
    expect((await world.pi.command(session, "/wiki distill"))?.text).toContain("was kept already");
    expect(existsSync(join(world.project, ".llm-wiki/raw/conversations/CNV-2026-11-30-002"))).toBe(false);
  });

  test("is not recalled for, though its words are in pages", async () => {
    verifies("distil.verbs-quiet");
    const world = await openPiWorld();
    furnish(world);
    const session = await world.started();
    expect(await world.pi.prompt(session, `${ownPromptMark} ${hornPrompt}`)).toBeUndefined();
    expect(await world.pi.prompt(session, hornPrompt)).toBeDefined();
  });

  test.each([
    ["ingest", /No captured source waits/],
    ["distill", /No conversation waits/],
    ["consolidate", /No notes overlap/],
    ["enrich", /Every page has recall triggers/],
  ])("%s says when nothing waits, and asks nobody", async (verb, words) => {
    verifies("distil.verbs");
    const world = await openPiWorld();
    const session = await world.started();
    expect((await world.pi.command(session, `/wiki ${verb}`))?.text).toMatch(words);
    expect(world.pi.asked).toEqual([]);
    expect(world.pi.tools.has("wiki_distill")).toBe(false);
  });

  test("takes what it is given by name", async () => {
    verifies("distil.verbs");
    const world = await openPiWorld();
    const session = await world.started();
    for (const text of ["Colza", "Tallow"])
      await world.call("wiki_capture", { text: `# ${text}\n\nBurns.`, title: text });
    await world.pi.command(session, "/wiki ingest SRC-2026-11-30-002");
    expect(world.pi.asked[0]).toContain("SRC-2026-11-30-002: Tallow");
    expect(world.pi.asked[0]).not.toContain("Colza");
  });

  test("needs no offer where the setting has made one", async () => {
    verifies("distil.tool");
    const world = await openPiWorld();
    world.put("home/.pi/agent/settings.json", '{"pi-wiki": {"distill": "on"}}');
    await world.started();
    expect(world.pi.tools.has("wiki_distill")).toBe(true);
  });
});

test("/wiki digest shows what was learned, for as many days as are asked", async () => {
  verifies("distil.digest");
  const world = await openPiWorld();
  const session = await world.started();
  await world.pi.command(session, "/wiki note Colza thickens in frost\nWarm it.");
  expect((await world.pi.command(session, "/wiki digest"))?.text).toContain("[[notes/colza-thickens-in-frost]]");
  expect((await world.pi.command(session, "/wiki digest 30"))?.text).toContain("Since 2026-10-31");
  expect((await world.pi.command(session, "/wiki digest soon"))?.text).toContain("how many days");
});
