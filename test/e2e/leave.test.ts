/** What is left of us: after a session of use, and after what README says to delete. */

import { readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { at, listAt, textAt } from "../../scripts/support/json-view.ts";
import { hostNames } from "../../scripts/support/pi-host.ts";
import { runPrint } from "../../scripts/support/pi-print.ts";
import { openSandbox, type PiSandbox } from "../../scripts/support/pi-sandbox.ts";
import { wikiCli } from "../../scripts/support/wiki-cli.ts";
import { verifies } from "../acceptance/verifies.ts";
import { folderState } from "./folder-state.ts";
import { installedPackage } from "./pack.ts";

const filesBelow = (root: string): readonly string[] =>
  readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((path) => statSync(join(root, path)).isFile())
    .sort();

/** Where Pi itself writes, with or without us. */
const isOfPi = (path: string): boolean => path.startsWith("agent/");

const prompt = "Write down what we learned about the lamp";

describe.each(hostNames)("somebody who used us in the %s Pi", (host) => {
  let sandbox: PiSandbox;
  beforeAll(async () => {
    sandbox = await openSandbox({ host, extension: installedPackage() });
    writeFileSync(join(sandbox.project, "lamp.txt"), "The lamp burns colza oil.\n");
    await wikiCli(sandbox, "init", "Lighthouse");
  });
  afterAll(() => sandbox.close());

  test("has a vault, a cache and a state folder, and keeps the vault alone", async () => {
    verifies("compatibility.leaves-vault-only");
    const before = filesBelow(sandbox.root).filter((path) => !isOfPi(path));
    const settings = folderState(sandbox.agentFolder).filter((line) => /^(settings|models)\.json/.test(line));
    const calls = [
      { name: "wiki_task", arguments: { action: "open", text: "Fog signal" } },
      {
        name: "wiki_note",
        arguments: { title: "Trim at dusk", type: "lesson", text: "A wick trimmed at noon smokes." },
      },
      { name: "wiki_capture", arguments: { source: "lamp.txt" } },
      { name: "wiki_recall", arguments: { query: "when to trim the wick" } },
      { name: "wiki_check", arguments: { action: "lint" } },
    ];
    expect((await runPrint(sandbox, { prompt, steps: [{ calls }] })).exitCode).toBe(0);
    await wikiCli(sandbox, "note", "--title", "Horn", "--type", "lesson", "--text", "The horn needs compressed air.");
    await wikiCli(sandbox, "rebuild");

    const added = filesBelow(sandbox.root).filter((path) => !isOfPi(path) && !before.includes(path));
    const places = { vault: "project/.llm-wiki/", cache: "cache/pi-wiki/", state: "state/pi-wiki/" };
    const known = Object.values(places);
    expect(added.filter((path) => !known.some((place) => path.startsWith(place)))).toEqual([]);
    for (const place of known) expect([place, added.some((path) => path.startsWith(place))]).toEqual([place, true]);
    expect(folderState(sandbox.agentFolder).filter((line) => /^(settings|models)\.json/.test(line))).toEqual(settings);

    const vault = folderState(join(sandbox.project, ".llm-wiki"));
    for (const place of [places.cache, places.state]) rmSync(join(sandbox.root, place), { recursive: true });
    expect(folderState(join(sandbox.project, ".llm-wiki"))).toEqual(vault);
    // Whoever comes back finds all of it.
    const hits = listAt(await wikiCli(sandbox, "recall", "horn compressed air"), "hits");
    expect(hits.map((hit) => textAt(hit, "id"))).toContain("notes/horn");
    const findings = listAt(await wikiCli(sandbox, "verify"), "findings");
    expect(findings.filter((finding) => at(finding, "severity") === "error")).toEqual([]);
  });
});
