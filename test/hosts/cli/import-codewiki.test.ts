import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { verifies } from "../../acceptance/verifies.ts";
import { type CommandLine, type Json, openCommandLine } from "./command-line.ts";

const note = (lines: readonly string[], text: string): string => `---\n${lines.join("\n")}\n---\n\n${text}\n`;

const folder: Readonly<Record<string, string>> = {
  ".meta/search_index.json": "{}",
  "notes/2026-09-01-lamp-oil.md": note(
    [
      "type: decision",
      'title: "Burn colza oil"',
      'tags: ["decision", "lamp"]',
      "metadata:",
      "  date: 2026-09-01",
      "  confidence_level: strong",
      '  recall_triggers: ["which fuel for the beacon"]',
      '  supersedes: ["notes/2026-08-01-whale-oil.md"]',
      "status: confirmed",
      "author: mira",
      "generated: { by: codewiki/5.2.1, at: 2026-09-01T08:00:00Z }",
      "verified:",
      "  - { by: human:mira, at: 2026-09-02T08:00:00Z }",
      "stale_after: 2027-09-01",
    ],
    "Colza burns clean and cheap.",
  ),
  "notes/2026-08-01-whale-oil.md": note(
    ["type: decision", 'title: "Burn whale oil"', "superseded_by: 2026-09-01-lamp-oil.md", "status: superseded"],
    "Whale oil burns brightest of all fuels.",
  ),
  "notes/2026-08-02-candles.md": note(
    ["type: lesson", 'title: "Candles will do"', "status: rejected", "reject_reason: they do not"],
    "Candles are enough for the beacon.",
  ),
  "notes/2026-09-03-wick.md": note(
    ["type: pitfall", 'title: "Wick smokes"', "metadata:", "  task_id: fog-signal", "status: candidate"],
    "A wick trimmed at noon smokes by midnight.",
  ),
  "notes/2026-09-04-guess.md": note(
    ["type: general", 'title: "A guess"', "metadata:", "  confidence_level: shadow", "status: stable"],
    "Perhaps the gulls eat the putty.",
  ),
  "raw/conv-oil.md": note(["type: Conversation", "status: pending"], "user: which oil?"),
  "conversations/conv-old.md": note(["type: Conversation", "status: distilled"], "user: which wick?"),
  "conflicts/2026-09-05-oil.md": note(
    ["type: conflict", "status: open", 'claimants: ["notes/a.md", "notes/b.md"]'],
    "Which one?",
  ),
  "wiki/index.md": "# Index\n\n- [Lamp](concepts/lamp.md)\n",
  "wiki/concepts/lamp.md": note(["type: concept", 'title: "Lamp"'], "See [oil](../../notes/2026-09-01-lamp-oil.md)."),
  "tasks/.index.json": '{"tasks":[]}',
  "tasks/fog-signal/task.md": note(
    ["type: task", "task_id: fog-signal", "title: Fog signal", "status: active", "created_at: 2026-09-01T07:30:00Z"],
    "Make it heard.",
  ),
  "tasks/fog-signal/memories/mira.md":
    "### 2026-09-02 10:00 #aaaa\n\n> [superseded 2026-09-03 by #bbbb]\n\nThe horn runs on steam.\n\n### 2026-09-03 11:00 #bbbb\n\nThe horn runs on compressed air.\n",
  "tasks/fog-signal/memories-archive/mira.md": "### 2026-09-01 08:00 #cccc\n\nMeasured the old bell.\n",
  "tasks/fog-signal/memories.md": "# Memories\n\nThe bell is cracked.\n\nThe keeper is deaf in one ear.\n",
};

const import_ = async (): Promise<{ readonly cli: CommandLine; readonly answer: Json }> => {
  const cli = await openCommandLine();
  for (const [path, text] of Object.entries(folder)) cli.put(`repowiki/${path}`, text);
  await cli.run("init", "Lighthouse");
  return { cli, answer: await cli.json("import", "repowiki") };
};

const textOf = (cli: CommandLine, path: string): string => readFileSync(join(cli.project, ".llm-wiki", path), "utf8");

const told = async (cli: CommandLine, ...words: readonly string[]): Promise<string> =>
  JSON.stringify((await cli.json("recall", ...words))["hits"]);

