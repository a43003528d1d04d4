import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, describe, expect, onTestFinished, test } from "vitest";
import { findHost, hostNames, hostsFolder } from "../../scripts/support/pi-host.ts";
import { runPrint } from "../../scripts/support/pi-print.ts";
import { openSandbox, type PiSandbox } from "../../scripts/support/pi-sandbox.ts";
import { verifies } from "../acceptance/verifies.ts";
import { installedPackage } from "./pack.ts";

const execute = promisify(execFile);

const shipped = (): readonly string[] => readdirSync(join(installedPackage(), "skills")).sort();

/** By path, the text of every file below a folder. */
const filesOf = (folder: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .sort()
      .map((path) => [path.slice(folder.length + 1), readFileSync(path, "utf8")]),
  );

interface Place {
  readonly project: string;
  readonly environment: Readonly<Record<string, string>>;
}

const root = realpathSync(mkdtempSync(join(tmpdir(), "pi-wiki-skills-")));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const openPlace = (): Place => {
  const folder = mkdtempSync(join(root, "place-"));
  const [project, home] = [join(folder, "project"), join(folder, "home")];
  for (const path of [project, home]) mkdirSync(path);
  const environment = { PATH: process.env["PATH"] ?? "", HOME: home, DISABLE_TELEMETRY: "1", CI: "1", NO_COLOR: "1" };
  return { project, environment };
};

const run = ({ project, environment }: Place, words: readonly [string, ...string[]]) => {
  const [command, ...rest] = words;
  return execute(command, rest, { cwd: project, env: environment });
};

/** `npx skills`, with a Node that it runs on. */
const npxSkills = (place: Place, ...words: readonly string[]) =>
  run(place, [findHost("new").node, join(hostsFolder, "node_modules/skills/bin/cli.mjs"), ...words]);

/** `npx pi-wiki skills`, with the Node of the tests. */
const ownSkills = async (place: Place, ...words: readonly string[]) => {
  const bin = join(installedPackage(), "extensions/hosts/cli/bin.mjs");
  const { stdout } = await run(place, [process.execPath, bin, "skills", ...words, "--json"]);
  return JSON.parse(stdout);
};

test("`npx skills add` finds exactly the skills that we ship, and writes what our own installer writes", async () => {
  verifies("endtoend.npx-skills");
  const [theirs, ours] = [openPlace(), openPlace()];
  const listed = await npxSkills(theirs, "add", installedPackage(), "--list");
  const found = shipped().filter((name) => new RegExp(`\\b${name}\\b`).test(listed.stdout));
  expect(found).toEqual(shipped());
  expect(listed.stdout).toMatch(new RegExp(`Found\\s+${shipped().length}\\s+skills`));
  expect(readdirSync(theirs.project)).toEqual([]);
  await npxSkills(theirs, "add", installedPackage(), "--skill", "*", "-a", "pi", "codex", "-y");
  await ownSkills(ours, "add", "--all");
  const written = filesOf(join(ours.project, ".agents/skills"));
  expect(Object.keys(written)).toContain("weakness-wiki/scripts/stamp.mjs");
  expect(filesOf(join(theirs.project, ".agents/skills"))).toEqual(written);
});

test("what `npx skills` put there is known as current, and removed by it alone", async () => {
  verifies("endtoend.npx-skills", "skills.unchanged", "skills.removed");
  const place = openPlace();
  await npxSkills(place, "add", installedPackage(), "--skill", "okf", "-a", "pi", "-y");
  const added = await ownSkills(place, "add", "okf");
  expect(added.results).toMatchObject([{ name: "okf", outcome: "unchanged" }]);
  await expect(ownSkills(place, "remove", "okf")).rejects.toMatchObject({ code: 4 });
  expect(readdirSync(join(place.project, ".agents/skills"))).toEqual(["okf"]);
});

const withoutSkills = fileURLToPath(new URL("./fixtures/lighthouse-extension.ts", import.meta.url));

const systemPrompt = async (sandbox: PiSandbox): Promise<string> => {
  const { requests, stderr, exitCode } = await runPrint(sandbox, { prompt: "Good evening" });
  expect({ stderr, exitCode }).toEqual({ stderr: "", exitCode: 0 });
  return requests[0]?.system ?? "";
};

describe.each(hostNames)("the %s Pi", (host) => {
  test("offers the model every skill of the package", async () => {
    verifies("endtoend.skills-found");
    const sandbox = await openSandbox({ host, extension: installedPackage() });
    onTestFinished(sandbox.close);
    const system = await systemPrompt(sandbox);
    for (const name of shipped()) {
      expect(system).toContain(`<name>${name}</name>`);
      expect(system).toContain(join(installedPackage(), "skills", name, "SKILL.md"));
    }
  });

  test("offers the model a skill that was added for all projects, and no longer once it was removed", async () => {
    verifies("endtoend.skills-found", "skills.add");
    const sandbox = await openSandbox({ host, extension: withoutSkills });
    onTestFinished(sandbox.close);
    const place = { project: sandbox.project, environment: sandbox.environment };
    await ownSkills(place, "add", "okf", "--global", "--agent", "pi");
    expect(await systemPrompt(sandbox)).toContain(join(sandbox.home, ".agents/skills/okf/SKILL.md"));
    await ownSkills(place, "remove", "okf", "--global");
    expect(await systemPrompt(sandbox)).not.toContain("<name>okf</name>");
  });
});
