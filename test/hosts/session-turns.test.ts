import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { SessionManager } from "@mariozechner/pi-coding-agent";
import { expect, test } from "vitest";
import { spokenIn } from "../../extensions/core/sources/conversation.ts";
import { contextFiles, conversationIn, conversationInFile } from "../../extensions/hosts/session-turns.ts";
import { verifies } from "../acceptance/verifies.ts";
import { testPlatform } from "../support/test-platform.ts";

const answer = (session: SessionManager, content: readonly object[]): void => {
  const message = { role: "assistant", content, timestamp: 0, stopReason: "stop" };
  session.appendMessage(message as unknown as Parameters<SessionManager["appendMessage"]>[0]); // As a model's, in short.
};

const result = (session: SessionManager, call: string, toolName: string, text: string): void => {
  session.appendMessage({
    role: "toolResult",
    toolCallId: call,
    toolName,
    content: [{ type: "text", text }],
    isError: false,
    timestamp: 0,
  });
};

const jsonOf = (value: object): string => JSON.stringify(value);

const ask = (session: SessionManager, text: string): string =>
  session.appendMessage({ role: "user", content: text, timestamp: 0 });

const saidIn = (branch: readonly unknown[], given: readonly string[] = []): readonly string[] =>
  spokenIn(conversationIn(branch, { session: "s", given }).turns).turns.map(({ text }) => text);

const fill = (session: SessionManager): void => {
  ask(session, "Why does the lamp smoke?");
  session.appendCustomMessageEntry(
    "wiki-recall",
    "<wiki-recall>The chimney is swept in May each year.</wiki-recall>",
    true,
  );
  answer(session, [
    { type: "thinking", thinking: "Let me look." },
    { type: "text", text: "I look at the page." },
    { type: "toolCall", id: "c1", name: "read", arguments: { path: ".llm-wiki/wiki/notes/wick.md" } },
    { type: "toolCall", id: "c2", name: "bash", arguments: { command: "ls lamp" } },
  ]);
  result(session, "c1", "read", "The wick is trimmed at dusk with the brass scissors.");
  result(session, "c2", "bash", "wick.txt");
  answer(session, [
    {
      type: "text",
      text: "The wick is trimmed at dusk with the brass scissors.\nThe chimney is swept in May each year.",
    },
    { type: "text", text: "Yours was cut at an angle." },
  ]);
};

test("a branch gives what was said, not what tools and the memory said, nor what repeats the memory", () => {
  verifies("distil.own-words");
  const session = SessionManager.inMemory("/lighthouse");
  fill(session);
  expect(saidIn(session.getBranch())).toEqual([
    "Why does the lamp smoke?",
    "I look at the page.",
    "Yours was cut at an angle.",
  ]);
});

test("a session file gives its last branch, as Pi's own manager does", async () => {
  verifies("distil.session-file");
  const world = await testPlatform();
  const session = SessionManager.create(world.folder, join(world.folder, "sessions"));
  const first = ask(session, "Why does the lamp smoke?");
  answer(session, [{ type: "text", text: "The oil is thick." }]);
  session.branch(first);
  answer(session, [{ type: "text", text: "The wick is too high." }]);
  ask(session, "It is trimmed.");
  const file = session.getSessionFile() ?? "";
  const read = conversationInFile(world.platform, file);
  const { root, turns } = conversationIn(session.getBranch(), { session: session.getSessionId(), given: [] });
  expect(read).toEqual({ session: session.getSessionId(), root, turns, cwd: world.folder });
  expect(turns.map(({ text }) => text)).toEqual([
    "Why does the lamp smoke?",
    "The wick is too high.",
    "It is trimmed.",
  ]);
});

test("a session file of the newer Pi, with entries that the older has not, is read; one cut short as far as it goes", async () => {
  verifies("distil.session-file");
  const world = await testPlatform();
  const entry = (id: string, parentId: string | null, more: object): string =>
    JSON.stringify({ id, parentId, timestamp: "2026-11-30T12:00:00.000Z", ...more });
  const message = (role: string, text: string): object => ({
    type: "message",
    message: { role, content: [{ type: "text", text }] },
  });
  const lines = [
    JSON.stringify({ type: "session", version: 3, id: "s-1", timestamp: "2026-11-30T12:00:00.000Z", cwd: "/nowhere" }),
    entry("a", null, { type: "model_change", provider: "p", modelId: "m" }),
    entry("b", "a", message("system", "You keep a lighthouse.")),
    entry("c", "b", message("user", "How often is the clockwork wound?")),
    entry("d", "c", message("assistant", "Every four hours.")),
    entry("e", "d", { type: "usage", tokens: 3 }),
    entry("f", "e", { type: "context_edit", edits: [] }),
    '{"type":"message","id":"g","parentId":"f","mess',
  ];
  const file = join(world.folder, "session.jsonl");
  writeFileSync(file, lines.join("\n"));
  const { session, root, turns } = conversationInFile(world.platform, file);
  expect([session, root]).toEqual(["s-1", "a@2026-11-30T12:00:00.000Z"]);
  expect(turns.map(({ role, text }) => [role, text])).toEqual([
    ["user", "How often is the clockwork wound?"],
    ["assistant", "Every four hours."],
  ]);
});

