import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import type { ToolRow } from "../../scripts/reference/tables.ts";
import { requirements } from "../acceptance/requirements.ts";
import { verifies } from "../acceptance/verifies.ts";
import { exists, readText, repository } from "./repository.ts";

const loadTools = async (): Promise<readonly ToolRow[]> => {
  const module: { allTools: readonly ToolRow[] } = await import(
    new URL("extensions/tools/all.ts", pathToFileURL(repository)).href
  );
  return module.allTools;
};

const tools = exists("extensions/tools/all.ts") ? await loadTools() : [];

/** `wiki_capture_trajectory` lives in `capture-trajectory.ts`. */
const fileName = (tool: ToolRow): string => tool.name.replace(/^wiki_/, "").replaceAll("_", "-");

const namesWithout = (holds: (tool: ToolRow) => boolean): string[] =>
  tools.filter((tool) => !holds(tool)).map((tool) => tool.name);

test("tool names are unique and say that they are the wiki's", () => {
  verifies("house.tool-names");
  const names = tools.map((tool) => tool.name);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  expect(names.filter((name) => !/^wiki(_[a-z]+)+$/.test(name))).toEqual([]);
});

test("every tool has a file named as it, and a test", () => {
  verifies("house.tool-complete");
  expect(namesWithout((tool) => exists(`extensions/tools/${fileName(tool)}.ts`))).toEqual([]);
  expect(namesWithout((tool) => exists(`test/tools/${fileName(tool)}.test.ts`))).toEqual([]);
});

test("every tool has a requirement that names it, and a row in README.md", () => {
  verifies("house.tool-complete");
  expect(namesWithout((tool) => requirements.some(({ text }) => text.includes(tool.name)))).toEqual([]);
  const readme = readText("README.md");
  expect(namesWithout((tool) => readme.includes(`| \`${tool.name}\` |`))).toEqual([]);
});

test("every parameter of a tool says what it is for", () => {
  verifies("house.tool-complete");
  const silent = tools.flatMap((tool) =>
    Object.entries(tool.input.properties ?? {})
      .filter(([, schema]) => !("description" in schema) || schema.description === "")
      .map(([parameter]) => `${tool.name}.${parameter}`),
  );
  expect(silent).toEqual([]);
});
