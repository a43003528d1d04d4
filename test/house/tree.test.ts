import { basename } from "node:path";
import { expect, test } from "vitest";
import { verifies } from "../acceptance/verifies.ts";
import { exists, filesBelow, foldersBelow, hostsExist, readText, sourcesBelow } from "./repository.ts";

/** Names that say nothing about what a file is responsible for. */
const emptyNames = ["util", "helper", "type", "constant", "common", "manager", "misc", "data", "info", "shared"];

const mapRows = (): string[] =>
  [...readText("extensions/README.md").matchAll(/^\| `([^`]+)` \|/gm)].map((row) => row[1] ?? "");

const isFolder = (path: string): boolean => path.endsWith("/");

/** The folders that the map must name: those of extensions/, core/ and hosts/. */
const rooms = (): string[] => [
  ...foldersBelow("extensions").map((name) => `${name}/`),
  ...["core", "hosts"].flatMap((folder) => foldersBelow(`extensions/${folder}`).map((name) => `${folder}/${name}/`)),
];

const withFiles = (folder: string): boolean => filesBelow(`extensions/${folder}`).length > 0;

test("extensions/index.ts is the only index file, so that Pi finds one extension", () => {
  verifies("house.one-index");
  const indexes = ["extensions", "test", "scripts"]
    .flatMap(filesBelow)
    .filter((path) => /^index\./.test(basename(path)));
  expect(indexes.filter((path) => /\.[cm]?[jt]sx?$/.test(path))).toEqual(["extensions/index.ts"].filter(exists));
});

test("no file is named after a drawer", () => {
  verifies("house.names");
  const drawers = new Set(emptyNames.flatMap((name) => [name, `${name}s`]));
  const stems = ["extensions", "test/support", "scripts"].flatMap(sourcesBelow).map((path) => [path, basename(path)]);
  expect(stems.filter(([, name]) => drawers.has((name ?? "").replace(/\..*$/, ""))).map(([path]) => path)).toEqual([]);
});

test("the map names every folder, and no folder that is gone", () => {
  verifies("house.map");
  const named = mapRows().filter(isFolder);
  expect(rooms().filter((room) => withFiles(room) && !named.includes(room))).toEqual([]);
  expect(named.filter((room) => !rooms().includes(room))).toEqual([]);
});

test.runIf(hostsExist)("the map names no file that is gone", () => {
  verifies("house.map");
  const present = new Set(filesBelow("extensions").map((path) => path.slice("extensions/".length)));
  expect(mapRows().filter((row) => row.includes(".") && !present.has(row))).toEqual([]);
});

test("every file of extensions/ opens with a sentence on what it is responsible for", () => {
  verifies("house.headers");
  const opening = /^(#!.*\n)?(\/\*\*|\/\/ )/;
  const importFirst = /^import [\s\S]*? from "[^"]+";\n\n\/\*\*/;
  const silent = sourcesBelow("extensions").filter((path) => !opening.test(readText(path)));
  expect(silent.filter((path) => !importFirst.test(readText(path)))).toEqual([]);
});

test("the text of the package speaks of the product only", () => {
  verifies("house.product-only");
  const files = ["extensions", "skills", "templates", "scripts"].flatMap(filesBelow);
  const talk = [/\b(TODO|FIXME|XXX|HACK)\b/, /\b(see|fix(es|ed)?|closes|issue) #\d+|\(#\d+\)|\bissues\/\d+/i];
  const texts = files.filter((path) => /\.(ts|mjs|md|json)$/.test(path));
  expect(texts.filter((path) => talk.some((pattern) => pattern.test(readText(path))))).toEqual([]);
});
