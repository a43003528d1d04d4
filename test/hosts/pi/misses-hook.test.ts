import { describe, expect, test } from "vitest";
import { verifies } from "../../acceptance/verifies.ts";
import type { FakeSession } from "../../support/fake-pi.ts";
import { jsonLines } from "../../tools/tool-world.ts";
import { furnish, openPiWorld, type PiWorld } from "./pi-world.ts";

const say = (session: FakeSession, message: object): void => {
  session.branch.push({ type: "message", id: `entry-${session.branch.length}`, timestamp: "t", message });
};

const missed = "Why is it so orange up there tonight?";

/** The model reads the page and says that it relied on it. */
const findByHand = (session: FakeSession, id: string, prompt = missed): void => {
  say(session, { role: "user", content: prompt });
  const call = { type: "toolCall", id: "call-1", name: "read", arguments: { path: `.llm-wiki/wiki/${id}.md` } };
  say(session, { role: "assistant", content: [call] });
  say(session, { role: "toolResult", toolCallId: "call-1", toolName: "read", content: [], isError: false });
  say(session, { role: "assistant", content: [{ type: "text", text: `Lower the wick, as [[${id}]] says.` }] });
};

const open = async (status: string) => {
  const world = await openPiWorld();
  furnish(world);
  world.page("notes/wick", "# Trim the wick\n\nA finger above the burner.", { status });
  const session = await world.started();
  return { world, session };
};

const ended = async (world: PiWorld, session: FakeSession): Promise<void> => {
  await world.pi.turnEnd(session, "nothing");
  await world.pi.shutdown(session);
};

const events = (world: PiWorld) => jsonLines(world.read("lighthouse/.llm-wiki/meta/events.jsonl"));

describe("a page that was found by hand", () => {
  test("that counts waits for a person with what was typed, once", async () => {
    verifies("distil.misses");
    const { world, session } = await open("stable");
    findByHand(session, "notes/wick");
    await world.pi.turnEnd(session, "nothing");
    await ended(world, session);
    const proposals = events(world).filter(({ kind }) => kind === "change_proposed");
    expect(proposals).toMatchObject([
      { page: "notes/wick", change: "revise", channel: "system", origin: { session: session.id, entry: "entry-0" } },
    ]);
    expect(world.read(`lighthouse/.llm-wiki/meta/revisions/${proposals[0]?.["revision"]}.md`)).toContain(
      "Why is it so orange up there tonight",
    );
    expect(world.read("lighthouse/.llm-wiki/wiki/notes/wick.md")).not.toContain("orange");
    expect(JSON.stringify(await world.workspace.review.queue())).toContain("notes/wick");
  });

  test("that is a draft takes it, and is then recalled by it", async () => {
    verifies("distil.misses");
    const { world, session } = await open("draft");
    findByHand(session, "notes/wick");
    await ended(world, session);
    expect(world.read("lighthouse/.llm-wiki/wiki/notes/wick.md")).toContain("Why is it so orange up there tonight");
    const { hits } = await world.workspace.recall({ query: "orange light up there tonight" });
    expect(hits[0]?.id).toBe("notes/wick");
  });

  test("teaches what the user typed, not what a skill, a file or the memory put before it", async () => {
    verifies("distil.misses");
    const { world, session } = await open("draft");
    const skill = '<skill name="log" location="/skills/log">\nWrite the log at every change of the watch.\n</skill>';
    findByHand(session, "notes/wick", `${skill}\n\n${missed}`);
    await ended(world, session);
    const text = world.read("lighthouse/.llm-wiki/wiki/notes/wick.md");
    expect(text).toContain("Why is it so orange up there tonight");
    expect(text).not.toMatch(/skill|watch/);
  });

  test("keeps no secret that was typed", async () => {
    verifies("distil.misses", "distil.submit-secrets");
    const { world, session } = await open("draft");
    findByHand(session, "notes/wick", "Why is ghp_aB3dE5gH7jK9mN1pQ3rS5tU7vW9xY1zA3bC5 so orange tonight?");
    await ended(world, session);
    expect(world.read("lighthouse/.llm-wiki/wiki/notes/wick.md")).toMatch(/redacted:.*so orange tonight/);
  });

  test("teaches nothing where nothing is recalled unasked, or by a sub-agent", async () => {
    verifies("distil.misses");
    const { world, session } = await open("stable");
    world.put("lighthouse/.pi/settings.json", '{"pi-wiki": {"autoRecall": "off"}}');
    const silent = await world.started({ id: "silent" });
    const child = await world.started({ inMemory: true });
    const before = events(world);
    for (const one of [silent, child]) {
      findByHand(one, "notes/wick");
      await ended(world, one);
    }
    expect(events(world)).toEqual(before);
    expect(session.branch).toEqual([]);
  });
});
