import { expect, test } from "vitest";
import { allTools, usualTools } from "../../../extensions/tools/all.ts";
import { verifies } from "../../acceptance/verifies.ts";
import { everything, jsonLines } from "../../tools/tool-world.ts";
import { codeOf, openMcpWorld, textOf } from "./mcp-world.ts";

const eventsOf = (world: { read(path: string): string }) =>
  jsonLines(world.read("lighthouse/.llm-wiki/meta/events.jsonl"));

const oil = {
  title: "Lamp oil freezes",
  type: "pitfall",
  text: "Lamp oil freezes at minus ten; warm it before dusk.",
  recall_triggers: ["lantern stays dark on cold mornings", "wick refuses in deep winter", "nothing burns in january"],
};

test("every tool is offered as it is, and told apart by its effect", async () => {
  verifies("mcp.same-tools");
  const settings = Object.fromEntries(
    allTools.flatMap(({ setting }) => (setting === undefined ? [] : [[setting, "on"]])),
  );
  const { served } = await openMcpWorld({ settings });
  expect(served.tools.map(({ name, input }) => ({ name, input }))).toEqual(
    expect.arrayContaining(allTools.map(({ name, input }) => ({ name, input }))),
  );
  expect(served.tools).toHaveLength(allTools.length);
  for (const tool of allTools) {
    const offered = served.tools.find(({ name }) => name === tool.name);
    expect(offered).toMatchObject({ title: tool.title, description: tool.description });
    expect(offered?.annotations.readOnlyHint).toBe(tool.effect === "read");
  }
});

test("an answer has the text and the data that the tool gives in Pi", async () => {
  verifies("mcp.same-tools");
  const world = await openMcpWorld();
  world.page("notes/oil", "# Oil\n\nWhale oil burns clean.", { status: "stable" });
  const tool = allTools.find(({ name }) => name === "wiki_recall");
  const input = { query: "whale oil" };
  const inPi = await tool?.run(input, { workspace: world.workspace.as("tool") });
  const answer = await world.call("wiki_recall", input);
  expect(textOf(answer)).toBe(inPi?.text);
  expect(answer.structuredContent).toEqual(JSON.parse(JSON.stringify(inPi?.data)));
});

test("tools with a setting are offered only where it is on, and can't be called where it is off", async () => {
  verifies("mcp.opt-in");
  const usual = await openMcpWorld();
  expect(usual.served.tools.map(({ name }) => name)).toEqual(usualTools.map(({ name }) => name));
  await expect(usual.call("wiki_distill", { action: "prepare", kind: "triggers" })).rejects.toMatchObject({
    what: "params",
  });
  const { served } = await openMcpWorld({ settings: { distill: "on" } });
  expect(served.tools.map(({ name }) => name)).toContain("wiki_distill");
});

test("PI_WIKI=off offers no tool, no page and no template, and begins nothing", async () => {
  verifies("mcp.opt-in");
  const world = await openMcpWorld({ variables: { PI_WIKI: "off" } });
  world.page("notes/oil", "# Oil");
  world.served.begin();
  await world.end();
  expect(world.served.tools).toEqual([]);
  expect(world.served.templates).toEqual([]);
  expect(await world.served.listPages(undefined)).toEqual({ pages: [], next: undefined });
  await expect(world.served.readPage("wiki://project/notes/oil")).rejects.toMatchObject({ what: "resource" });
});

test("what is written is a draft, recorded as written through mcp", async () => {
  verifies("mcp.no-authority");
  const world = await openMcpWorld();
  const before = eventsOf(world).length;
  expect((await world.call("wiki_note", oil)).structuredContent).toMatchObject({ status: "draft", layer: "project" });
  await world.call("wiki_capture", { text: "The keeper's log of 1867.", title: "Log" });
  await world.call("wiki_task", { action: "open", text: "Trim the wick" });
  await world.end();
  const made = eventsOf(world).slice(before);
  expect(made.length).toBeGreaterThanOrEqual(3);
  expect(new Set(made.map(({ channel }) => channel))).toEqual(new Set(["mcp"]));
  expect(world.problems).toEqual([]);
});

