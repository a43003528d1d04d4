import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hostNames } from "../../scripts/support/pi-host.ts";
import { runPrint } from "../../scripts/support/pi-print.ts";
import { openRpc } from "../../scripts/support/pi-rpc.ts";
import { openSandbox, type PiSandbox } from "../../scripts/support/pi-sandbox.ts";
import { addedAfter } from "../../scripts/support/request-view.ts";
import { verifies } from "../acceptance/verifies.ts";
import { folderState } from "./folder-state.ts";
import { installedPackage } from "./pack.ts";

const prompt = "How do I trim the wick of the lamp?";

describe.each(hostNames)("a folder without a vault, in the %s Pi", (host) => {
  let sandbox: PiSandbox;
  beforeAll(async () => {
    sandbox = await openSandbox({ host, extension: installedPackage() });
  });
  afterAll(() => sandbox.close());

  test("nothing is sent, printed or created", async () => {
    verifies("endtoend.nothing-created", "endtoend.nothing-printed");
    const before = [folderState(sandbox.project), folderState(sandbox.home)];
    const recall = { calls: [{ name: "wiki_recall", arguments: { query: "lamp wick" } }] };
    const run = await runPrint(sandbox, { prompt, steps: [recall] });
    expect(run.exitCode).toBe(0);
    expect(addedAfter(run.requests[0] ?? { messages: [], system: "", toolNames: [], toolsRaw: "" }, prompt)).toEqual(
      [],
    );
    expect(run.requests[1]?.messages.at(-1)?.role).toBe("tool");
    expect([run.strayLines, run.stderr]).toEqual([[], ""]);
    expect([folderState(sandbox.project), folderState(sandbox.home)]).toEqual(before);
  });

  test("a whole session with screens of /wiki leaves no trace either", async () => {
    verifies("endtoend.nothing-created");
    const before = [folderState(sandbox.project), folderState(sandbox.home)];
    const session = await openRpc(sandbox);
    await session.ask(prompt);
    for (const verb of ["status", "recall lamp", "why", "lint", "help"]) await session.command(`/wiki ${verb}`);
    expect(await session.close()).toBe(0);
    expect(session.stderr()).toBe("");
    expect(session.events.filter((event) => event["type"] === "stray")).toEqual([]);
    expect([folderState(sandbox.project), folderState(sandbox.home)]).toEqual(before);
  });
});
