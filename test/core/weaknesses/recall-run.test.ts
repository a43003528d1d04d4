import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openWorkspace } from "../../../extensions/open-workspace.ts";
import { allTools } from "../../../extensions/tools/all.ts";
import type { Workspace } from "../../../extensions/workspace.ts";
import { verifies } from "../../acceptance/verifies.ts";
import { repository } from "../../house/repository.ts";
import { testPlatform } from "../../support/test-platform.ts";

const openAt = async (variables: Readonly<Record<string, string>> = {}): Promise<Workspace> => {
  const { platform, folder } = await testPlatform();
  const run = join(folder, "run");
  mkdirSync(run);
  const environment = { ...platform.environment };
  const named = {
    ...platform,
    environment: { ...environment, variable: (name: string) => variables[name]?.replace("$RUN", run) },
  };
  return openWorkspace(named, {
    cwd: folder,
    channel: "tool",
    version: "0.0.0",
    templatesRoot: join(repository, "templates"),
  });
};

const tool = (name: string) => {
  const found = allTools.find((one) => one.name === name);
  if (found === undefined) throw new Error(name);
  return found;
};

test("recall answers whether something was tried before, rejected attempts so labelled", async () => {
  verifies("weaknesses.recall");
  const workspace = await openAt({ PI_WIKI_RUN_DIR: "$RUN" });
  const wiki = workspace.weaknesses();
  await wiki.open({ slug: "fog", title: "Ferries miss the pier in fog", iteration: "c1", tasks: ["t1"] });
  const given = { iteration: "c2", metrics: [{ name: "reward", value: 0.4 }], why: "dead end" };
  await wiki.reject({
    slug: "fog",
    direction: "brighter-lamp",
    thesis: "A brighter lamp",
    change: "lamp.py",
    ...given,
  });
  await workspace.note({ title: "Lamp oil", type: "decision", text: "We burn whale oil in the lamp." });
  const { hits } = await workspace.recall({ query: "was a brighter lamp tried against fog?" });
  const path = join(wiki.runDir, "wiki/weaknesses/fog.md");
  expect(hits).toContainEqual(
    expect.objectContaining({ id: "weaknesses/fog/c2-brighter-lamp", labels: ["rejected"], path, status: "rejected" }),
  );
  expect(hits.map(({ title }) => title)).toContain("Lamp oil");
  const { text } = await tool("wiki_recall").run({ query: "brighter lamp" }, { workspace });
  expect(text).toContain("(project; attempt; rejected)");
  expect(text).toContain("> Why rejected: dead end (no gain)");
  await wiki.reject({ slug: "fog", direction: "霧笛", thesis: "大きな霧笛", change: "horn.py", ...given });
  const later = await workspace.recall({ query: "霧笛" });
  expect(later.hits[0]).toMatchObject({ id: "weaknesses/fog/c2-霧笛" });
  const personal = await workspace.recall({ query: "brighter lamp", layer: "personal" });
  expect(personal.hits.map(({ title }) => title)).toEqual(["Lamp oil"]);
});

test("without a run, or with one that is named wrongly, recall is as it was", async () => {
  verifies("weaknesses.recall");
  for (const variables of [{}, { PI_WIKI_RUN_DIR: "relative/run" }, { PI_WIKI_RUN_DIR: "$RUN" }]) {
    const workspace = await openAt(variables);
    await workspace.note({ title: "Lamp oil", type: "decision", text: "We burn whale oil." });
    expect((await workspace.recall({ query: "whale oil" })).hits.map(({ title }) => title)).toEqual(["Lamp oil"]);
  }
});
