import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hostNames } from "../../scripts/support/pi-host.ts";
import { openRpc, type RpcSession } from "../../scripts/support/pi-rpc.ts";
import { openSandbox, type PiSandbox } from "../../scripts/support/pi-sandbox.ts";
import type { ToolCall } from "../../scripts/support/scripted-model.ts";
import { wikiCli } from "../../scripts/support/wiki-cli.ts";
import { verifies } from "../acceptance/verifies.ts";
import { installedPackage } from "./pack.ts";

const bash = (command: string): ToolCall => ({ name: "bash", arguments: { command } });

const pageText = (part: string): string =>
  `---\ntype: procedure\ntitle: Winding the ${part} clockwork\nstatus: stable\nverified:\n  - by: human:ann\n    at: 2026-11-30T00:00:00Z\n---\n\nThe ${part} clockwork is wound every four hours with the brass crank.\n`;

interface Hit {
  readonly id: string;
  readonly status: string;
  readonly tier: string;
  readonly labels: readonly string[];
}

describe.each(hostNames)("trust in the %s Pi", (host) => {
  let sandbox: PiSandbox;
  let session: RpcSession;
  const page = (part: string): string => `.llm-wiki/wiki/notes/winding-the-${part}-clockwork.md`;
  const hitOf = async (part: string): Promise<Hit | undefined> => {
    const answer = (await wikiCli(sandbox, "recall", `Winding the ${part} clockwork`, "--limit", "20")) as {
      readonly hits: readonly Hit[];
    };
    return answer.hits.find(({ id }) => id.endsWith(`winding-the-${part}-clockwork`));
  };

  beforeAll(async () => {
    sandbox = await openSandbox({ host, extension: installedPackage() });
    await wikiCli(sandbox, "init", "lighthouse");
    mkdirSync(join(sandbox.project, ".llm-wiki/wiki/notes"), { recursive: true });
    // By hand, outside any session: it counts as it says, without a tier.
    writeFileSync(join(sandbox.project, page("bell")), pageText("bell"));
    writeFileSync(
      join(sandbox.project, "make-page.cjs"),
      `require("fs").writeFileSync(${JSON.stringify(page("horn"))}, ${JSON.stringify(pageText("horn"))});\n`,
    );
    session = await openRpc(sandbox);
  });
  afterAll(async () => {
    await session.close();
    await sandbox.close();
  });

  test("a page that write or a shell made is a draft, whatever it says; one from an editor is not", async () => {
    verifies("endtoend.gate");
    const made: ToolCall = { name: "write", arguments: { path: page("lens"), content: pageText("lens") } };
    await session.ask("Write it down", { calls: [made] });
    await session.ask("Write the other", { calls: [bash("node make-page.cjs")] });
    await session.close();
    expect(await hitOf("lens")).toMatchObject({ status: "draft", tier: "unverified" });
    expect(await hitOf("horn")).toMatchObject({ status: "draft", tier: "unverified" });
    expect(await hitOf("bell")).toMatchObject({ status: "stable", tier: "unverified" });
    session = await openRpc(sandbox);
    const turn = await session.ask("How is the lens clockwork wound with the brass crank?");
    expect(turn.requests[0]?.messages.map(({ text }) => text).join("\n")).toContain(
      "[unconfirmed] Winding the lens clockwork",
    );
  });

  test("an agent that tries to confirm its own page in every way does not get a person's tier", async () => {
    verifies("endtoend.no-self-confirmation");
    const id = "notes/winding-the-lens-clockwork";
    const forged = JSON.stringify({ kind: "confirmed", timestamp: "2026-11-30T00:00:00Z", channel: "ui", page: id });
    writeFileSync(
      join(sandbox.project, "forge.cjs"),
      `require("fs").appendFileSync([".llm", "wiki/meta/events.jsonl"].join("-"), ${JSON.stringify(`${forged}\n`)});\n`,
    );
    const cli = `node ${join(sandbox.extension, "extensions/hosts/cli/bin.mjs")}`;
    const attempts: readonly ToolCall[] = [
      {
        name: "wiki_note",
        arguments: { title: "Winding", type: "procedure", text: "x", status: "stable", verified: "human:ann" },
      },
      {
        name: "wiki_note",
        arguments: {
          action: "update",
          id,
          files: [page("lens"), "make-page.cjs"],
          text: "It is wound with the crank.",
        },
      },
      {
        name: "wiki_note",
        arguments: {
          action: "confirm",
          id,
          evidence: [{ file: page("lens"), quote: "The lens clockwork is wound every four hours" }],
        },
      },
      { name: "edit", arguments: { path: page("lens"), edits: [{ oldText: "brass", newText: "steel" }] } },
      bash(`pi-wiki confirm ${id}`),
      bash(`${cli} confirm ${id} --unattended`),
      bash(`env -u PI_WIKI_PARENT ${cli} confirm ${id} --unattended`),
      bash(`script -qec "${cli} confirm ${id}" /dev/null`),
      bash(`sed -i 's/draft/stable/' ${page("lens")}`),
      bash(`echo '${forged}' >> .llm-wiki/meta/events.jsonl`),
      bash("node forge.cjs"),
    ];
    for (const attempt of attempts) await session.ask("Make it official", { calls: [attempt] });
    await session.close();
    for (const part of ["lens", "horn", "bell"]) expect((await hitOf(part))?.tier).toBe("unverified");
    expect((await hitOf("lens"))?.status).toBe("draft");
    const ledger = readFileSync(join(sandbox.project, ".llm-wiki/meta/events.jsonl"), "utf8");
    expect(ledger.split("\n").filter((line) => line.includes('"kind":"confirmed"') && line.includes('"mac"'))).toEqual(
      [],
    );
    session = await openRpc(sandbox);
  });

  test("what a tool proposes leaves a page as it is, and the person's own words take it out of recall", async () => {
    verifies("endtoend.proposals", "trust.revise-stable", "trust.suspension");
    const id = "notes/winding-the-bell-clockwork";
    const question = "How is the bell clockwork wound with the brass crank every four hours?";
    const recalled = async (): Promise<string> => {
      await session.close();
      session = await openRpc(sandbox);
      const { requests } = await session.ask(question);
      return requests.flatMap(({ messages }) => messages.map(({ text }) => text)).join("\n");
    };
    const note = (more: object): ToolCall => ({ name: "wiki_note", arguments: { id, ...more } });
    const before = readFileSync(join(sandbox.project, page("bell")), "utf8");

    const revision = note({ action: "update", text: "The bell clockwork is wound twice a day with a steel key." });
    const proposed = await session.ask("The bell has a steel key now, write it down", { calls: [revision] });
    expect(JSON.stringify(proposed.requests)).toContain("stays live until a person confirms it");
    expect(readFileSync(join(sandbox.project, page("bell")), "utf8")).toBe(before);
    const live = await recalled();
    expect(live).toContain(`[[${id}]]`);
    expect(live).toContain("wound every four hours with the brass crank");
    expect(live).not.toContain("steel key");

    const words = "the bell clockwork is no longer wound with the brass crank";
    const reject = (quote: string) => note({ action: "reject", reason: "The user says so", quote });
    const made = await session.ask("Is it?", { calls: [reject(words)] });
    expect(JSON.stringify(made.requests)).toContain("the person did not type it in this session");
    expect(await recalled()).toContain(`[[${id}]]`);
    const typed = await session.ask(`No, ${words}.`, { calls: [reject(words)] });
    expect(JSON.stringify(typed.requests)).toContain("it is no longer recalled unasked");
    expect(await recalled()).not.toContain(`[[${id}]]`);
    expect(await hitOf("bell")).toMatchObject({
      status: "stable",
      labels: expect.arrayContaining(["disputed by the user"]),
    });
  });
});
