import { expect, test } from "vitest";
import { verifies } from "../acceptance/verifies.ts";
import { type Import, importsOf, packageOf } from "./imports.ts";
import { readText, sourcesBelow } from "./repository.ts";

/** Packages that take more than 50 ms to load: only `import()` may reach them. */
const heavy = [
  "@modelcontextprotocol/server",
  "@secretlint/core",
  "@secretlint/secretlint-rule-preset-recommend",
  "defuddle",
  "fast-xml-parser",
  "linkedom",
  "mammoth",
  "unpdf",
  "web-tree-sitter",
];

/**
 * Schemas are written with TypeBox in every tool, so its owner is a folder. The launcher and the platform's loader
 * are plain JavaScript that runs before any TypeScript can, so each may name jiti.
 */
const ownedByFolder: Readonly<Record<string, string>> = {
  "@sinclair/typebox": "extensions/tools/",
  jiti: "extensions/platform/",
};

const outside = sourcesBelow("extensions")
  .flatMap(importsOf)
  .flatMap((one) => {
    const name = packageOf(one.specifier);
    return name === undefined ? [] : [{ ...one, name }];
  });

const isPi = (name: string): boolean => /^@(mariozechner|earendil-works)\//.test(name);

const usersOf = (uses: readonly (Import & { name: string })[]): Map<string, Set<string>> => {
  const users = new Map<string, Set<string>>();
  for (const { name, file } of uses) users.set(name, (users.get(name) ?? new Set()).add(file));
  return users;
};

test("each third-party package has one owner file", () => {
  verifies("house.owners");
  const users = usersOf(outside.filter((one) => one.kind !== "type" && !(one.name in ownedByFolder)));
  expect([...users].filter(([, files]) => files.size > 1).map(([name, files]) => [name, ...files])).toEqual([]);
});

test("a package that belongs to a folder is imported nowhere else", () => {
  verifies("house.owners");
  const strays = outside.filter((one) => one.kind !== "type" && !one.file.startsWith(ownedByFolder[one.name] ?? ""));
  expect(strays.map((one) => `${one.file} imports ${one.name}`)).toEqual([]);
});

test("Pi's packages are imported as types only, so that either generation of Pi can load the package", () => {
  verifies("house.pi-types-only");
  expect(outside.filter((one) => isPi(one.name) && one.kind !== "type").map((one) => one.file)).toEqual([]);
});

test("packages that are slow to load are imported late", () => {
  verifies("house.heavy-late");
  const early = outside.filter((one) => heavy.includes(one.name) && one.kind === "static");
  expect(early.map((one) => `${one.file} imports ${one.name}`)).toEqual([]);
});

test("every package that the sources load at run time is a dependency, and every dependency is pinned exactly", () => {
  verifies("house.dependencies");
  const {
    dependencies,
    optionalDependencies,
    peerDependencies,
  }: Record<"dependencies" | "optionalDependencies" | "peerDependencies", Record<string, string>> = JSON.parse(
    readText("package.json"),
  );
  const own = { ...dependencies, ...optionalDependencies };
  const loaded = new Set(outside.filter((one) => one.kind !== "type").map((one) => one.name));
  expect([...loaded].filter((name) => !(name in own || name in peerDependencies))).toEqual([]);
  expect(Object.values(own).filter((version) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
});
