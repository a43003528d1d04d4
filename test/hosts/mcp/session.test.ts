import { execFileSync } from "node:child_process";
import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { verifies } from "../../acceptance/verifies.ts";
import { everything, jsonLines, workerTasks } from "../../tools/tool-world.ts";
import { openMcpWorld, textOf } from "./mcp-world.ts";

const noteOf = (title: string) => ({
  title,
  type: "pitfall",
  text: `${title}: nobody knew before the storm of 1867.`,
  recall_triggers: ["what went wrong that night", "why the ships missed us", "ferry ran aground"],
});

const eventsOf = (world: { read(path: string): string }) =>
  jsonLines(world.read("lighthouse/.llm-wiki/meta/events.jsonl"));

test("a connection that only reads writes nothing to a vault", async () => {
  verifies("mcp.quiet-start");
  const world = await openMcpWorld();
  world.page("notes/oil", "# Oil\n\nWhale oil burns clean.", { status: "stable" });
  const before = everything(world.project);
  world.served.begin();
  await world.call("wiki_recall", { query: "nothing of the kind" });
  await world.call("wiki_check", { action: "status" });
  await world.served.listPages(undefined);
  await world.end();
  expect(everything(world.project)).toEqual(before);
  expect(world.problems).toEqual([]);
});

test("no vault is made before the first write", async () => {
  verifies("mcp.quiet-start");
  const world = await openMcpWorld({ vault: false });
  world.served.begin();
  await world.call("wiki_recall", { query: "oil" });
  await world.end();
  expect(everything(world.project)).toEqual([]);
});

test("after a write derived files and index are up to date, and edits of others are nobody's", async () => {
  verifies("mcp.kept-in-step");
  const world = await openMcpWorld();
  world.page("notes/oil", "# Oil\n\nWhale oil burns clean.", { status: "stable" });
  world.served.begin();
  await world.call("wiki_recall", { query: "oil" });
  world.page("notes/oil", "# Oil\n\nSomebody's new words.", { status: "stable" });
  await world.call("wiki_note", noteOf("Reefs move"));
  await world.end();
  const edited = eventsOf(world).filter(({ kind }) => kind === "page_edited");
  expect(edited).toMatchObject([{ page: "notes/oil", channel: "system" }]);
  expect(world.read("lighthouse/.llm-wiki/meta/registry.json")).toContain("notes/reefs-move");
  expect(world.problems).toEqual([]);
});

test("a connection tells of code that has changed below a page before it began", async () => {
  verifies("mcp.kept-in-step", "anchors.labels");
  const world = await openMcpWorld({ tasks: workerTasks });
  execFileSync("git", ["init", "-q"], { cwd: world.project });
  const code = "export const turn = (by: number): number => by * 3;\n";
  world.put("lighthouse/src/lens.ts", code);
  world.served.begin();
  await world.call("wiki_note", { ...noteOf("Lenses slip"), files: ["src/lens.ts#turn"] });
  await world.end();
  world.put("lighthouse/src/lens.ts", code.replace("by: number", "by: string"));
  const next = world.another();
  next.served.begin();
  const told = async () => textOf(await next.call("wiki_recall", { query: "lenses slip" }));
  await expect.poll(told, { timeout: 20_000 }).toContain("stale: src/lens.ts#turn");
  await next.end();
  expect([...world.problems, ...next.problems]).toEqual([]);
});

test("calls that write at the same time lose nothing", async () => {
  verifies("mcp.kept-in-step");
  const world = await openMcpWorld();
  const titles = ["Reefs move", "Bells crack", "Oil thickens", "Glass clouds", "Wicks char"];
  const answers = await Promise.all(titles.map((title) => world.call("wiki_note", noteOf(title))));
  expect(answers.filter(({ isError }) => isError)).toEqual([]);
  await world.end();
  const { findings } = await world.workspace.verify();
  expect(findings).toEqual([]);
  expect(eventsOf(world).filter(({ kind }) => kind === "note_proposed")).toHaveLength(titles.length);
});

