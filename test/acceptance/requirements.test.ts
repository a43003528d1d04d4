import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { requirements } from "./requirements.ts";

const testFolder = new URL("../", import.meta.url).pathname;

const testFiles = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (entry.name === "node_modules") return [];
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return testFiles(path);
    return entry.name.endsWith(".test.ts") ? [path] : [];
  });

const citedIds = (): Set<string> => {
  const calls = testFiles(testFolder).flatMap((file) => [
    ...readFileSync(file, "utf8").matchAll(/\bverifies\(([^)]*)\)/g),
  ]);
  return new Set(calls.flatMap((call) => [...(call[1] ?? "").matchAll(/"([^"]+)"/g)].map((id) => id[1] ?? "")));
};

test("every requirement is cited by a test", () => {
  const cited = citedIds();
  expect(requirements.map((requirement) => requirement.id).filter((id) => !cited.has(id))).toEqual([]);
});

test("requirement ids are unique and named by area", () => {
  const ids = requirements.map((requirement) => requirement.id);
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  expect(ids.filter((id) => !/^[a-z]+\.[a-z0-9-]+$/.test(id))).toEqual([]);
});
