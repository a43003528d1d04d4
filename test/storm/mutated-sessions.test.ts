import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { distilKinds } from "../../extensions/core/distil/distil-kind.ts";
import { spokenIn } from "../../extensions/core/sources/conversation.ts";
import { conversationInFile } from "../../extensions/hosts/session-turns.ts";
import { verifies } from "../acceptance/verifies.ts";
import { testPlatform } from "../support/test-platform.ts";
import { openToolWorld } from "../tools/tool-world.ts";
import { mutatedText } from "./mutations.ts";
import { either, longest, seeded } from "./storm.ts";
import { survives } from "./survives.ts";

const count = either({ short: 100, long: 10_000 });

const session = [
  '{"type":"session","version":3,"id":"s1","cwd":"/harbour","timestamp":"2026-11-30T12:00:00Z"}',
  '{"type":"message","id":"a","parentId":null,"timestamp":"2026-11-30T12:00:00Z","message":{"role":"user","content":"Why?"}}',
  '{"type":"custom_message","id":"b","parentId":"a","customType":"wiki-recall","content":"<wiki-recall>Oak.</wiki-recall>"}',
  '{"type":"message","id":"c","parentId":"b","message":{"role":"assistant","content":[{"type":"text","text":"Oak lasts."},{"type":"toolCall","id":"t","name":"read","arguments":{"path":"AGENTS.md"}}]}}',
  '{"type":"message","id":"d","parentId":"c","message":{"role":"toolResult","toolCallId":"t","toolName":"read","content":[{"type":"text","text":"# Rules"}]}}',
].join("\n");

const submission =
  '```json\n{"conversations":["CNV-2026-11-30-001"],"notes":[{"title":"Oak lasts","type":"lesson","text":"Below the tide.","recall_triggers":["what wood lasts under water"],"sources":["CNV-2026-11-30-001"]}],"triggers":[{"page":"notes/oak-lasts","recall_triggers":["piles that rot"]}]}\n```';

describe(`what sessions and models leave, mutated (${seeded})`, () => {
  test("a session file is read as far as it can be, or refused", { timeout: longest }, async () => {
    verifies("storm.mutated");
    const world = await testPlatform();
    const file = join(world.folder, "session.jsonl");
    await survives({
      inputs: mutatedText([session]),
      count,
      read: (text) => {
        writeFileSync(file, text);
        const { turns } = conversationInFile(world.platform, file);
        for (const turn of spokenIn(turns).turns) expect(turn.text.trim()).not.toBe("");
      },
    });
  });

  test("a submission is taken, or refused, and the vault stays sound", { timeout: longest }, async () => {
    verifies("storm.mutated-calls");
    const world = await openToolWorld();
    const turns = [{ id: "e1", role: "user", text: "What wood are the piles of?" }] as const;
    await world.workspace.distil.captureConversation({ session: "s1", root: "r1", turns });
    let run = 0;
    await survives({
      inputs: mutatedText([submission]),
      count: either({ short: 60, long: 3_000 }),
      read: async (text) => {
        run += 1;
        const kind = distilKinds[run % distilKinds.length] ?? "conversation";
        await world.workspace.distil.submit({ kind, text });
      },
    });
    expect((await world.workspace.verify()).findings).toEqual([]);
  });
});