test("two clients on one vault lose nothing and see each other's pages", async () => {
  verifies("mcp.many-clients");
  const world = await openMcpWorld();
  const other = world.another();
  for (const client of [world, other]) client.served.begin();
  await Promise.all([
    world.call("wiki_note", noteOf("Reefs move")),
    other.call("wiki_note", noteOf("Bells crack")),
    world.call("wiki_capture", { text: "The log of one." }),
    other.call("wiki_capture", { text: "The log of another." }),
  ]);
  expect(textOf(await world.call("wiki_recall", { query: "bells crack" }))).toContain("[[notes/bells-crack]]");
  expect(textOf(await other.call("wiki_recall", { query: "reefs move" }))).toContain("[[notes/reefs-move]]");
  await Promise.all([world.end(), other.end()]);
  expect((await world.workspace.verify()).findings).toEqual([]);
  expect([...world.problems, ...other.problems]).toEqual([]);
});

test("the client is told when pages came or changed, and not when nothing did", async () => {
  verifies("mcp.changes-told");
  const world = await openMcpWorld();
  world.page("notes/oil", "# Oil\n\nWhale oil burns clean.", { status: "stable" });
  world.served.begin();
  await world.call("wiki_recall", { query: "oil" });
  await world.call("wiki_recall", { query: "oil" });
  await vi.waitFor(async () => {
    await world.call("wiki_note", noteOf("Reefs move"));
    expect(world.told()).toBeGreaterThan(0);
  });
  await world.end();
  const quiet = await openMcpWorld();
  quiet.served.begin();
  for (let call = 0; call < 3; call += 1) await quiet.call("wiki_recall", { query: "oil" });
  await quiet.end();
  expect(quiet.told()).toBe(0);
});

test("pages that were shown, and what was said of them, are in the vault's telemetry at the end", async () => {
  verifies("mcp.use");
  const world = await openMcpWorld();
  world.page("notes/oil", "# Oil\n\nWhale oil burns clean.", { status: "stable" });
  world.served.begin();
  await world.call("wiki_recall", { query: "whale oil" });
  await world.call("wiki_feedback", { id: "notes/oil", outcome: "success" });
  await world.end();
  const uses = jsonLines(world.read("lighthouse/.llm-wiki/meta/telemetry/keeper.jsonl"));
  expect(uses.filter(({ doc }) => doc === "notes/oil").map(({ kind }) => kind)).toEqual(["hit", "adopted", "outcome"]);
  expect(uses[0]?.["session"]).toMatch(/^mcp-/);
  const [usage] = await world.workspace.usage.pages(["notes/oil"]);
  expect(usage).toMatchObject({ hits: 1, adopted: 1 });
});

test("what was altered is put back at the start and before a write, and told with the next answer, once", async () => {
  verifies("mcp.seals");
  const world = await openMcpWorld();
  const { id } = await world.workspace.capture({ text: "# Lamp\n\nIt burns oil.\n" });
  await world.workspace.seals.sealed();
  const place = join(world.project, ".llm-wiki/raw/sources", id, "extracted.md");
  const forge = (): void => {
    chmodSync(place, 0o644);
    writeFileSync(place, "forged");
  };
  const text = (): string => world.read(`lighthouse/.llm-wiki/raw/sources/${id}/extracted.md`);
  forge();
  world.served.begin();
  await vi.waitFor(() => expect(text()).toContain("It burns oil."));
  await vi.waitFor(async () => {
    expect(textOf(await world.call("wiki_check", { action: "verify" }))).toMatch(
      /wiki: .*extracted\.md was changed; what was sealed/,
    );
  });
  expect(textOf(await world.call("wiki_check", { action: "verify" }))).not.toContain("was changed");
  forge();
  expect(textOf(await world.call("wiki_note", noteOf("Reefs move")))).toContain("extracted.md was changed");
  expect(text()).toContain("It burns oil.");
  await world.end();
});
