import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hostNames } from "../../scripts/support/pi-host.ts";
import { runPrint } from "../../scripts/support/pi-print.ts";
import { openRpc, shownText } from "../../scripts/support/pi-rpc.ts";
import { openSandbox, type PiSandbox } from "../../scripts/support/pi-sandbox.ts";
import { openTui } from "../../scripts/support/pi-tui.ts";

const extension = fileURLToPath(new URL("./fixtures/lighthouse-extension.ts", import.meta.url));

describe.each(hostNames)("the harness on the %s Pi", (host) => {
  let sandbox: PiSandbox;
  beforeAll(async () => {
    sandbox = await openSandbox({ host, extension });
  });
  afterAll(() => sandbox.close());

  test("print mode runs a scripted tool call and shows the model its result", async () => {
    const run = await runPrint(sandbox, {
      prompt: "What does the log say about fog?",
      steps: [{ calls: [{ name: "lamp_log", arguments: { night: "30 November" } }] }, { text: "It was lit." }],
    });
    expect(run.exitCode).toBe(0);
    expect(run.strayLines).toEqual([]);
    expect(run.requests.map((request) => request.messages.at(-1)?.role)).toEqual(["user", "tool"]);
    expect(run.requests[0]?.messages.at(-1)?.text).toBe("In fog the horn sounds twice.");
    expect(run.requests[1]?.messages.at(-1)?.text).toContain("lamp lit at dusk");
    expect(run.requests[0]?.toolNames).toContain("lamp_log");
    expect(run.events.map((event) => event["type"])).toContain("agent_end");
  });

  test("an RPC session keeps one system prompt, runs commands and reports a refused call", async () => {
    const session = await openRpc(sandbox);
    const quiet = await session.ask("Good evening", { text: "Good evening." });
    const blocked = await session.ask("Write it down", {
      calls: [{ name: "write", arguments: { path: "logbook.md", content: "calm" } }],
    });
    const shown = await session.command("/lamp status");
    expect(await session.close()).toBe(0);
    expect(quiet.requests[0]?.messages.at(-1)?.text).toContain("Good evening");
    expect(blocked.requests[0]?.system).toBe(quiet.requests[0]?.system);
    expect(blocked.requests[1]?.messages.at(-1)?.text).toContain("The logbook is sealed.");
    expect(existsSync(join(sandbox.project, "logbook.md"))).toBe(false);
    expect(shownText(shown.events)).toBe("lamp status: burning\nThe lamp was asked about.");
    expect(shown.requests).toEqual([]);
  });

  test("the full-screen mode takes keys and shows completion, status and answers", async () => {
    const screen = await openTui(sandbox);
    await screen.waitForText("lamp: lit");
    await screen.type("/lamp ");
    await screen.waitForText("trim");
    await screen.type("", "Escape");
    await screen.waitUntilGone("trim");
    await screen.type("", "C-u");
    await screen.waitUntilGone("/lamp");
    sandbox.model.play({ text: "The horn is ready." });
    await screen.type("Is there fog?", "Enter");
    expect(await screen.waitForText("The horn is ready.")).toContain("In fog the horn sounds twice.");
    await screen.close();
  });
});
