import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { verifies } from "../../acceptance/verifies.ts";
import { workerTasks } from "../../tools/tool-world.ts";
import { type CommandLine, openCommandLine } from "./command-line.ts";

const id = "notes/trim-the-wick";

let cli: CommandLine;
const fileOf = (page: string): string => join(cli.project, `.llm-wiki/wiki/${page}.md`);
const textOf = (page: string): string => readFileSync(fileOf(page), "utf8");

beforeEach(async () => {
  cli = await openCommandLine({ tasks: workerTasks });
  await cli.run("init", "lighthouse");
  await cli.run(
    "note",
    "--title",
    "Trim the wick",
    "--type",
    "procedure",
    "--text",
    "Trim it at noon.",
    "--tags",
    "wick",
  );
});

test("a draft is changed in its place, and what is not given stays", async () => {
  verifies("cli.note-update", "trust.update-draft");
  const before = textOf(id);
  const run = await cli.run("note", "--update", id, "--text", "Trim it at dusk.");
  expect(run).toMatchObject({ exitCode: 0, stdout: `${id} is changed, and stays a draft\n${fileOf(id)}\n` });
  expect(textOf(id)).toBe(before.replace("at noon", "at dusk"));
  expect(await cli.json("note", "--update", id, "--text", "Trim it at dusk.")).toMatchObject({ outcome: "known" });
  expect(await cli.json("note", "--update", id, "--tags", "wick,lamp")).toMatchObject({ outcome: "changed" });
  expect(textOf(id)).toContain("tags: [wick, lamp]");
});

test("a page that counts stays as it is, and the new text waits for review", async () => {
  verifies("cli.note-update", "trust.revise-stable");
  mkdirSync(dirname(fileOf("notes/oil")), { recursive: true });
  writeFileSync(fileOf("notes/oil"), "---\ntype: general\nstatus: stable\n---\n# Oil\n\nThe lamp burns colza oil.\n");
  const before = textOf("notes/oil");
  const run = await cli.run("note", "--update", "notes/oil", "--text", "The lamp burns gas.");
  expect(run).toMatchObject({ exitCode: 0, stdout: expect.stringContaining("waits for `pi-wiki review`") });
  expect(textOf("notes/oil")).toBe(before);
  const again = await cli.run("note", "--update", "notes/oil", "--text", "The lamp burns gas.");
  expect(again.stdout).toContain("has this text waiting already");
  expect(await cli.json("recall", "what does the lamp burn")).toMatchObject({
    hits: [{ id: "notes/oil", status: "stable" }],
  });
});

test("a page that is not there is not found, and a new one still needs title and type", async () => {
  verifies("cli.note-update");
  expect(await cli.json("note", "--update", "notes/none", "--text", "x")).toMatchObject({
    exitCode: 3,
    error: { code: "page_not_found" },
  });
  expect(await cli.run("note", "--type", "decision")).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining("--title TITLE is missing."),
  });
});

test("in an agent's environment it writes as a tool: what the agent changed before is no person's", async () => {
  verifies("cli.agent-writes-as-tool", "trust.tool-made-draft");
  const oil = "---\ntype: general\nstatus: stable\n---\n# Oil\n\nThe lamp burns colza oil.\n";
  const channels = async (run: CommandLine, fuel: string): Promise<readonly unknown[]> => {
    cli.put(".llm-wiki/wiki/notes/oil.md", oil);
    await run.run("rebuild");
    cli.put(".llm-wiki/wiki/notes/oil.md", oil.replace("colza oil", fuel));
    cli.clock.advance(60_000);
    await run.run("note", "--update", id, "--text", `Trim it without ${fuel}.`);
    const { events } = await cli.json("log", "--limit", "2");
    return (events as readonly { readonly channel: string }[]).map(({ channel }) => channel);
  };
  const found = async () => (await cli.json("recall", "what does the lamp burn"))["hits"];
  expect(await channels(cli, "gas")).not.toContain("tool");
  expect(await found()).toMatchObject([{ id: "notes/oil", status: "stable" }]);
  const agent = await openCommandLine({ folder: cli.folder, variables: { PI_WIKI_PARENT: "77" }, tasks: workerTasks });
  expect(await channels(agent, "tallow")).toEqual(["tool", "tool"]);
  expect(await found()).toMatchObject([{ id: "notes/oil", status: "draft" }]);
});