test("nothing is confirmed, rejected or retired, whatever the arguments say", async () => {
  verifies("mcp.no-authority");
  const world = await openMcpWorld();
  world.put("lighthouse/src/lamp.ts", "export const freezesBelow = -10; // lamp oil freezes at minus ten\n");
  await world.call("wiki_note", { ...oil, files: ["src/lamp.ts"] });
  world.page("notes/wick", "# Wick\n\nTrim it daily.", { status: "stable" });
  const [draft, stable] = ["notes/lamp-oil-freezes", "notes/wick"];
  const read = (id: string): string => world.read(`lighthouse/.llm-wiki/wiki/${id}.md`);
  const before = [read(draft), read(stable)];
  const quote = "export const freezesBelow = -10; // lamp oil freezes";
  const asked = [
    { action: "confirm", id: draft, evidence: [{ file: "src/lamp.ts", quote }] },
    { action: "reject", id: draft, reason: "It is wrong." },
    { action: "retire", id: stable, reason: "It is over.", quote: "the wick page is wrong" },
  ];
  for (const input of asked) expect(codeOf(await world.call("wiki_note", input))).toBe("person_required");
  expect([read(draft), read(stable)]).toEqual(before);
  const scope = await world.call("wiki_note", { ...oil, title: "Another", channel: "ui" });
  expect(codeOf(scope)).toBe("invalid_input");
  expect(
    world.served.tools.map(({ name }) => name).filter((name) => /review|confirm|promote|forget/.test(name)),
  ).toEqual([]);
});

test("a refusal names the thing and the remedy, as text and as code, message and hint", async () => {
  verifies("mcp.refusals");
  const { call, problems } = await openMcpWorld();
  const refused = await call("wiki_feedback", { id: "notes/nowhere" });
  expect(refused).toMatchObject({
    isError: true,
    structuredContent: {
      error: { code: "page_not_found", message: 'There is no page "notes/nowhere".', hint: expect.any(String) },
    },
  });
  expect(textOf(refused)).toMatch(/^There is no page "notes\/nowhere"\. Find it with/);
  expect(problems).toEqual([]);
});

test.each([
  ["a wrong type", "wiki_recall", { query: "oil", limit: "many" }, /^limit: .*integer/],
  ["a missing argument", "wiki_recall", {}, /^wiki_recall: .*"query"/],
  ["a word that is none", "wiki_check", { action: "destroy" }, /^action: /],
  ["a number out of range", "wiki_recall", { query: "oil", limit: 99 }, /^limit: .*20/],
  ["something inside a list", "wiki_note", { ...oil, evidence: [{ file: 3 }] }, /^evidence\.0\.file: .*"string"/],
])("arguments with %s are refused before anything runs", async (_what, tool, input, message) => {
  verifies("mcp.refusals");
  const world = await openMcpWorld();
  const before = everything(world.project);
  const refused = await world.call(tool, input);
  expect(codeOf(refused)).toBe("invalid_input");
  expect(textOf(refused)).toMatch(message);
  await world.end();
  expect(everything(world.project)).toEqual(before);
});

test("a tool's own bug is an answer without a trace, and the server says it on the side", async () => {
  verifies("mcp.refusals");
  const world = await openMcpWorld();
  const broken = {
    ...world.workspace,
    as: () => ({ ...world.workspace.as("mcp"), recall: () => Promise.reject(new Error("bang")) }),
  };
  const { openServed } = await import("../../../extensions/hosts/mcp/serve.ts");
  const problems: unknown[] = [];
  const workspace = Object.assign(Object.create(world.workspace), { as: broken.as });
  const { served } = openServed({
    workspace,
    onProblem: (problem) => problems.push(problem),
    onPagesChanged: () => undefined,
  });
  const { signal } = new AbortController();
  const answer = await served.callTool("wiki_recall", { query: "oil" }, { signal, onProgress: undefined });
  expect(codeOf(answer)).toBe("internal");
  expect(textOf(answer)).toBe("Internal error: bang");
  expect(problems).toHaveLength(1);
});

test("a call that was cancelled before its turn writes nothing", async () => {
  verifies("mcp.cancel");
  const world = await openMcpWorld();
  const ending = new AbortController();
  const first = world.call("wiki_note", oil);
  const second = world.call("wiki_note", { ...oil, title: "Never written" }, ending.signal);
  ending.abort();
  await first;
  expect((await second).isError).toBe(true);
  expect(everything(world.project).filter((entry) => entry.includes("never-written"))).toEqual([]);
  expect(world.problems).toEqual([]);
});
