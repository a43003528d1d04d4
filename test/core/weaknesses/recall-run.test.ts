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
  const named = { ...platform, environment: { ...environment, variable: (name: string) => variables[name]?.replace("$RUN", run) } };
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
  await wiki.reject({ slug: "fog", direction: "brighter-lamp", thesis: "A brighter lamp", change: "lamp.py", ...given });
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

test("the tool works on the run that the environment names, and can give no gate's result", async () => {
  verifies("weaknesses.tool");
  const workspace = await openAt({ PI_WIKI_RUN_DIR: "$RUN" });
  const weakness = tool("wiki_weakness");
  const run = (input: object) => weakness.run(input, { workspace });
  await run({ action: "open", slug: "fog", iteration: "c1", title: "Fog", tasks: ["t1"], related: ["mist: same water"] });
  const metrics = ["reward=0.4"];
  await run({ action: "reject", slug: "fog", iteration: "c2", direction: "lamp", text: "More light", changes: ["lamp.py: bright"], metrics, why: "dead end" });
  const solve = { action: "solve", slug: "fog", iteration: "c3", title: "Horn", text: "Be heard", diff: "--- a\n", metrics };
  const solved = await run({ ...solve, gate_result: "c3 accepted", gateResult: "c3 accepted" });
  expect(solved.data).toMatchObject({ outcome: "pending" });
  await expect(run({ ...solve, run_dir: "/tmp", cwd: "/tmp" })).rejects.toMatchObject({ code: "invalid_input" });
  await expect(run({ action: "status", slug: "fog", to: "solved" })).rejects.toMatchObject({ code: "weakness_status" });
  expect((await run({ action: "next" })).text).toContain("[rejected] c2 · lamp: More light (reward 0.4; dead end (no gain))");
  expect((await run({ action: "show", slug: "fog" })).text).toMatch(/^<wiki-weakness>\n# fog: Fog \(in-progress\)/);
  expect((await run({ action: "validate" })).data).toMatchObject({ findings: [{ code: "weakness-related-missing" }] });
});

test("without the setting the tool is offered to nobody, and without a run it says how to name one", async () => {
  verifies("weaknesses.tool");
  const { chosenTools, usualTools } = await import("../../../extensions/tools/all.ts");
  const { defaultSettings } = await import("../../../extensions/core/settings.ts");
  const names = (tools: readonly { readonly name: string }[]) => tools.map(({ name }) => name);
  expect(names([...usualTools, ...chosenTools(defaultSettings)])).not.toContain("wiki_weakness");
  expect(names(chosenTools({ ...defaultSettings, weaknesses: "on" }))).toEqual(["wiki_weakness"]);
  const workspace = await openAt();
  await expect(tool("wiki_weakness").run({ action: "list" }, { workspace })).rejects.toMatchObject({ code: "run_dir_refused" });
});
