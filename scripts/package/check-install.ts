/**
 * Installs what would be published as a user would, and uses it: the command line through `npx`, both generations of Pi,
 * Pi's own list of skills, and `npx skills`. Throws for the first thing that is not as it should be.
 */

import { execFile } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { installHosts } from "../../test/e2e/hosts/install.ts";
import { packAndInstall } from "../support/packed.ts";
import { checkout, findHost, hostNames, hostsFolder } from "../support/pi-host.ts";
import { runPrint } from "../support/pi-print.ts";
import { openSandbox } from "../support/pi-sandbox.ts";

const execute = promisify(execFile);

export type Say = (line: string) => void;

export const checkInstall = async (say: Say): Promise<void> => {
  await installHosts();
  const installed = await packAndInstall();
  const place = mkdtempSync(join(tmpdir(), "pi-wiki-release-"));
  try {
    const { folder } = installed;
    say(`Packed, and installed into a clean folder without a lockfile: ${countOf(folder)} packages.`);
    await checkCommandLine(dirname(dirname(folder)), place);
    say("The command line runs through npx.");
    const skills = readdirSync(join(folder, "skills")).sort();
    for (const host of hostNames) {
      await checkPi(host, folder, skills);
      say(`${findHost(host).label} loads it without a word, and lists its ${skills.length} skills.`);
    }
    await checkNpxSkills(folder, skills, place);
    say("`npx skills add` finds the same skills.");
  } finally {
    rmSync(place, { recursive: true, force: true });
    await installed.remove();
  }
};

const countOf = (folder: string): number => readdirSync(dirname(folder)).filter((name) => !name.startsWith(".")).length;

const expectThat = (holds: boolean, problem: string): void => {
  if (!holds) throw new Error(problem);
};

interface Ran {
  readonly stdout: string;
}

const run = (command: string, words: readonly string[], { cwd, home }: { cwd: string; home: string }): Promise<Ran> => {
  const env = { PATH: process.env["PATH"] ?? "", HOME: home, DISABLE_TELEMETRY: "1", CI: "1", NO_COLOR: "1" };
  return execute(command, words, { cwd, env, maxBuffer: 64 * 1024 * 1024 });
};

/** Installed beside nothing of ours, in a folder that has no vault yet. */
const checkCommandLine = async (root: string, home: string): Promise<void> => {
  expectThat(!existsSync(join(root, "package-lock.json")), "The installation left a lockfile.");
  const npx = (...words: readonly string[]): Promise<Ran> =>
    run("npx", ["--no-install", "pi-wiki", ...words], { cwd: root, home });
  const { version } = JSON.parse(readFileSync(join(checkout, "package.json"), "utf8"));
  const said = (await npx("--version")).stdout.trim();
  expectThat(said.includes(version), `npx pi-wiki --version says "${said}", not ${version}.`);
  await npx("init", "release");
  await npx("note", "--title", "The lamp is lit at dusk", "--type", "decision", "--text", "Lit at dusk.");
  const { hits } = JSON.parse((await npx("recall", "lamp at dusk", "--json")).stdout);
  expectThat(hits[0]?.id === "notes/the-lamp-is-lit-at-dusk", "What was noted is not recalled.");
  const findings: readonly { severity: string }[] = JSON.parse((await npx("verify", "--json")).stdout).findings;
  expectThat(findings.length === 0, `verify finds something in a new vault: ${JSON.stringify(findings)}`);
  await npx("skills", "validate");
};

const checkPi = async (host: (typeof hostNames)[number], folder: string, skills: readonly string[]): Promise<void> => {
  const sandbox = await openSandbox({ host, extension: folder });
  try {
    const { label } = sandbox.host;
    const { requests, stderr, exitCode } = await runPrint(sandbox, { prompt: "Good evening" });
    expectThat(exitCode === 0 && stderr === "", `${label} ended with ${exitCode}: ${stderr}`);
    expectThat(requests[0]?.toolNames.includes("wiki_recall") === true, `${label} is not offered wiki_recall.`);
    const missing = skills.filter((name) => !requests[0]?.system.includes(`<name>${name}</name>`));
    expectThat(missing.length === 0, `${label} does not list ${missing.join(", ")}.`);
  } finally {
    await sandbox.close();
  }
};

/** It wants a newer Node than we do: that of the newer Pi. */
const checkNpxSkills = async (folder: string, skills: readonly string[], place: string): Promise<void> => {
  const [project, home] = [join(place, "project"), join(place, "home")];
  for (const path of [project, home]) mkdirSync(path);
  const cli = join(hostsFolder, "node_modules/skills/bin/cli.mjs");
  const words = [cli, "add", folder, "--skill", "*", "-a", "pi", "-y"];
  await run(findHost("new").node, words, { cwd: project, home });
  const added = readdirSync(join(project, ".agents/skills")).sort();
  expectThat(added.join() === skills.join(), `npx skills added ${added.join(", ")}, not ${skills.join(", ")}.`);
};
