import { dirname, posix } from "node:path";
import { expect, test } from "vitest";
import { verifies } from "../acceptance/verifies.ts";
import { readText, sourcesBelow } from "./repository.ts";

/** What decides: the guard, what may be believed, and what is accepted. */
const deciding = ["extensions/core/guard", "extensions/core/trust", "extensions/core/acceptance"] as const;

const knowledge = "extensions/core/knowledge/";

/** What a file has of repository knowledge: imports of any kind, late ones too, and the name of its store. */
const borrowed = (path: string, code: string): readonly string[] => {
  const specifiers = [...code.matchAll(/(?:from|import\()\s*"(\.[^"]+)"/g)].map(([, specifier = ""]) => specifier);
  const imported = specifiers.filter((one) => posix.join(dirname(path), one).startsWith(knowledge));
  return [...imported, ...(code.includes("pmo-knowledge") ? ["pmo-knowledge"] : [])];
};

test("what decides neither imports repository knowledge nor names its store", () => {
  verifies("knowledge.authorises-nothing");
  const files = deciding.flatMap(sourcesBelow);
  expect(files.length).toBeGreaterThan(100);
  expect(files.filter((path) => borrowed(path, readText(path)).length > 0)).toEqual([]);
});

test.each([
  ["an import", 'import { openStoredMap } from "../knowledge/stored-map.ts";'],
  ["an import of a type", 'import type { SymbolMap } from "../knowledge/symbols/symbol-map.ts";'],
  ["a late import", 'const late = () => import("../knowledge/serve-knowledge.ts");'],
  ["the store's name", 'const place = ".git/pmo-knowledge/earned";'],
])("the wall is seen by %s that is planted behind it", (_, code) => {
  verifies("knowledge.authorises-nothing");
  expect(borrowed("extensions/core/guard/decide.ts", code)).toHaveLength(1);
});

test("only the extractor of repository knowledge uses a package", () => {
  verifies("knowledge.authorises-nothing");
  const packages = (code: string): readonly string[] =>
    [...code.matchAll(/(?:from|import\()\s*"([^."][^"]*)"/g)].map(([, specifier = ""]) => specifier);
  const users = sourcesBelow("extensions/core/knowledge").filter((path) => packages(readText(path)).length > 0);
  expect(users.map((path) => path.slice(knowledge.length))).toEqual([
    "extract/extract-module.ts",
    "extract/tree-sitter.ts",
  ]);
});
