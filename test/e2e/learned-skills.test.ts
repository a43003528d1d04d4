import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hostNames } from "../../scripts/support/pi-host.ts";
import { runPrint } from "../../scripts/support/pi-print.ts";
import { openRpc, type RpcSession, shownText } from "../../scripts/support/pi-rpc.ts";
import { openSandbox, type PiSandbox } from "../../scripts/support/pi-sandbox.ts";
import { openTui } from "../../scripts/support/pi-tui.ts";
import { wikiCli } from "../../scripts/support/wiki-cli.ts";
import { verifies } from "../acceptance/verifies.ts";
import { installedPackage } from "./pack.ts";

const id = "skills/trim-the-wick-of-a-smoking-lamp";
const name = "trim-the-wick-of-a-smoking-lamp";

describe.each(hostNames)("learned skills in the %s Pi", (host) => {
  let sandbox: PiSandbox;
  let session: RpcSession;

  const inVault = (path: string): string => join(sandbox.project, ".llm-wiki", path);
  const shown = async (command: string): Promise<string> => shownText((await session.command(command)).events);
  const recall = (query: string) => ({ calls: [{ name: "wiki_recall_skill", arguments: { query } }] });

  beforeAll(async () => {
    sandbox = await openSandbox({ host, extension: installedPackage() });
    await wikiCli(sandbox, "init", "lighthouse");
    session = await openRpc(sandbox);
  });
  afterAll(async () => {
    await session.close();
    await sandbox.close();
  });

  test("what was done is captured, and the agent makes a skill of it when somebody asks", async () => {
    verifies("learned.verbs", "learned.drafts", "learned.batches");
    await session.command("/wiki trajectories on");
    await session.ask(
      "Trim the wick",
      { calls: [{ name: "bash", arguments: { command: "true" } }] },
      { text: "Done." },
    );
    await session.command("/wiki record --worked Trim the wick");
    const [packet = ""] = readdirSync(inVault("raw/trajectories"));
    const skill = {
      title: "Trim the wick of a smoking lamp",
      text: "Put the lamp out, let it cool, cut the wick level, and look for a white flame.",
      recall_triggers: ["black soot on the glass in the morning", "light looks orange and dim tonight"],
      sources: [packet],
    };
    const submission = JSON.stringify({ trajectories: [packet], skills: [skill] });
    const call = { name: "wiki_distill_skills", arguments: { action: "submit", submission } };
    const { requests } = await session.ask("/wiki skills distill", { calls: [call] });
    expect(requests[0]?.messages.findLast(({ role }) => role === "user")?.text).toContain(
      inVault(`raw/trajectories/${packet}/extracted.md`),
    );
    expect(requests[1]?.messages.at(-1)?.text).toContain(`[[${id}]]`);
    expect(readFileSync(inVault(`wiki/${id}.md`), "utf8")).toContain(`[[trajectories/${packet}]]`);
    expect(await shown("/wiki skills")).toMatch(/0 trusted, 1 candidate, 0 retired/);
    expect(await shown("/wiki skills distill")).toContain("No trajectory waits");
  });

  test("a candidate is recalled as one, and not exported, whatever the agent says of it", async () => {
    verifies("learned.recall", "learned.no-self-praise", "learned.export-refused");
    const praise = { name: "wiki_feedback", arguments: { id, adopted: true, outcome: "success", note: "It worked." } };
    const all = [praise, praise, praise, praise];
    const { requests } = await session.ask("Soot on the glass again", recall("soot on the glass"), { calls: all });
    const told = requests[1]?.messages.at(-1)?.text ?? "";
    expect(told).toContain(inVault(`wiki/${id}.md`));
    expect(told).toContain("Evidence: candidate");
    await expect(wikiCli(sandbox, "skills", "export", id, "--to", "out")).rejects.toThrow(
      /skill_not_trusted|no trusted/,
    );
  });

  test("a person's review makes it trusted, an export an Agent Skill, which Pi's own loader lists", async () => {
    verifies("learned.lifecycle", "learned.recall", "learned.export");
    const screen = await openTui(sandbox);
    await screen.waitForText(/1 page/);
    await screen.command("/wiki review");
    await screen.waitForText(/a accept/);
    await screen.waitForText(/a accept/);
    await screen.type("a");
    await screen.waitForText("all 1 looked at");
    await screen.type("q");
    await screen.waitForText("Reviewed: 1 accepted");
    await screen.close();
    expect(await shown("/wiki skills")).toMatch(/1 trusted, 0 candidate/);
    const { requests } = await session.ask("Soot once more", recall("soot on the glass"));
    expect(requests[1]?.messages.at(-1)?.text).toContain("Evidence: trusted by a person's review");
    const folder = join(sandbox.home, ".agents/skills");
    expect(await wikiCli(sandbox, "skills", "export", id, "--to", folder)).toMatchObject({ outcome: "added", name });
    expect(readFileSync(inVault("meta/events.jsonl"), "utf8")).toMatch(/"kind":"skill_exported"/);
    const { requests: sent, stderr } = await runPrint(sandbox, { prompt: "Good evening" });
    expect(stderr).toBe("");
    expect(sent[0]?.system).toContain(`<name>${name}</name>`);
    expect(sent[0]?.system).toContain(join(folder, name, "SKILL.md"));
  }, 120_000);
});
