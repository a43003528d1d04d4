import { mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hostNames } from "../../scripts/support/pi-host.ts";
import { runPrint } from "../../scripts/support/pi-print.ts";
import { openRpc, type RpcSession, type Turn } from "../../scripts/support/pi-rpc.ts";
import { openSandbox, type PiSandbox } from "../../scripts/support/pi-sandbox.ts";
import { wikiCli } from "../../scripts/support/wiki-cli.ts";
import { verifies } from "../acceptance/verifies.ts";
import { installedPackage } from "./pack.ts";

const call = (input: object) => ({ calls: [{ name: "wiki_weakness", arguments: { ...input } }] });
const answers = ({ requests }: Turn): readonly string[] =>
  requests.flatMap(({ messages }) => messages.filter(({ role }) => role === "tool").map(({ text }) => text));

describe.each(hostNames)("the weakness wiki in the %s Pi", (host) => {
  const run = realpathSync(mkdtempSync(join(tmpdir(), "run-")));
  let sandbox: PiSandbox;
  let session: RpcSession;
  const inRun = (path: string): string => readFileSync(join(run, "wiki", path), "utf8");

  beforeAll(async () => {
    const settings = { "pi-wiki": { weaknesses: "on" } };
    const environment = { PI_WIKI_RUN_DIR: run };
    sandbox = await openSandbox({ host, extension: installedPackage(), settings, environment });
    await wikiCli(sandbox, "init", "lighthouse");
    session = await openRpc(sandbox);
  });
  afterAll(async () => {
    await session.close();
    await sandbox.close();
    rmSync(run, { recursive: true, force: true });
  });

  test("a model opens, rejects and solves by the tool, and no yes of its own makes a solution kept", async () => {
    verifies("weaknesses.tool");
    const fog = { slug: "fog", iteration: "c1" };
    const tried = { slug: "fog", iteration: "c2", metrics: ["reward=0.4"] };
    const turn = await session.ask(
      "Improve the light",
      call({ action: "open", ...fog, title: "Ferries miss the pier in fog", tasks: ["t1"] }),
      call({
        action: "reject",
        ...tried,
        direction: "brighter-lamp",
        text: "More light",
        changes: ["lamp.py"],
        why: "dead end",
      }),
      call({ action: "solve", ...tried, iteration: "c3", title: "Horn", text: "Be heard", diff: "--- a\n" }),
      call({ action: "next" }),
      { text: "Done." },
    );
    expect(turn.requests[0]?.toolNames).toContain("wiki_weakness");
    expect(answers(turn).at(-1)).toContain("[rejected] c2 · brighter-lamp");
    expect(inRun("weaknesses/fog.md")).toContain("### c2 · brighter-lamp\n");
    expect(inRun("solutions/fog/c3/solution.md")).toContain("outcome: pending\n");
  });

  test("recall says that it was tried before, and no use is recorded of what is no page", async () => {
    verifies("weaknesses.recall");
    const query = "was a brighter lamp tried against fog";
    const cites = "It was: [[weaknesses/fog/c2-brighter-lamp]].";
    const turn = await session.ask(
      "Lamp?",
      { calls: [{ name: "wiki_recall", arguments: { query } }] },
      { text: cites },
    );
    expect(answers(turn).at(-1)).toContain("(project; attempt; rejected)");
    await session.close();
    await expect(wikiCli(sandbox, "usage", "weaknesses/fog/c2-brighter-lamp")).rejects.toThrow();
    session = await openRpc(sandbox);
  });

  test("is not offered where it is off", async () => {
    verifies("weaknesses.tool");
    const off = await openSandbox({ host, extension: installedPackage() });
    await wikiCli(off, "init", "lighthouse");
    const { requests } = await runPrint(off, { prompt: "Hello", steps: [{ text: "Good evening." }] });
    expect(requests.length).toBeGreaterThan(0);
    for (const { system, toolsRaw } of requests) expect(`${system}${toolsRaw}`).not.toContain("wiki_weakness");
    await off.close();
  });
});
