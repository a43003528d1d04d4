import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { verifies } from "../acceptance/verifies.ts";
import { buildPackage } from "../hosts/cli/built-package.ts";
import { commandBlocks, commandEnvironment, isSkipped, normalise } from "./readme-commands.ts";
import { hostsExist, readText } from "./repository.ts";

const folder = realpathSync(mkdtempSync(join(tmpdir(), "readme-")));
const project = join(folder, "lighthouse");
// With the package as users have it: each command is a process, and from the sources each is slow.
const environment = commandEnvironment(folder, buildPackage(folder));

const run = (command: string, ...words: string[]) =>
  spawnSync(command, words, { cwd: project, env: environment, encoding: "utf8", input: "" });

beforeAll(() => {
  mkdirSync(project);
  run("git", "init", "-q");
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

// One project for all blocks, in their order, as a reader would type them.
describe.runIf(hostsExist)("the commands of README.md", () => {
  test.each(commandBlocks(readText("README.md")))("the commands at line $line run", ({ script, expected }) => {
    verifies("house.readme-commands");
    const { status, stdout, stderr } = run("bash", "-euo", "pipefail", "-c", script);
    expect({ status, stderr: status === 0 ? "" : stderr }).toEqual({ status: 0, stderr: "" });
    if (expected !== undefined) expect(normalise(stdout, folder)).toBe(expected);
  });
});

test("commands are read from shell fences, with the output that follows", () => {
  verifies("house.readme-commands");
  const markdown = "Text\n\n```sh\n# A note\nnpm ci\npi-wiki init\n```\n\n```output\nmade\n```\n\n```json\n{}\n```\n";
  expect(commandBlocks(markdown)).toEqual([{ line: 3, script: "pi-wiki init", expected: "made\n" }]);
  expect(commandBlocks("```sh\nnpm ci\n```\n")).toEqual([]);
});

test("a command is skipped for a reason that has a name, and no other", () => {
  verifies("house.readme-commands");
  expect(["npm ci", "npm test", "pi install npm:pi-wiki", "npx pi-wiki mcp", "pi-wiki review"].every(isSkipped)).toBe(
    true,
  );
  expect(["npx pi-wiki init", "pi-wiki review --json", "pi-wiki recall pi"].some(isSkipped)).toBe(false);
});

test("what differs from run to run is normalised", () => {
  verifies("house.readme-commands");
  const output = "/a/b/raw/SRC-2026-11-30-001 at 2026-11-30T12:00:00.000Z in 12.5 ms";
  expect(normalise(output, "/a/b")).toBe("<folder>/raw/SRC-<date>-001 at <time> in <duration>");
});
