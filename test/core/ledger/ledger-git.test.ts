import { join } from "node:path";
import { expect, test } from "vitest";
import { openLedger } from "../../../extensions/core/ledger/ledger-store.ts";
import type { Vault } from "../../../extensions/core/vault/vault.ts";
import type { Platform } from "../../../extensions/platform/platform.ts";
import { verifies } from "../../acceptance/verifies.ts";
import { testPlatform } from "../../support/test-platform.ts";
import { edited, keeper } from "./ledger-words.ts";

/** A repository whose root is a vault, as one person's clone of it. */
const clone = async (platform: Platform, { folder, name }: { folder: string; name: string }) => {
  const own: Platform = { ...platform, newId: (length) => platform.hash(`${name} ${length}`).slice(0, length) };
  const files = own.files(join(folder, name));
  const vault: Vault = {
    layer: "project",
    root: files.root,
    layout: "current",
    exists: true,
    config: undefined,
    files,
    key: name,
  };
  const git = async (...args: string[]): Promise<string> => {
    const { exitCode, stdout, stderr } = await platform.run(["git", ...args], { cwd: files.root });
    if (exitCode !== 0) throw new Error(`git ${args.join(" ")}: ${stderr}`);
    return stdout;
  };
  const ledger = openLedger({ platform: own, vault });
  const log = async (...pages: string[]): Promise<void> => {
    for (const page of pages) await ledger.append(keeper(own), [edited(page)]);
    await git("add", "-A");
    await git("commit", "-qm", pages.join(" "));
  };
  return { git, ledger, log, files, pages: () => ledger.read().events.map(({ details }) => details["page"]) };
};

const twoClones = async () => {
  const { platform, folder } = await testPlatform();
  const run = (...command: string[]) => platform.run(command, { cwd: folder });
  await run("git", "init", "-q", "-b", "main", "keeper");
  const here = await clone(platform, { folder, name: "keeper" });
  await here.files.write(".gitattributes", "*.jsonl merge=union\n");
  await here.log("shared");
  await run("git", "clone", "-q", join(folder, "keeper"), "mate");
  return { here, there: await clone(platform, { folder, name: "mate" }) };
};

test("two clones merged by git's union driver verify, and each event is there once", async () => {
  verifies("ledger.git-union");
  const { here, there } = await twoClones();
  await here.log("here 1", "here 2");
  await there.log("there 1", "there 2");
  await here.git("pull", "-q", "--no-rebase", "--no-edit", "../mate", "main");
  await there.git("pull", "-q", "--no-rebase", "--no-edit", "origin", "main");
  await here.log("here 3");
  await there.log("there 3");
  await here.git("pull", "-q", "--no-rebase", "--no-edit", "../mate", "main");

  const { findings, chains } = here.ledger.verify();
  expect(findings).toEqual([]);
  expect(chains.map(({ events }) => events).sort()).toEqual([3, 4]);
  expect(here.pages().sort()).toEqual(["here 1", "here 2", "here 3", "shared", "there 1", "there 2", "there 3"]);
});

test("branches of one clone keep every chain whole through switching and merging", async () => {
  verifies("ledger.checkout");
  const { here } = await twoClones();
  await here.git("switch", "-qc", "fog");
  await here.log("fog 1", "fog 2");
  await here.git("switch", "-q", "main");
  await here.log("main 1");
  await here.git("switch", "-q", "fog");
  await here.log("fog 3");
  await here.git("switch", "-q", "main");
  await here.log("main 2");
  expect(here.ledger.verify().findings.map(({ code }) => code)).toEqual(["ledger-cut"]);

  await here.git("merge", "-q", "--no-edit", "fog");
  await here.log("joined");
  const { findings, chains } = here.ledger.verify();
  expect(findings).toEqual([]);
  expect(chains.map(({ events }) => events).sort()).toEqual([3, 4]);
  expect(here.pages()).toHaveLength(7);
});

test("a rebase onto another clone's events leaves every chain whole", async () => {
  const { here, there } = await twoClones();
  await here.log("here 1");
  await here.log("here 2");
  await there.log("there 1");
  await here.git("pull", "-q", "--rebase", "../mate", "main");
  await here.log("here 3");
  expect(here.ledger.verify().findings).toEqual([]);
  expect(here.pages()).toHaveLength(5);
});
