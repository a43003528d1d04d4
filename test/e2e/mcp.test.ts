import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { allTools } from "../../extensions/tools/all.ts";
import { parseJson } from "../../scripts/support/json-view.ts";
import { wikiCli } from "../../scripts/support/wiki-cli.ts";
import { verifies } from "../acceptance/verifies.ts";
import { leastInput, type McpPlace, type OpenClient, openMcpPlace } from "./mcp-client.ts";
import { installedPackage } from "./pack.ts";

let place: McpPlace;
beforeAll(async () => {
  place = openMcpPlace();
  await wikiCli({ ...place, extension: installedPackage() }, "init", "lighthouse");
});
afterAll(() => place.close());

const oil = {
  title: "Lamp oil freezes",
  type: "pitfall",
  text: "Lamp oil freezes at minus ten; warm it before dusk.",
  recall_triggers: ["lantern stays dark on cold mornings", "wick refuses in deep winter", "nothing burns in january"],
};

/** A call of each tool that comes to something; the others are called with the least that they take. */
const calls: Readonly<Record<string, Record<string, unknown>>> = {
  wiki_note: oil,
  wiki_recall: { query: "lamp oil in the cold" },
  wiki_capture: { text: "The keeper's log of 1867.", title: "Log" },
  wiki_task: { action: "open", text: "Trim the wick" },
  wiki_feedback: { id: "notes/lamp-oil-freezes", outcome: "success" },
  wiki_check: { action: "verify" },
};

const textIn = (answer: unknown): string =>
  Object(answer)
    .content.map(({ text = "" }) => text)
    .join("\n");

describe("a client of the SDK", () => {
  let open: OpenClient;
  beforeAll(async () => {
    open = await place.open();
  });

  test("is offered every tool with the schema that it has", async () => {
    verifies("mcp.protocol", "mcp.same-tools");
    expect(open.client.getServerVersion()?.name).toBe("pi-wiki");
    const { tools } = await open.client.listTools();
    const shown = tools.map(({ name, title, description, inputSchema, annotations }) => ({
      ...{ name, title, description, inputSchema },
      isReader: annotations?.readOnlyHint,
    }));
    const wanted = allTools.map(({ name, title, description, input, effect }) => ({
      ...{ name, title, description, inputSchema: JSON.parse(JSON.stringify(input)) },
      isReader: effect === "read",
    }));
    const byName = (a: { readonly name: string }, b: { readonly name: string }) => (a.name < b.name ? -1 : 1);
    expect(shown.sort(byName)).toEqual(wanted.sort(byName));
  });

  test("can call each of them, and gets text and data or a refusal that says what to do", async () => {
    verifies("mcp.protocol", "mcp.refusals");
    const names = [...Object.keys(calls), ...allTools.map(({ name }) => name).filter((name) => !(name in calls))];
    for (const name of names) {
      const input = calls[name] ?? leastInput(allTools.find((tool) => tool.name === name)?.input);
      const answer = await open.client.callTool({ name, arguments: { ...Object(input) } });
      expect(textIn(answer), name).not.toBe("");
      if (answer.isError === true) {
        expect(calls, name).not.toHaveProperty(name);
        expect(answer.structuredContent, name).toMatchObject({
          error: { code: expect.not.stringMatching("internal") },
        });
      } else expect(answer.structuredContent, name).toEqual(expect.any(Object));
    }
    expect(open.complaints()).toBe("");
  });

  test("confirms, rejects and retires nothing", async () => {
    verifies("mcp.no-authority");
    const id = "notes/lamp-oil-freezes";
    for (const action of ["confirm", "reject", "retire"]) {
      const args = { action, id, reason: "It is over.", evidence: [] };
      const answer = await open.client.callTool({ name: "wiki_note", arguments: args });
      expect(answer).toMatchObject({ isError: true, structuredContent: { error: { code: "person_required" } } });
    }
    const { contents } = await open.client.readResource({ uri: `wiki://project/${id}` });
    expect(Reflect.get(Object(contents[0]), "text")).toContain("## [unconfirmed] Lamp oil freezes");
  });

  test("reads pages, by their list and by the template", async () => {
    verifies("mcp.layers", "mcp.resources");
    const { resources } = await open.client.listResources();
    expect(resources.map(({ uri }) => uri)).toContain("wiki://project/notes/lamp-oil-freezes");
    const { resourceTemplates } = await open.client.listResourceTemplates();
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual(["wiki://{layer}/{+id}"]);
    await expect(open.client.readResource({ uri: "wiki://project/nowhere" })).rejects.toThrow(/There is no page/);
    await expect(open.client.callTool({ name: "wiki_nothing" })).rejects.toThrow(/no tool/);
  });

  test("may cancel a call and follow one that goes on", async () => {
    verifies("mcp.cancel");
    const ending = new AbortController();
    const cancelled = open.client.callTool({ name: "wiki_check", arguments: { action: "lint" } }, undefined, {
      signal: ending.signal,
    });
    ending.abort("enough");
    await expect(cancelled).rejects.toThrow();
    const steps: (string | undefined)[] = [];
    const told = { onprogress: ({ message }: { message?: string | undefined }) => void steps.push(message) };
    await open.client.callTool({ name: "wiki_capture", arguments: { text: "Fog at noon." } }, undefined, told);
    expect(steps.length).toBeGreaterThan(0);
  });
});

