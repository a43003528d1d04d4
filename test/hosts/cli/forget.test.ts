import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { verifies } from "../../acceptance/verifies.ts";
import { workerTasks } from "../../tools/tool-world.ts";
import { openCommandLine } from "./command-line.ts";

const token = "marmalade-lantern-4711";

/** A source, a page that rests on it alone, one that rests on another as well, and one beside them. */
const lighthouse = async () => {
  const cli = await openCommandLine({ tasks: workerTasks, isTerminal: true });
  await cli.run("init", "lighthouse");
  cli.put("log.md", `# Night log\n\nThe password of the tower is ${token}.\n`);
  cli.put("other.md", "# Day log\n\nNothing happened all day.\n");
  const source = String((await cli.json("capture", "log.md"))["id"]);
  const other = String((await cli.json("capture", "other.md"))["id"]);
  const note = (title: string, ...sources: readonly string[]) =>
    cli.run(
      "note",
      "--title",
      title,
      "--type",
      "lesson",
      "--text",
      `${title} says the log of the tower.`,
      ...sources.flatMap((id) => ["--source", id]),
    );
  await note("Alone on one", source);
  await note("On both of them", source, other);
  await note("On the other", other);
  const found = async (): Promise<readonly (readonly [string, readonly string[]])[]> => {
    const { hits } = await cli.json("recall", "log of the tower", "--limit", "20");
    return (hits as { id: string; labels: string[] }[]).map(
      ({ id, labels }) => [id.replace(/^raw\//, ""), labels] as const,
    );
  };
  return { cli, source, other, found, vault: join(cli.project, ".llm-wiki") };
};

const everything = (folder: string): string =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), "latin1"))
    .join("\n");

test("a forgotten source is gone with its page, its seal and what rests on it alone; the rest stays", async () => {
  verifies("trust.forget");
  const { cli, source, other, found, vault } = await lighthouse();
  expect((await found()).map(([id]) => id)).toEqual(
    expect.arrayContaining([`sources/${source}`, "notes/alone-on-one"]),
  );
  expect(await cli.run("forget", source, "--reason", "It held a password")).toMatchObject({ exitCode: 0 });
  const after = new Map(await found());
  expect([...after.keys()].sort()).toEqual(["notes/on-both-of-them", "notes/on-the-other", `sources/${other}`].sort());
  expect(after.get("notes/on-both-of-them")).toContain("a source of it was forgotten");
  await cli.run("guard", "heal");
  await cli.run("rebuild");
  expect(existsSync(join(vault, "raw/sources", source))).toBe(false);
  expect(everything(vault)).not.toContain(token);
  expect(everything(join(cli.folder, "state"))).not.toContain(token);
  expect((await cli.run("verify")).exitCode).toBe(0);
});

test("a forgotten page is gone, with an event that says who and why and holds no text of it", async () => {
  verifies("trust.forget");
  const { cli, vault } = await lighthouse();
  const id = "notes/on-the-other";
  expect((await cli.run("forget", id, "--reason", "Wrong tower")).exitCode).toBe(0);
  expect(existsSync(join(vault, "wiki", `${id}.md`))).toBe(false);
  const { events } = await cli.json("log", "--kind", "forgotten");
  expect(events).toMatchObject([{ kind: "forgotten", channel: "terminal" }]);
  expect((await cli.run("forget", id, "--reason", "Again")).exitCode).toBe(3);
});

test("of what a note said its forgotten page leaves nothing but its id, not in the ledger either", async () => {
  verifies("trust.forget");
  const { cli, vault } = await lighthouse();
  const title = "«Marmalade» is the word, says Ann";
  const note = ["--title", title, "--type", "lesson", "--text", "Ask Ann.", "--trigger", "marmalade asked of Ann"];
  const id = String((await cli.json("note", ...note))["id"]);
  await cli.run("note", "--title", "Beside it", "--type", "lesson", "--text", "Beside «Marmalade» there is jam.");
  await cli.run("sync");
  expect((await cli.run("forget", id, "--reason", "It is a password")).exitCode).toBe(0);
  await cli.run("rebuild");
  const left = `${everything(vault)}${everything(join(cli.folder, "state"))}`;
  expect(left).toContain(Buffer.from("Beside «Marmalade»").toString("latin1"));
  expect(left).not.toContain("is the word, says Ann");
  expect(left).not.toContain("asked of Ann");
});

test("forgetting is a person's, and asks for a reason", async () => {
  verifies("trust.forget");
  const { cli, source, vault } = await lighthouse();
  const agent = await openCommandLine({ folder: cli.folder, isTerminal: true, variables: { PI_WIKI_PARENT: "77" } });
  expect((await agent.run("forget", source, "--reason", "x", "--unattended")).exitCode).toBe(4);
  expect((await cli.run("forget", source)).exitCode).toBe(2);
  expect(existsSync(join(vault, "raw/sources", source))).toBe(true);
});
