import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { hostNames } from "../../scripts/support/pi-host.ts";
import { openSandbox, type PiSandbox } from "../../scripts/support/pi-sandbox.ts";
import { openTui, type TuiSession } from "../../scripts/support/pi-tui.ts";
import { verifies } from "../acceptance/verifies.ts";
import { placeDocsVault, questions } from "./docs-vault.ts";
import { installedPackage } from "./pack.ts";

describe.each(hostNames)("the full-screen mode of the %s Pi", (host) => {
  let sandbox: PiSandbox;
  let screen: TuiSession;

  beforeAll(async () => {
    sandbox = await openSandbox({ host, extension: installedPackage() });
    await placeDocsVault(sandbox);
    screen = await openTui(sandbox);
  });
  afterAll(async () => {
    await screen.close();
    await sandbox.close();
  });

  test("shows the vault in the status line, completes verbs, and shows what was recalled", async () => {
    verifies(
      "endtoend.screen-status",
      "endtoend.screen-completion",
      "endtoend.screen-recall-line",
      "endtoend.screen-why",
    );
    await screen.waitForText(/\d+ pages/);
    await screen.type("/wiki ");
    expect(await screen.waitForText(/→ status/)).toMatch(/recall/);
    // One key at a time: an Escape with another key right behind it would be read as Alt.
    await screen.type("", "Escape");
    await screen.waitUntilGone(/→ status/);
    await screen.type("", "C-u");
    await screen.waitUntilGone("/wiki");
    sandbox.model.play({ text: "Set excerpt_separator." });
    await screen.type(questions[0].prompt, "Enter");
    expect(await screen.waitForText("Set excerpt_separator.")).toMatch(/wiki: \d+ pages?, [\d,]+ tokens/);
    await screen.type("", "C-o");
    await screen.waitForText(/gray-matter.*score/);
    await screen.command("/wiki why");
    await screen.waitForText(/passed|recalled|because/i);
  });
});

test.each(hostNames)("installed by its settings, the %s Pi starts without a complaint", async (host) => {
  verifies("endtoend.no-complaint");
  const fixture = fileURLToPath(new URL("fixtures/lighthouse-extension.ts", import.meta.url));
  const settings = { packages: [installedPackage()] };
  const sandbox = await openSandbox({ host, extension: fixture, settings });
  onTestFinished(() => sandbox.close());
  const screen = await openTui(sandbox);
  onTestFinished(() => screen.close());
  expect(await screen.waitForText(/scripted/)).not.toMatch(/Extension issues|peerDependenc/);
});