test("a session file may begin with a byte order mark and end its lines as Windows does", async () => {
  verifies("distil.session-file");
  const world = await testPlatform();
  const file = join(world.folder, "session.jsonl");
  const said = { type: "message", id: "a", parentId: null, message: { role: "user", content: "灯が煙るのはなぜ？" } };
  writeFileSync(file, `\uFEFF${[{ type: "session", id: "s-1", cwd: "/nowhere" }, said].map(jsonOf).join("\r\n")}\r\n`);
  expect(conversationInFile(world.platform, file).turns).toMatchObject([{ id: "a", text: "灯が煙るのはなぜ？" }]);
});

test("lines of a session file that are no entries are left aside", async () => {
  verifies("distil.session-file");
  const world = await testPlatform();
  const file = join(world.folder, "session.jsonl");
  const odd = {
    type: "message",
    id: { a: 1 },
    parentId: 5,
    message: { role: "user", content: [null, 5, { type: "text", text: 7 }] },
  };
  const said = { type: "message", id: "a", message: { role: "user", content: "Who winds the clockwork?" } };
  const lines = [{ type: "session", id: "s-1", cwd: "/nowhere" }, odd, said].map(jsonOf);
  writeFileSync(file, [...lines, "null", "5", "[]", '"text"'].join("\n"));
  expect(conversationInFile(world.platform, file).turns).toMatchObject([{ text: "Who winds the clockwork?" }]);
});

test("sessions whose entries have no ids are told by their own", async () => {
  verifies("distil.session-file");
  const world = await testPlatform();
  const rootOf = (session: string, prompt: string): string => {
    const file = join(world.folder, `${session}.jsonl`);
    const said = { type: "message", message: { role: "user", content: prompt } };
    writeFileSync(file, [{ type: "session", id: session, cwd: "/nowhere" }, said].map(jsonOf).join("\n"));
    return conversationInFile(world.platform, file).root;
  };
  expect(rootOf("s-1", "Why does the lamp smoke?")).not.toBe(rootOf("s-2", "Why does the lamp smoke?"));
  expect(rootOf("s-1", "Why does the lamp smoke?")).toBe(rootOf("s-1", "And the horn?"));
});

test("what the user's own command read out of the wiki is nobody's own; of another command it may be repeated", () => {
  verifies("distil.own-words");
  const echo = "The reed is greased with tallow before the first fog.";
  const repeated = (command: string): readonly string[] => {
    const session = SessionManager.inMemory("/lighthouse");
    ask(session, "What do we know of the reed?");
    session.appendMessage({
      role: "bashExecution",
      command,
      output: `${echo}\n`,
      exitCode: 0,
      cancelled: false,
      truncated: false,
      timestamp: 0,
    });
    answer(session, [{ type: "text", text: echo }]);
    return saidIn(session.getBranch()).slice(1);
  };
  expect(repeated("pi-wiki recall reed")).toEqual([]);
  expect(repeated("cat AGENTS.md")).toEqual([]);
  expect(repeated("cat reed.log")).toEqual([echo]);
});

test("a file that is no session, or is not there, is refused", async () => {
  verifies("distil.session-file");
  const world = await testPlatform();
  writeFileSync(join(world.folder, "log.md"), "# Log\n");
  expect(() => conversationInFile(world.platform, join(world.folder, "log.md"))).toThrow(/no session file/);
  expect(() => conversationInFile(world.platform, join(world.folder, "gone.jsonl"))).toThrow(/gone\.jsonl/);
});

test("what repeats a context file of the folder or of those above is nobody's own", async () => {
  verifies("distil.own-words");
  const world = await testPlatform();
  const folder = join(world.folder, "lighthouse/lamp");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(world.folder, "lighthouse/AGENTS.md"), "# Rules\n\nNever leave the lamp alone at night.\n");
  writeFileSync(join(folder, "CLAUDE.md"), "Speak softly in the watch room, please.\n");
  const given = contextFiles(world.platform, folder);
  const session = SessionManager.inMemory(folder);
  ask(session, "Never leave the lamp alone at night.\nWho has the watch?");
  ask(session, "Speak softly in the watch room, please.");
  expect(saidIn(session.getBranch(), given)).toEqual(["Who has the watch?"]);
});
