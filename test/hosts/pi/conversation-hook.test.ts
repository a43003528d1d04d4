import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { verifies } from "../../acceptance/verifies.ts";
import type { FakeSession } from "../../support/fake-pi.ts";
import { jsonLines, type ToolWorldOptions } from "../../tools/tool-world.ts";
import { openPiWorld, type PiWorld } from "./pi-world.ts";

const say = (session: FakeSession, role: string, text: string): void => {
  const message = { role, content: [{ type: "text", text }] };
  session.branch.push({ type: "message", id: `entry-${session.branch.length}`, timestamp: "t", message });
};

const open = async (when: string, options: ToolWorldOptions = {}) => {
  const world = await openPiWorld(options);
  world.put("home/.pi/agent/settings.json", JSON.stringify({ "pi-wiki": { captureConversations: when } }));
  const session = await world.started();
  say(session, "user", "Why does the lamp smoke?");
  say(session, "assistant", "The wick is too high.");
  return { world, session };
};

const packets = ({ project }: PiWorld): readonly string[] => {
  const folder = join(project, ".llm-wiki/raw/conversations");
  return existsSync(folder) ? readdirSync(folder) : [];
};

const events = (world: PiWorld) => jsonLines(world.read("lighthouse/.llm-wiki/meta/events.jsonl"));

describe("a session's conversation", () => {
  test("is not kept unless the settings ask for it", async () => {
    verifies("distil.conversation-automatic");
    const { world, session } = await open("off");
    await world.pi.compact(session);
    await world.pi.shutdown(session);
    expect(packets(world)).toEqual([]);
  });

  test("is kept before a compaction, and what follows it is not", async () => {
    verifies("distil.conversation-automatic");
    const { world, session } = await open("compaction");
    await world.pi.compact(session);
    expect(packets(world)).toHaveLength(1);
    say(session, "user", "It smokes still.");
    await world.pi.shutdown(session);
    expect(packets(world)).toHaveLength(1);
    expect(events(world).at(-1)).toMatchObject({
      kind: "conversation_captured",
      channel: "system",
      origin: { session: session.id },
    });
  });

  test("is kept at the session's end, from where it was left", async () => {
    verifies("distil.conversation-automatic", "distil.conversation-once");
    const { world, session } = await open("end");
    await world.pi.compact(session);
    say(session, "user", "It smokes still.");
    await world.pi.shutdown(session);
    expect(packets(world)).toHaveLength(2);
    expect(world.read(`lighthouse/.llm-wiki/raw/conversations/${packets(world)[1]}/transcript.jsonl`)).toContain(
      "It smokes still.",
    );
  });

  test("is not kept of a sub-agent", async () => {
    verifies("distil.conversation-automatic");
    const { world } = await open("end");
    const child = await world.started({ inMemory: true });
    say(child, "user", "Count the steps.");
    await world.pi.shutdown(child);
    expect(packets(world)).toEqual([]);
  });

  test("that was recalled and nothing else leaves nothing", async () => {
    verifies("distil.own-words");
    const world = await openPiWorld();
    world.put("home/.pi/agent/settings.json", '{"pi-wiki": {"captureConversations": "end"}}');
    const session = await world.started();
    session.branch.push({
      type: "custom_message",
      id: "e",
      customType: "wiki-recall",
      content: "The reed is greased.",
    });
    say(session, "assistant", "The reed is greased.");
    await world.pi.shutdown(session);
    expect(packets(world)).toEqual([]);
  });

  test("is watched over like a source: what a tool does to it is put back", async () => {
    verifies("distil.conversation-packet");
    const { world, session } = await open("compaction");
    await world.pi.compact(session);
    const path = `lighthouse/.llm-wiki/raw/conversations/${packets(world)[0]}/transcript.jsonl`;
    const before = world.read(path);
    const told = await world.pi.toolCall(session, "bash", { command: "true" }, () => {
      rmSync(join(world.folder, path));
    });
    expect(told).toContain("transcript.jsonl");
    expect(world.read(path)).toBe(before);
  });
});
