import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { verifies } from "../acceptance/verifies.ts";
import { plantedFaults, soundFiles } from "./planted-faults.ts";
import { repository } from "./repository.ts";

const folder = mkdtempSync(join(tmpdir(), "walls-"));
const reported = new Map<string, Set<string>>();

const write = (path: string, text: string): void => {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
};

const lint = (): Promise<string> =>
  new Promise((done) => {
    const biome = join(repository, "node_modules/@biomejs/biome/bin/biome");
    const options = ["lint", "--reporter=github", "--max-diagnostics=none"];
    execFile(process.execPath, [biome, ...options], { cwd: folder, maxBuffer: 1 << 24 }, (_error, stdout) =>
      done(stdout),
    );
  });

beforeAll(async () => {
  for (const path of ["biome.json", "package.json", "scripts/lint"]) {
    cpSync(join(repository, path), join(folder, path), { recursive: true });
  }
  for (const [path, code] of Object.entries(soundFiles)) write(path, code);
  for (const [path, fault] of Object.entries(plantedFaults)) write(path, fault.code);
  for (const [, rule, path] of (await lint()).matchAll(/title=([^,]+),file=([^,]+),/g)) {
    const local = path?.slice(path.indexOf(folder) + folder.length + 1) ?? "";
    reported.set(local, (reported.get(local) ?? new Set()).add(rule ?? ""));
  }
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each(Object.entries(plantedFaults))("the linter reports the fault planted in %s", (path, fault) => {
  verifies("house.walls");
  expect([...(reported.get(path) ?? [])]).toEqual(expect.arrayContaining([...fault.rules]));
});

test.each(Object.keys(soundFiles))("the linter has nothing to say about %s", (path) => {
  expect([...(reported.get(path) ?? [])]).toEqual([]);
});
