/** A lighthouse keeper's folder in which tools are called as a host calls them. */

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Schema, Validator } from "@cfworker/json-schema";
import { inject } from "vitest";
import { defaultSettings, type Settings } from "../../extensions/core/settings.ts";
import type { Channel } from "../../extensions/core/vault/vault.ts";
import { openWorkspace } from "../../extensions/open-workspace.ts";
import { allTools } from "../../extensions/tools/all.ts";
import type { ToolOutput } from "../../extensions/tools/tool.ts";
import type { Workspace } from "../../extensions/workspace.ts";
import { type TestPlatform, type TestPlatformOptions, testPlatform } from "../support/test-platform.ts";

export interface ToolWorld extends TestPlatform {
  /** The session's folder. */
  readonly project: string;
  readonly workspace: Workspace;
  /** Calls a tool with input that fits its schema. */
  call(tool: string, input: Readonly<Record<string, unknown>>): Promise<ToolOutput>;
  /** Writes a file below the world's folder. */
  put(path: string, content: string | Uint8Array): void;
  /** A page of the project's vault: its title, what it says, and more front matter. */
  page(id: string, text: string, frontMatter?: Readonly<Record<string, unknown>>): void;
  read(path: string): string;
}

export interface ToolWorldOptions extends TestPlatformOptions {
  readonly settings?: Partial<Settings>;
  readonly channel?: Channel;
  /** False leaves the project without a vault. */
  readonly vault?: boolean;
}

export const templatesRoot = fileURLToPath(new URL("../../templates", import.meta.url));
export const workerTasks = new URL(inject("workerTasks") ?? "../../extensions/worker-tasks.ts", import.meta.url);

export const openToolWorld = async (options: ToolWorldOptions = {}): Promise<ToolWorld> => {
  const { settings, channel = "tool", vault = true, ...platformOptions } = options;
  const world = await testPlatform(platformOptions);
  const project = join(world.folder, "lighthouse");
  mkdirSync(project, { recursive: true });
  const workspace = openWorkspace(world.platform, {
    cwd: project,
    channel,
    settings: { ...defaultSettings, ...settings },
    version: "1.2.3",
    templatesRoot,
  });
  if (vault) await workspace.init({ topic: "lighthouse" });
  const put = (path: string, content: string | Uint8Array): void => {
    mkdirSync(dirname(join(world.folder, path)), { recursive: true });
    writeFileSync(join(world.folder, path), content);
  };
  return {
    ...world,
    project,
    workspace,
    call: (name, input) => call(workspace, name, input),
    put,
    page: (id, text, frontMatter = {}) => put(`lighthouse/.llm-wiki/wiki/${id}.md`, pageText(text, frontMatter)),
    read: (path) => readFileSync(join(world.folder, path), "utf8"),
  };
};

export const pageText = (text: string, frontMatter: Readonly<Record<string, unknown>>): string => {
  const fields = Object.entries({ type: "general", ...frontMatter });
  return `---\n${fields.map(([key, value]) => `${key}: ${JSON.stringify(value)}`).join("\n")}\n---\n${text}\n`;
};

const call = async (
  workspace: Workspace,
  name: string,
  input: Readonly<Record<string, unknown>>,
): Promise<ToolOutput> => {
  const tool = allTools.find((candidate) => candidate.name === name);
  if (tool === undefined) throw new Error(`There is no tool ${name}.`);
  const schema: Schema = JSON.parse(JSON.stringify(tool.input));
  const { valid, errors } = new Validator(schema).validate(input);
  if (!valid) throw new Error(`${name} does not take this: ${errors.map(({ error }) => error).join(" ")}`);
  return tool.run(input, { workspace });
};

/** Everything below a folder, with the content of files, so that any change shows. */
export const everything = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return entry.isFile() ? `${path}\n${readFileSync(path, "utf8")}` : path;
    })
    .sort();

/** A tool's data, as JSON has it. */
export const dataOf = ({ data }: ToolOutput): Readonly<Record<string, unknown>> => JSON.parse(JSON.stringify(data));

export const jsonLines = (text: string): readonly Readonly<Record<string, unknown>>[] =>
  text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));
