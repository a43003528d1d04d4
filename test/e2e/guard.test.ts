import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hostNames } from "../../scripts/support/pi-host.ts";
import { openRpc, type RpcSession } from "../../scripts/support/pi-rpc.ts";
import { openSandbox, type PiSandbox } from "../../scripts/support/pi-sandbox.ts";
import { addedAfter } from "../../scripts/support/request-view.ts";
import type { ToolCall } from "../../scripts/support/scripted-model.ts";
import { wikiCli } from "../../scripts/support/wiki-cli.ts";
import { verifies } from "../acceptance/verifies.ts";
import { folderState } from "./folder-state.ts";
import { installedPackage } from "./pack.ts";

interface Target {
  readonly vault: string;
  readonly file: string;
}

/** The ways a model may spell one file. */
const spellings = (sandbox: PiSandbox, { vault, file }: Target): readonly string[] => {
  const whole = join(vault, file);
  const name = vault === join(sandbox.project, ".llm-wiki") ? "project-link" : "home-link";
  return [
    whole,
    relative(sandbox.project, whole),
    `./${relative(sandbox.project, whole)}`,
    `@${whole}`,
    `@${relative(sandbox.project, whole)}`,
    `~/${relative(sandbox.home, whole)}`,
    pathToFileURL(whole).href,
    join(vault, "wiki").concat("/../", file),
    `${name}/${file}`,
  ];
};

const write = (path: string): ToolCall => ({ name: "write", arguments: { path, content: "The fog is a lie.\n" } });

const edit = (path: string, oldText: string): ToolCall => ({
  name: "edit",
  arguments: { path, edits: [{ oldText, newText: "forged" }] },
});

describe.each(hostNames)("the guard in the %s Pi", (host) => {
  let sandbox: PiSandbox;
  let session: RpcSession;
  let vaults: readonly string[];
  let sealed: readonly Target[];

  const isSealed = (line: string): boolean => /^(raw\/|meta\/events|config\.json)/.test(line);
  const sealedState = (): readonly string[] => vaults.flatMap((vault) => folderState(vault).filter(isSealed));

  beforeAll(async () => {
    sandbox = await openSandbox({ host, extension: installedPackage() });
    vaults = [join(sandbox.project, ".llm-wiki"), join(sandbox.home, ".llm-wiki")];
    writeFileSync(join(sandbox.project, "log.md"), "# Night log\n\nFog from midnight, horn sounded twice a minute.\n");
    for (const layer of ["project", "personal"]) {
      await wikiCli(sandbox, "init", "lighthouse", "--layer", layer);
      await wikiCli(sandbox, "capture", "log.md", "--layer", layer);
    }
    const packet = (vault: string): string =>
      folderState(vault)
        .map((line) => line.split(" ")[0] ?? "")
        .find((path) => path.endsWith("/extracted.md")) ?? "";
    sealed = vaults.flatMap((vault) =>
      [packet(vault), "meta/events.jsonl", "config.json"].map((file) => ({ vault, file })),
    );
    symlinkSync(vaults[0] ?? "", join(sandbox.project, "project-link"));
    symlinkSync(vaults[1] ?? "", join(sandbox.project, "home-link"));
    session = await openRpc(sandbox);
  });
  afterAll(async () => {
    await session.close();
    await sandbox.close();
  });

  /** What the model was told of each call. */
  const told = async (calls: readonly ToolCall[]): Promise<readonly string[]> => {
    const turn = await session.ask("Please tidy up", { calls });
    return turn.requests[1]?.messages.slice(-calls.length).map((message) => message.text) ?? [];
  };

  test("write and edit into sealed places are refused in every spelling, with a reason", async () => {
    verifies("endtoend.guard-refuses", "endtoend.guard-untouched");
    const before = sealedState();
    const calls = sealed.flatMap((target) => {
      const [line = ""] = readFileSync(join(target.vault, target.file), "utf8").split("\n");
      return spellings(sandbox, target).flatMap((path) => [write(path), edit(path, line)]);
    });
    const reasons = await told(calls);
    const passed = calls.filter((_call, index) => !/protected/i.test(reasons[index] ?? ""));
    expect(passed.map((call) => [call.name, call.arguments["path"]])).toEqual([]);
    expect(sealedState()).toEqual(before);
  });

  test("new files in sealed folders are refused as well", async () => {
    verifies("endtoend.guard-refuses");
    const paths = vaults.flatMap((vault) => [
      join(vault, "raw/sources/SRC-2026-11-30-900/extracted.md"),
      join(vault, "meta/new.json"),
    ]);
    const reasons = await told(paths.map(write));
    expect(reasons.filter((reason) => !/protected/i.test(reason))).toEqual([]);
  });

  test("a page may be written, and the next turn recalls it", async () => {
    verifies("endtoend.guard-pages-free", "endtoend.turn-reindexes");
    mkdirSync(join(sandbox.project, ".llm-wiki/wiki/notes"), { recursive: true });
    const content =
      "---\ntype: procedure\ntitle: Winding the clockwork of the lens\n---\n\nWind the lens clockwork every four hours with the brass crank; ninety turns, never more.\n";
    await told([{ name: "write", arguments: { path: ".llm-wiki/wiki/notes/lens-clockwork.md", content } }]);
    const prompt = "How many turns does winding the lens clockwork take?";
    const turn = await session.ask(prompt);
    const [request] = turn.requests;
    expect(request === undefined ? "" : addedAfter(request, prompt)[0]?.text).toContain("ninety turns");
  });
});
