import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { skillToCheck } from "../../extensions/core/skills/skill-files-store.ts";
import { skillFindings } from "../../extensions/core/skills/skill-rules.ts";
import { packListProblems } from "../../scripts/package/pack-list.ts";
import { verifies } from "../acceptance/verifies.ts";
import { testPlatform } from "../support/test-platform.ts";
import { filesBelow, foldersBelow, hostsExist, readText, repository } from "./repository.ts";

const sound = ["package.json", "README.md", "LICENSE", "CHANGELOG.md", "extensions/index.ts"];

test.runIf(hostsExist)("the package that would be published is in order", () => {
  verifies("house.package");
  const script = join(repository, "scripts/check-package.mjs");
  expect(execFileSync(process.execPath, [script], { encoding: "utf8" })).toBe("The package is in order.\n");
});

test("a test, a fixture, a source map or a stray file in the package is a problem", () => {
  verifies("house.package");
  expect(packListProblems(sound)).toEqual([]);
  const strays = ["extensions/core/lamp.test.ts", "test/fixtures/lamp.md", "dist/pi.mjs.map", "notes.txt"];
  for (const stray of strays) expect(packListProblems([...sound, stray])).not.toEqual([]);
  expect(packListProblems(sound.slice(1))).toEqual(["package.json is missing from the package."]);
});

test("every skill in the package is valid", async () => {
  verifies("house.skills");
  const { platform } = await testPlatform();
  const skills = foldersBelow("skills").map((name) => skillToCheck(platform, join(repository, "skills", name)));
  expect(skills.map(({ folder }) => folder)).toContain("pi-wiki");
  expect(skills.flatMap(skillFindings)).toEqual([]);
});

test("no lockfile names a registry host", () => {
  verifies("house.lockfile");
  for (const path of ["package-lock.json", "test/e2e/hosts/package-lock.json"]) {
    const lock: { packages: Record<string, { resolved?: string }> } = JSON.parse(readText(path));
    expect(Object.values(lock.packages).filter((entry) => entry.resolved !== undefined)).toEqual([]);
  }
});

test("no dependency of the package builds native code or runs a script when it is installed", () => {
  verifies("house.no-install-scripts");
  const lock: { packages: Record<string, { hasInstallScript?: boolean; dev?: boolean; devOptional?: boolean }> } =
    JSON.parse(readText("package-lock.json"));
  const shipped = Object.entries(lock.packages).filter(([, entry]) => !entry.dev && !entry.devOptional);
  expect(shipped.filter(([, entry]) => entry.hasInstallScript).map(([path]) => path)).toEqual([]);
  expect(Object.keys(JSON.parse(readText("package.json")).scripts)).not.toContain("postinstall");
});

test("the sources suppress no rule of the linter or the compiler", () => {
  verifies("house.no-suppressions");
  const files = ["extensions", "scripts"].flatMap(filesBelow).filter((path) => /\.(ts|mjs)$/.test(path));
  expect(files.filter((path) => /@ts-(ignore|expect-error|nocheck)|biome-ignore/.test(readText(path)))).toEqual([]);
});
