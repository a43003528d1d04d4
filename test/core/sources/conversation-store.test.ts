import { statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openLedger } from "../../../extensions/core/ledger/ledger-store.ts";
import type { Turn } from "../../../extensions/core/sources/conversation.ts";
import { captureConversation, readTranscript } from "../../../extensions/core/sources/conversation-store.ts";
import { listPackets } from "../../../extensions/core/sources/packet-store.ts";
import { verifyPackets } from "../../../extensions/core/sources/verify-packets.ts";
import { verifies } from "../../acceptance/verifies.ts";
import { faultRuns } from "../../support/fault-runs.ts";
import { type TestPlatform, testPlatform } from "../../support/test-platform.ts";
import { vaultIn } from "./lighthouse-vault.ts";

const said = (...texts: readonly string[]): readonly Turn[] =>
  texts.map((text, index) => ({ id: `e${index}`, role: index % 2 === 0 ? "user" : "assistant", text }));

const talk = said("Why does the lamp smoke?", "The wick is too high.");

const keep = (world: TestPlatform, turns: readonly Turn[] = talk, root = "e0@dusk") =>
  captureConversation(
    { session: "session-1", root, turns },
    { vault: vaultIn(world), context: { platform: world.platform, actor: "keeper", channel: "command" } },
  );

const packetsIn = (world: TestPlatform) => listPackets(vaultIn(world), "CNV");
const eventsIn = (world: TestPlatform) => openLedger({ platform: world.platform, vault: vaultIn(world) }).read().events;

describe("a conversation", () => {
  test("becomes a packet with its transcript, its hashes and an event", async () => {
    verifies("distil.conversation-packet");
    const world = await testPlatform();
    const kept = await keep(world);
    expect(kept).toMatchObject({ id: "CNV-2026-11-30-001", title: "Why does the lamp smoke?", turns: 2 });
    const [packet] = packetsIn(world);
    expect(packet?.manifest?.extra).toEqual({ session: "session-1", conversation: "e0@dusk", turns: 2 });
    expect(readTranscript(vaultIn(world), packet ?? { path: "" }).map(({ role, text }) => [role, text])).toEqual([
      ["user", "Why does the lamp smoke?"],
      ["assistant", "The wick is too high."],
    ]);
    const path = join(vaultIn(world).root, "raw/conversations/CNV-2026-11-30-001/transcript.jsonl");
    expect(statSync(path).mode & 0o777).toBe(0o444);
    expect(verifyPackets({ vault: vaultIn(world), platform: world.platform })).toEqual([]);
    expect(eventsIn(world)).toMatchObject([
      { kind: "conversation_captured", details: { source_id: "CNV-2026-11-30-001", session: "session-1", turns: 2 } },
    ]);
  });

  test("of which nothing is new gives no second packet", async () => {
    verifies("distil.conversation-once");
    const world = await testPlatform();
    await keep(world);
    expect(await keep(world)).toMatchObject({ duplicate_of: "CNV-2026-11-30-001" });
    expect(packetsIn(world)).toHaveLength(1);
    expect(eventsIn(world)).toHaveLength(1);
  });

  test("that went on gives a packet of what is new", async () => {
    verifies("distil.conversation-once");
    const world = await testPlatform();
    await keep(world);
    await keep(world, [...talk, { id: "e9", role: "user", text: "It smokes still." }]);
    const [, second] = packetsIn(world);
    expect(readTranscript(vaultIn(world), second ?? { path: "" }).map(({ text }) => text)).toEqual([
      "It smokes still.",
    ]);
    expect(second?.manifest?.extra).toMatchObject({ continues: "CNV-2026-11-30-001", turns: 1 });
  });

  test("of another session is another, though its entries have the same names", async () => {
    verifies("distil.conversation-once");
    const world = await testPlatform();
    await keep(world);
    await keep(world, said("How is the fog horn greased?"), "e0@dawn");
    expect(packetsIn(world)).toHaveLength(2);
  });

  test("kept twice at once is kept once", async () => {
    verifies("distil.conversation-once");
    const world = await testPlatform();
    await Promise.all([keep(world), keep(world), keep(world)]);
    expect(packetsIn(world)).toHaveLength(1);
  });

  test("in which nobody said anything of their own leaves nothing", async () => {
    verifies("distil.own-words");
    const world = await testPlatform();
    expect(await keep(world, [{ id: "e0", role: "given", text: "The reed is greased." }])).toBeUndefined();
    expect(packetsIn(world)).toEqual([]);
    expect(eventsIn(world)).toEqual([]);
  });

  test("loses its secrets in every turn and in its title", async () => {
    verifies("distil.conversation-secrets");
    const world = await testPlatform();
    const token = `ghp_${"aB3dE5gH7jK9mN1pQ3rS5tU7vW9xY1zA3bC5"}`;
    const kept = await keep(world, said(`Use ${token} please`, `Used ${token}.`));
    expect(kept?.redactions).toMatchObject([{ count: 2 }]);
    const [packet] = packetsIn(world);
    const text = JSON.stringify([packet?.manifest, readTranscript(vaultIn(world), packet ?? { path: "" })]);
    expect(text).not.toContain(token);
    expect(text).toContain("[redacted:");
  });

  test("loses them in the names that a session file gives, and is known again all the same", async () => {
    verifies("distil.conversation-secrets", "distil.conversation-once");
    const world = await testPlatform();
    const secret = "ghp_aB3dE5gH7jK9mN1pQ3rS5tU7vW9xY1zA3bC5";
    const named = { session: secret, root: `${secret}@dusk`, turns: [{ ...talk[0], id: secret }] as readonly Turn[] };
    const setting = {
      vault: vaultIn(world),
      context: { platform: world.platform, actor: "keeper", channel: "command" },
    } as const;
    const first = await captureConversation(named, setting);
    expect(await captureConversation(named, setting)).toMatchObject({ duplicate_of: first?.id });
    expect(await captureConversation({ ...named, root: `${secret}@dawn` }, setting)).not.toHaveProperty("duplicate_of");
    const { files } = vaultIn(world);
    const kept = ["transcript.jsonl", "manifest.json"].map((name) => files.readText(`${first?.path}/${name}`) ?? "");
    for (const text of [...kept, files.readText("meta/events.jsonl") ?? ""]) {
      expect(text).toContain("{");
      expect(text).not.toContain(secret);
    }
  });

  test("is there whole or not at all, wherever its writing ends", async () => {
    verifies("distil.conversation-packet");
    const points = await faultRuns({
      arrange: (world) => keep(world, said("Trim it."), "e0@noon"),
      act: (world) => keep(world),
      check: async (world, acknowledged) => {
        const count = packetsIn(world).length;
        expect(count === 2 || !acknowledged).toBe(true);
        expect(verifyPackets({ vault: vaultIn(world), platform: world.platform })).toEqual([]);
        await keep(world);
        expect(packetsIn(world)).toHaveLength(2);
      },
    });
    expect(points).toBeGreaterThan(5);
  });
});
