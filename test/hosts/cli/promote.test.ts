import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { verifies } from "../../acceptance/verifies.ts";
import { openCommandLine } from "./command-line.ts";

const id = "notes/winding-the-lens";

const lighthouse = async () => {
  const cli = await openCommandLine({ isTerminal: true });
  await cli.run("init", "lighthouse");
  await cli.run("note", "--title", "Winding the lens", "--type", "lesson", "--text", "The lens is wound at dusk.");
  const place = (root: string): string => join(root, ".llm-wiki/wiki", `${id}.md`);
  return { cli, here: place(cli.project), there: place(join(cli.folder, "home")) };
};

test("a confirmed page is copied with its id, and both ledgers tell of it", async () => {
  verifies("trust.promote");
  const { cli, here, there } = await lighthouse();
  await cli.run("confirm", id);
  expect(await cli.run("promote", id, "--to", "personal")).toMatchObject({ exitCode: 0 });
  expect(readFileSync(there, "utf8")).toBe(readFileSync(here, "utf8"));
  const { events } = await cli.json("log", "--kind", "promoted");
  expect(events).toHaveLength(2);
  expect((await cli.run("promote", id, "--to", "personal")).exitCode).toBe(4);
});

test("a draft, a rejected page and what the other layer has rejected are not copied", async () => {
  verifies("trust.promote");
  const { cli, there } = await lighthouse();
  expect((await cli.run("promote", id, "--to", "personal")).stderr).toContain("confirm it first");
  await cli.run("confirm", id);
  await cli.run(
    "note",
    "--title",
    "At dusk",
    "--type",
    "lesson",
    "--text",
    "The lens is wound at dusk!",
    "--layer",
    "personal",
  );
  await cli.run("reject", "notes/at-dusk", "--reason", "At noon", "--layer", "personal");
  expect((await cli.run("promote", id, "--to", "personal")).stderr).toContain("At noon");
  await cli.run("retire", id, "--reason", "Electric now");
  expect((await cli.run("promote", id, "--to", "personal")).stderr).toContain("withheld");
  expect(existsSync(there)).toBe(false);
});

test("promoting is a person's", async () => {
  verifies("trust.promote");
  const { cli, there } = await lighthouse();
  await cli.run("confirm", id);
  const agent = await openCommandLine({ folder: cli.folder, isTerminal: true, variables: { PI_WIKI_PARENT: "77" } });
  expect((await agent.run("promote", id, "--to", "personal", "--unattended")).exitCode).toBe(4);
  expect(existsSync(there)).toBe(false);
});
