import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { openWorkspace } from "../../../extensions/open-workspace.ts";
import { verifies } from "../../acceptance/verifies.ts";
import { templatesRoot, workerTasks } from "../../tools/tool-world.ts";
import { openCommandLine } from "./command-line.ts";

const lists = ["meta/index.md", "meta/registry.json", "meta/backlinks.json", "wiki/notes/index.md"] as const;

/** An OKF vault with a page that nothing is wrong with, and one for each way in which a page is withheld. */
const lighthouse = async () => {
  const cli = await openCommandLine({ isTerminal: true, tasks: workerTasks });
  await cli.run("init", "lighthouse");
  const vault = join(cli.project, ".llm-wiki");
  const config = join(vault, "config.json");
  writeFileSync(config, JSON.stringify({ ...JSON.parse(readFileSync(config, "utf8")), knowledge_format: "okf-0.2" }));
  cli.put("log.md", "# Night log\n\nThe log of the tower.\n");
  const source = String((await cli.json("capture", "log.md"))["id"]);
  const put = (name: string, front = ""): void => {
    const path = join(vault, "wiki/notes", `${name}.md`);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, `---\ntype: lesson\n${front}---\n# Page ${name}\n\nWhat ${name} says. See [[notes/plain]].\n`);
  };
  put("plain");
  for (const name of ["rejected", "retired", "restating"]) put(name);
  put("shadow", "confidence_level: shadow\n");
  put("deprecated", "status: deprecated\n");
  put("sourceless", `sources: [${source}]\n`);
  await cli.run("rebuild");
  const named = (name: string): readonly string[] =>
    lists.filter((list) => readFileSync(join(vault, list), "utf8").includes(`notes/${name}`) || hasTitle(list, name));
  const hasTitle = (list: string, name: string): boolean =>
    readFileSync(join(vault, list), "utf8").includes(`Page ${name}`);
  return { cli, source, named, put };
};

describe("a list of pages", () => {
  test("leaves out what is withheld by its file alone", async () => {
    verifies("trust.lists-name-no-withheld");
    const { named } = await lighthouse();
    expect([named("shadow"), named("deprecated")]).toEqual([[], []]);
    for (const name of ["plain", "rejected", "retired", "restating", "sourceless"]) expect(named(name)).toEqual(lists);
  });

  test("leaves out what a person decided against, at once, and names it again when it is restored", async () => {
    verifies("trust.lists-name-no-withheld");
    const { cli, named } = await lighthouse();
    await cli.run("reject", "notes/rejected", "--reason", "Rumour", "--claim", "What restating says.");
    await cli.run("retire", "notes/retired", "--reason", "Last year", "--claim", "It was so last year");
    for (const name of ["rejected", "retired", "restating"]) expect([name, named(name)]).toEqual([name, []]);
    await cli.run("rebuild");
    for (const name of ["rejected", "retired", "restating"]) expect([name, named(name)]).toEqual([name, []]);
    expect(named("plain")).toEqual(lists);
    await cli.run("restore", "notes/retired");
    expect(named("retired")).toEqual(lists);
  });

  test("leaves out what has lost its sources, and the source", async () => {
    verifies("trust.lists-name-no-withheld");
    const { cli, source, named } = await lighthouse();
    await cli.run("forget", source, "--reason", "It held a password");
    expect(named("sourceless")).toEqual([]);
    expect(named("plain")).toEqual(lists);
  });
});

test("completion names no packet whose text states what was rejected", async () => {
  verifies("trust.lists-name-no-withheld");
  const { cli, source } = await lighthouse();
  cli.put("fog.md", "# Fog log\n\nThe fog log of the tower.\n");
  const fog = String((await cli.json("capture", "fog.md"))["id"]);
  const options = { cwd: cli.project, channel: "cli", version: "1.0.0", templatesRoot } as const;
  const near = () => openWorkspace(cli.platform, options).near("log", "complete", 20);
  const raw = (id: string): string => `raw/sources/${id}`;
  expect(await near()).toEqual(expect.arrayContaining([raw(source), raw(fog)]));
  await cli.run("reject", "notes/plain", "--reason", "Rumour", "--claim", "The log of the tower");
  const after = await near();
  expect([after.includes(raw(source)), after.includes(raw(fog))]).toEqual([false, true]);
});