test("several clients at once lose nothing", async () => {
  verifies("mcp.many-clients");
  const clients = await Promise.all([place.open(), place.open(), place.open()]);
  const written = clients.flatMap(({ client }, number) =>
    [1, 2, 3].map((turn) =>
      client.callTool({
        name: "wiki_note",
        arguments: { ...oil, title: `Storm ${number} of ${turn}`, text: `Gale ${number}${turn}.` },
      }),
    ),
  );
  for (const answer of await Promise.all(written)) expect(answer).not.toHaveProperty("isError", true);
  for (const { client } of clients) await client.close();
  const { findings } = Object(await wikiCli({ ...place, extension: installedPackage() }, "verify"));
  expect(findings).toEqual([]);
});

const requests = [
  {
    ...{ jsonrpc: "2.0", id: 1, method: "initialize" },
    params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "raw", version: "1" } },
  },
  { jsonrpc: "2.0", method: "notifications/initialized" },
  {
    ...{ jsonrpc: "2.0", id: 2, method: "tools/call" },
    params: { name: "wiki_note", arguments: { ...oil, title: "Bells crack", text: "In frost." } },
  },
];

/** A server that was told to end when it had answered the last request. */
const ended = (end: "input" | "signal") =>
  new Promise<{ readonly stdout: string; readonly code: number | null }>((resolve) => {
    const server = spawn(process.execPath, [place.launcher, "mcp"], {
      cwd: place.project,
      env: place.environment,
      stdio: ["pipe", "pipe", "ignore"],
    });
    let stdout = "";
    server.stdout.setEncoding("utf8").on("data", (part: string) => {
      stdout += part;
      if (!stdout.includes('"id":2')) return;
      if (end === "input") server.stdin.end();
      else server.kill("SIGTERM");
    });
    server.once("close", (code) => resolve({ stdout, code }));
    for (const request of requests) server.stdin.write(`${JSON.stringify(request)}\n`);
  });

test.each(["input", "signal"] as const)(
  "the server ends with its client, by %s, and says nothing else",
  async (end) => {
    verifies("mcp.ends", "mcp.protocol");
    const { stdout, code } = await ended(end);
    expect(code).toBe(0);
    for (const line of stdout.trim().split("\n")) expect(parseJson(line)?.value).toHaveProperty("jsonrpc", "2.0");
  },
);

/** The fenced block of README.md in which a word stands. */
const snippet = (language: string, word: string): string => {
  const readme = readFileSync(fileURLToPath(new URL("../../README.md", import.meta.url)), "utf8");
  const blocks = readme
    .split(`\`\`\`${language}\n`)
    .slice(1)
    .map((rest) => rest.split("\n```")[0] ?? "");
  const found = blocks.filter((block) => block.includes(word) && block.includes("pi-wiki"));
  expect(found, `one ${language} block with ${word}`).toHaveLength(1);
  return found[0] ?? "";
};

const serverIn = (json: string): { command: string; args: string[] } => JSON.parse(json).mcpServers["pi-wiki"];

const codexServer = (): { command: string; args: string[] } => {
  const toml = snippet("toml", "[mcp_servers.pi-wiki]");
  const setTo = (key: string) => parseJson(new RegExp(`^${key} = (.*)$`, "m").exec(toml)?.[1] ?? "")?.value;
  return { command: String(setTo("command")), args: Object(setTo("args")) };
};

test.each([
  ["Claude Code", () => serverIn(snippet("json", '"mcp"] }'))],
  ["Cursor", () => serverIn(snippet("json", "workspaceFolder"))],
  ["Codex", codexServer],
])("the configuration for %s starts a server that answers", async (_host, configured) => {
  verifies("mcp.snippets");
  const { command, args } = configured();
  const words = args.map((word) => word.replace(/^\$\{workspaceFolder\}$/, place.project));
  // Where the package is installed, npx takes it from there.
  const { client } = await place.open({ command, args: words, cwd: place.installation });
  expect((await client.listTools()).tools.length).toBeGreaterThanOrEqual(6);
  await client.close();
});

test("the hooks for Claude Code are for events that it has, and see calls of our tools", () => {
  verifies("mcp.snippets");
  const { hooks }: { hooks: Record<string, { matcher: string }[]> } = JSON.parse(snippet("json", "PostToolUse"));
  expect(Object.keys(hooks)).toEqual(["PreToolUse", "PostToolUse"]);
  for (const { matcher } of Object.values(hooks).flat()) expect("mcp__pi-wiki__wiki_note").toMatch(new RegExp(matcher));
});