test("notes of CodeWiki-Plus mean here what they meant there, but nobody here has reviewed them", async () => {
  verifies("compatibility.codewiki-notes", "compatibility.codewiki-trust");
  const { cli, answer } = await import_();
  expect(answer.exitCode).toBe(0);
  expect([...(answer["created"] as string[])].sort()).toEqual([
    "concepts/lamp",
    "notes/2026-08-01-whale-oil",
    "notes/2026-09-01-lamp-oil",
    "notes/2026-09-03-wick",
    "notes/2026-09-04-guess",
  ]);
  const hits = await told(cli, "which fuel for the beacon");
  expect(hits).toContain('"id":"notes/2026-09-01-lamp-oil"');
  expect(hits).toContain("unverified");
  expect(hits).not.toContain("human");
  expect(hits).not.toMatch(/whale|candles/i);
  expect(await told(cli, "whale oil burns brightest")).not.toContain("whale");
  expect(await told(cli, "whale oil burns brightest", "--include", "deprecated")).toContain(
    "notes/2026-08-01-whale-oil",
  );
  expect(await told(cli, "candles are enough for the beacon", "--include", "deprecated")).not.toContain("andles");
  expect(await told(cli, "gulls eat the putty")).not.toContain("putty");
  expect(await told(cli, "gulls eat the putty", "--include", "shadow")).toContain("notes/2026-09-04-guess");
  expect(await told(cli, "wick trimmed at noon smokes")).not.toContain("midnight");
  expect(await told(cli, "wick trimmed at noon smokes", "--task", "fog-signal")).toContain("notes/2026-09-03-wick");
  expect(textOf(cli, "wiki/notes/2026-08-01-whale-oil.md")).toMatch(/superseded_by: .*notes\/2026-09-01-lamp-oil/);
  expect(textOf(cli, "wiki/concepts/lamp.md")).toContain("(../notes/2026-09-01-lamp-oil.md)");
});

test("what is no knowledge there becomes no page here, with the reason", async () => {
  verifies("compatibility.codewiki-rest", "compatibility.codewiki-notes");
  const { answer } = await import_();
  const skipped = answer["skipped"] as readonly { readonly path: string; readonly reason: string }[];
  expect(Object.fromEntries(skipped.map(({ path, reason }) => [path, reason]))).toEqual({
    ".meta": "hidden",
    "conflicts/2026-09-05-oil.md": "a question between two notes, not a page",
    "conversations/conv-old.md": "a conversation, not a page",
    "notes/2026-08-02-candles.md": "rejected there",
    "raw/conv-oil.md": "a conversation, not a page",
    "tasks/.index.json": "hidden",
    "wiki/index.md": "a list that is made anew",
  });
});

test("its tasks come in with what each user and the older file remember, and again only what is new", async () => {
  verifies("compatibility.codewiki-tasks");
  const { cli, answer } = await import_();
  expect(answer["tasks"]).toEqual(["fog-signal"]);
  const context = JSON.stringify(await cli.json("task", "context", "fog-signal"));
  expect(context).toContain("compressed air");
  expect(context).not.toContain("steam");
  expect(context).toContain("The keeper is deaf in one ear.");
  expect(textOf(cli, "tasks/fog-signal/memories/legacy.md")).toBe(
    "### 2026-09-01 07:30\n\nThe bell is cracked.\n\n### 2026-09-01 07:30\n\nThe keeper is deaf in one ear.\n",
  );
  expect(textOf(cli, "tasks/fog-signal/memories-archive/mira.md")).toContain("old bell");
  const own = await cli.json("task", "remember", "fog-signal", "--text", "Two blasts a minute carry furthest.");
  expect(own.exitCode).toBe(0);

  const again = await cli.json("import", "repowiki");
  expect([again["created"], again["tasks"]]).toEqual([[], undefined]);
  const path = "tasks/fog-signal/memories/mira.md";
  cli.put(`repowiki/${path}`, `${folder[path]}\n### 2026-09-09 09:00 #dddd\n\nThe reed needs oil.\n`);
  expect((await cli.json("import", "repowiki"))["tasks"]).toEqual(["fog-signal"]);
  expect(textOf(cli, path).match(/#bbbb$/gm)).toHaveLength(1);
  expect(textOf(cli, path)).toContain("The reed needs oil.");
  const { findings } = await cli.json("verify");
  expect(
    (findings as readonly { readonly severity: string }[] | undefined)?.filter((f) => f.severity === "error") ?? [],
  ).toEqual([]);
});
