import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hostNames } from "../../scripts/support/pi-host.ts";
import { openRpc, type RpcSession, shownText } from "../../scripts/support/pi-rpc.ts";
import { openSandbox, type PiSandbox } from "../../scripts/support/pi-sandbox.ts";
import { verifies } from "../acceptance/verifies.ts";
import { placeDocsVault, questions } from "./docs-vault.ts";
import { installedPackage } from "./pack.ts";

describe.each(hostNames)("/wiki in the RPC mode of the %s Pi", (host) => {
  let sandbox: PiSandbox;
  let session: RpcSession;

  /** What the command showed; it never asks the model. */
  const shown = async (line: string): Promise<string> => {
    const turn = await session.command(line);
    expect(turn.requests).toEqual([]);
    expect(turn.events.filter((event) => event["type"] === "extension_error")).toEqual([]);
    return shownText(turn.events);
  };

  beforeAll(async () => {
    sandbox = await openSandbox({ host, extension: installedPackage() });
    await placeDocsVault(sandbox);
    session = await openRpc(sandbox, { answer: () => ({ value: "Written in the editor: mind the third step." }) });
    await session.ask(questions[0].prompt);
  });
  afterAll(async () => {
    await session.close();
    await sandbox.close();
  });

  test.each([
    ["status", /pages/],
    ["", /pages/],
    ["recall custom excerpt separator", /excerpt_separator/],
    ["why", /gray-matter/],
    ["lint", /\S/],
    ["verify", /\S/],
    ["settings", /recallTokens/],
    ["help", /recall[\s\S]*capture[\s\S]*note/],
  ])("/wiki %s answers", async (verb, words) => {
    verifies("endtoend.commands-answer");
    expect(await shown(`/wiki ${verb}`.trim())).toMatch(words);
  });

  test("an unknown verb shows the verbs there are", async () => {
    verifies("endtoend.command-unknown");
    expect(await shown("/wiki polish the brass")).toMatch(/help|recall[\s\S]*capture/);
  });

  test("/wiki capture keeps a file, /wiki note keeps a note", async () => {
    verifies("endtoend.commands-write");
    writeFileSync(join(sandbox.project, "tides.md"), "# Tides\n\nSpring tide reaches the third step.\n");
    expect(await shown("/wiki capture tides.md")).toMatch(/SRC-/);
    expect(await shown("/wiki note The third step floods at spring tide\nWear boots on the stair.")).toMatch(/notes\//);
  });

  test("/wiki note without a text takes it from the person's editor", async () => {
    verifies("endtoend.commands-write");
    const [, path = ""] = (await shown("/wiki note The stair at low tide")).split("\n");
    expect(readFileSync(path, "utf8")).toContain("mind the third step");
  });

  test("/wiki init makes a vault where there is none", async () => {
    verifies("endtoend.commands-write");
    const bare = await openSandbox({ host, extension: installedPackage() });
    const fresh = await openRpc(bare);
    const text = shownText((await fresh.command("/wiki init lighthouse")).events);
    await fresh.close();
    expect(text).toContain(".llm-wiki");
    expect(existsSync(join(bare.project, ".llm-wiki/config.json"))).toBe(true);
    await bare.close();
  });
});
