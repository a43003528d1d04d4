import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { defaultSettings } from "../../extensions/core/settings.ts";
import { openWorkspace } from "../../extensions/open-workspace.ts";
import { chosenTools, usualTools } from "../../extensions/tools/all.ts";
import { weakness } from "../../extensions/tools/weakness.ts";
import { verifies } from "../acceptance/verifies.ts";
import { repository } from "../house/repository.ts";
import { testPlatform } from "../support/test-platform.ts";

const openTool = async (isNamed = true) => {
  const { platform, folder } = await testPlatform();
  const dir = join(folder, "run");
  mkdirSync(dir);
  const variable = (name: string): string | undefined => (isNamed && name === "PI_WIKI_RUN_DIR" ? dir : undefined);
  const named = { ...platform, environment: { ...platform.environment, variable } };
  const templatesRoot = join(repository, "templates");
  const workspace = openWorkspace(named, { cwd: folder, channel: "tool", version: "0.0.0", templatesRoot });
  return { dir, run: (input: object) => weakness.run(input, { workspace }) };
};

const metrics = ["reward=0.4"];
const open = {
  action: "open",
  slug: "fog",
  iteration: "c1",
  title: "Fog",
  tasks: ["t1"],
  related: ["mist: same water"],
};

test("the tool works on the run that the environment names, and can give no gate's result", async () => {
  verifies("weaknesses.tool");
  const { run } = await openTool();
  await run(open);
  const attempt = { slug: "fog", iteration: "c2", direction: "lamp", text: "More light", changes: ["lamp.py: bright"] };
  await run({ action: "reject", ...attempt, metrics, why: "dead end" });
  const card = { slug: "fog", iteration: "c3", title: "Horn", text: "Be heard", diff: "--- a\n", metrics };
  const solve = { action: "solve", ...card };
  const solved = await run({ ...solve, gate_result: "c3 accepted", gateResult: "c3 accepted" });
  expect(solved.data).toMatchObject({ outcome: "pending" });
  await expect(run({ ...solve, cwd: "/tmp" })).rejects.toMatchObject({ code: "invalid_input" });
  await expect(run({ ...solve, run_dir: "/tmp" })).rejects.toMatchObject({ code: "name_taken" });
  await expect(run({ action: "status", slug: "fog", to: "solved" })).rejects.toMatchObject({ code: "weakness_status" });
  const { text } = await run({ action: "next" });
  expect(text).toContain("[rejected] c2 · lamp: More light (reward 0.4; dead end (no gain))");
  expect((await run({ action: "show", slug: "fog" })).text).toMatch(/^<wiki-weakness>\n# fog: Fog \(in-progress\)/);
  expect((await run({ action: "validate" })).data).toMatchObject({ findings: [{ code: "weakness-related-missing" }] });
});

test("rounds, tasks, edges and the list are asked by the tool too", async () => {
  verifies("weaknesses.tool");
  const { dir, run } = await openTool();
  await run({ ...open, related: [] });
  await run({ ...open, slug: "mist", title: "Mist", related: [] });
  expect((await run({ action: "add_tasks", slug: "fog", iteration: "c1", tasks: ["t2"] })).text).toBe(
    "fog affects t1, t2.",
  );
  await run({ action: "relate", slug: "fog", related: ["mist: same water"] });
  await run({ action: "attack", slug: "fog", iteration: "c2" });
  await run({ action: "start_round", round: 1 });
  await run({ action: "finish_round", round: 1, metrics: ["seconds=3:lower:primary"] });
  const round: unknown = JSON.parse(readFileSync(join(dir, "wiki/results/round-1.json"), "utf8"));
  expect(round).toMatchObject({ metrics: { seconds: { value: 3, primary: true, direction: "lower" } } });
  const listed = await run({ action: "list" });
  expect(listed.data).toMatchObject({
    weaknesses: [
      { slug: "fog", status: "in-progress", related: ["mist"], affected_tasks: ["t1", "t2"] },
      { slug: "mist", status: "open", related: ["fog"] },
    ],
  });
  await expect(run({ action: "start_round" })).rejects.toMatchObject({ code: "invalid_input" });
  await expect(run({ action: "attack", slug: "fog" })).rejects.toMatchObject({ code: "invalid_input" });
});

test("without the setting the tool is offered to nobody, and without a run it says how to name one", async () => {
  verifies("weaknesses.tool");
  const names = (tools: readonly { readonly name: string }[]) => tools.map(({ name }) => name);
  expect(names([...usualTools, ...chosenTools(defaultSettings)])).not.toContain("wiki_weakness");
  expect(names(chosenTools({ ...defaultSettings, weaknesses: "on" }))).toEqual(["wiki_weakness"]);
  const { run } = await openTool(false);
  await expect(run({ action: "list" })).rejects.toMatchObject({ code: "run_dir_refused" });
});
