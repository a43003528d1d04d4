/** A client of the official SDK before `pi-wiki mcp` of the installed package, in a place of its own. */

import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { allTools } from "../../extensions/tools/all.ts";
import { installedPackage } from "./pack.ts";

export interface McpPlace {
  readonly project: string;
  readonly launcher: string;
  /** Where the package was installed: `npx pi-wiki` finds it there. */
  readonly installation: string;
  readonly environment: Readonly<Record<string, string>>;
  /** A client that has shaken hands. */
  open(command?: McpCommand): Promise<OpenClient>;
  close(): Promise<void>;
}

export interface McpCommand {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd?: string;
}

export interface OpenClient {
  readonly client: Client;
  /** What the server complained of. */
  complaints(): string;
}

/** Every tool that a setting offers is offered. */
const settings = Object.fromEntries(
  allTools.flatMap(({ setting }) => (setting === undefined ? [] : [[setting, "on"]])),
);

export const openMcpPlace = (): McpPlace => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "pi-wiki-mcp-")));
  const [home, project] = [join(root, "home"), join(root, "lighthouse")];
  for (const folder of [join(home, ".pi/agent"), join(project, ".llm-wiki")]) mkdirSync(folder, { recursive: true });
  writeFileSync(join(home, ".pi/agent/settings.json"), JSON.stringify({ "pi-wiki": settings }));
  const launcher = join(installedPackage(), "extensions/hosts/cli/bin.mjs");
  const environment = { PATH: process.env["PATH"] ?? "", HOME: home, npm_config_offline: "true" };
  const clients: Client[] = [];
  return {
    project,
    launcher,
    installation: dirname(dirname(installedPackage())),
    environment,
    open: async (given) => {
      const { command, args, cwd = project } = given ?? { command: process.execPath, args: [launcher, "mcp"] };
      const transport = new StdioClientTransport({ command, args: [...args], cwd, env: environment, stderr: "pipe" });
      let said = "";
      transport.stderr?.on("data", (part: Buffer) => {
        said += part.toString("utf8");
      });
      const client = new Client({ name: "lighthouse", version: "1" });
      clients.push(client);
      await client.connect(transport);
      return { client, complaints: () => said };
    },
    close: async () => {
      await Promise.all(clients.map((client) => client.close()));
      rmSync(root, { recursive: true, force: true });
    },
  };
};

/** An input that a schema takes, with what it requires and nothing else. */
export const leastInput = (schema: unknown): unknown => {
  const { type, properties = {}, required = [], items, minimum = 1, ...rest } = Object(schema);
  const words: readonly unknown[] | undefined = rest["enum"];
  if (words !== undefined) return words[0];
  switch (type) {
    case "object":
      return Object.fromEntries(required.map((name: string) => [name, leastInput(properties[name])]));
    case "array":
      return [leastInput(items)];
    case "integer":
    case "number":
      return minimum;
    case "boolean":
      return false;
    default:
      return "lamp oil";
  }
};
