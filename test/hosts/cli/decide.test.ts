import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { verifies } from "../../acceptance/verifies.ts";
import { workerTasks } from "../../tools/tool-world.ts";
import { type CommandLine, openCommandLine } from "./command-line.ts";

const question = "How is the lens clockwork wound?";

/** A vault with a draft of the lens and others; `at` is where the command line is called from. */
const lighthouse = async () => {
  const script = await openCommandLine({ tasks: workerTasks });
  await script.run("init", "lighthouse");
  for (const part of ["lens", "bell", "lamp", "horn", "stove"]) {
    await script.run(
      "note",
      "--title",
      `Winding the ${part} clockwork`,
      "--type",
      "procedure",
      "--text",
      `The ${part} clockwork is wound with a brass crank.`,
    );
  }
  const { folder } = script;
  const terminal = await openCommandLine({ folder, isTerminal: true, tasks: workerTasks });
  const agent = await openCommandLine({ folder, isTerminal: true, variables: { PI_WIKI_PARENT: "77" } });
  const page = join(script.project, ".llm-wiki/wiki/notes/winding-the-lens-clockwork.md");
  return { script, terminal, agent, page, text: () => readFileSync(page, "utf8") };
};

const id = "notes/winding-the-lens-clockwork";

/** Its labels without the conflicts of titles so much alike. */
const hitOf = async (cli: CommandLine, ...more: readonly string[]): Promise<Record<string, unknown> | undefined> => {
  const { hits } = await cli.json("recall", question, "--limit", "10", ...more);
  const hit = (hits as (Record<string, unknown> & { labels: string[] })[]).find((one) => one["id"] === id);
  return hit && { ...hit, labels: hit.labels.filter((label) => !label.startsWith("conflicts with")) };
};

describe("a confirmation", () => {
  test("at a terminal makes a page stable, with the tier of a person", async () => {
    verifies("trust.decide", "trust.channel-decides");
    const { script, terminal, text } = await lighthouse();
    expect(await hitOf(script)).toMatchObject({ status: "draft", labels: ["unconfirmed"], tier: "unverified" });
    expect(await terminal.run("confirm", id)).toMatchObject({ exitCode: 0 });
    expect(await hitOf(script)).toMatchObject({ status: "stable", labels: [], tier: "human-reviewed" });
    expect(text()).toMatch(/status: stable[\s\S]*by: "?human:keeper/);
  });

  test("by a script is recorded and vouches for nothing", async () => {
    verifies("trust.decide");
    const { script } = await lighthouse();
    expect(await script.run("confirm", id)).toMatchObject({ exitCode: 4, stderr: expect.stringContaining("person") });
    expect(await script.run("confirm", id, "--unattended")).toMatchObject({ exitCode: 0 });
    expect(await hitOf(script)).toMatchObject({ status: "stable", tier: "unverified" });
  });

  test("is refused to an agent's command line in every way", async () => {
    verifies("trust.decide");
    const { agent, script, text } = await lighthouse();
    const before = text();
    for (const more of [[], ["--unattended"], ["--dry-run"]]) {
      expect((await agent.run("confirm", id, ...more)).exitCode).toBe(4);
    }
    expect((await agent.run("set-status", id, "--to", "stable", "--unattended")).exitCode).toBe(4);
    expect(text()).toBe(before);
    expect(await hitOf(script)).toMatchObject({ status: "draft" });
  });

  test("is worth nothing once the text has changed", async () => {
    verifies("trust.changed-since-review");
    const { script, terminal, page, text } = await lighthouse();
    await terminal.run("confirm", id);
    writeFileSync(page, text().replace("brass", "golden"));
    expect(await hitOf(script)).toMatchObject({ tier: "unverified", labels: ["changed since review"] });
  });
});

describe("a rejection", () => {
  test("withholds a page whatever its file says afterwards, and a restored one is a draft", async () => {
    verifies("trust.decide", "trust.withheld-by-ledger");
    const { script, terminal, page, text } = await lighthouse();
    const original = text();
    expect((await terminal.run("reject", id)).exitCode).not.toBe(0);
    expect((await terminal.run("reject", id, "--reason", "The crank was lost")).exitCode).toBe(0);
    expect(await hitOf(script)).toBeUndefined();
    writeFileSync(page, original.replace("status: draft", "status: stable"));
    expect(await hitOf(script)).toBeUndefined();
    expect(await hitOf(script, "--include", "rejected")).toMatchObject({
      labels: expect.arrayContaining(["rejected"]),
    });
  });

  test("keeps the claim from being confirmed on another page", async () => {
    verifies("trust.decide");
    const { script, terminal } = await lighthouse();
    await terminal.run("reject", id, "--reason", "The crank was lost");
    const again = join(script.project, ".llm-wiki/wiki/notes/again.md");
    mkdirSync(dirname(again), { recursive: true });
    writeFileSync(again, "---\nstatus: draft\n---\n# Again\n\nThe lens clockwork is wound with a brass crank!\n");
    const { skipped } = await terminal.json("confirm", "notes/again");
    expect(skipped).toMatchObject([{ file: "notes/again", reason: expect.stringContaining("The crank was lost") }]);
  });
});

test("the batch setter leaves pages that are not in the expected state, and says so", async () => {
  verifies("trust.batch");
  const { terminal, script } = await lighthouse();
  await terminal.run("confirm", id);
  const ids = [id, "notes/winding-the-bell-clockwork", "notes/no-such-page"];
  const preview = await terminal.json("set-status", ...ids, "--from", "draft", "--to", "stable", "--dry-run");
  expect(preview).toMatchObject({
    updated: ["notes/winding-the-bell-clockwork"],
    skipped: [
      { file: id, from: "stable", reason: "not draft" },
      { file: "notes/no-such-page", reason: "no such page" },
    ],
    exitCode: 4,
  });
  expect((await script.json("recall", "bell clockwork"))["hits"]).toMatchObject([{ status: "draft" }, {}, {}, {}, {}]);
  await terminal.run("set-status", ...ids, "--from", "draft", "--to", "stable");
  expect((await script.json("recall", "bell clockwork"))["hits"]).toMatchObject([{ status: "stable" }, {}, {}, {}, {}]);
});

test("confirming a page closes what it replaces", async () => {
  verifies("trust.decide", "trust.supersedes-on-confirm");
  const { script, terminal } = await lighthouse();
  await terminal.run("confirm", id);
  const agent = await openCommandLine({ folder: script.folder, tasks: workerTasks });
  const words = [
    "--title",
    "The lens has a motor",
    "--type",
    "procedure",
    "--text",
    "A motor turns the lens.",
    "--supersedes",
    id,
  ];
  expect((await agent.run("note", ...words)).exitCode).toBe(0);
  expect(await hitOf(script)).toMatchObject({ status: "stable" });
  expect((await terminal.run("confirm", "notes/the-lens-has-a-motor")).exitCode).toBe(0);
  expect(await hitOf(script)).toBeUndefined();
  expect(await hitOf(script, "--as-of", "2026-11-30T11:00:00Z")).toMatchObject({ id });
});
