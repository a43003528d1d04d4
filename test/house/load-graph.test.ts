import { expect, test } from "vitest";
import { verifies } from "../acceptance/verifies.ts";
import { loadGraph } from "./imports.ts";
import { exists } from "./repository.ts";

const entries = ["extensions/index.ts", "extensions/hosts/pi/register.ts"].filter(exists);

const unwanted = [
  "@modelcontextprotocol/server",
  "@secretlint/core",
  "cli-progress",
  "defuddle",
  "fast-xml-parser",
  "linkedom",
  "mammoth",
  "typescript",
  "unpdf",
  "vitest",
  "web-tree-sitter",
];

test("the Pi entry loads no extractor, no MCP SDK, no progress bar and no parser of code", () => {
  verifies("house.light-entry");
  expect(loadGraph(entries).packages.filter((name) => unwanted.includes(name))).toEqual([]);
});

test("the Pi entry loads no other host", () => {
  verifies("house.light-entry");
  const others = /^extensions\/hosts\/(?!pi\/)[^/]+\//;
  expect(loadGraph(entries).files.filter((path) => others.test(path))).toEqual([]);
});

test("every relative import names a file that exists", () => {
  verifies("house.light-entry");
  expect(loadGraph(entries).files.filter((path) => !exists(path))).toEqual([]);
});
