import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { findLayers } from "../../../extensions/core/vault/layers.ts";
import { initVault, targetVault } from "../../../extensions/core/vault/target-vault.ts";
import { loadTemplates } from "../../../extensions/core/vault/templates.ts";
import type { LayerName, WriteContext } from "../../../extensions/core/vault/vault.ts";
import { verifies } from "../../acceptance/verifies.ts";
import { type TestPlatform, testPlatform } from "../../support/test-platform.ts";
import { templatesRoot } from "../../tools/tool-world.ts";

const inWorld = async (world: TestPlatform, { cwd = "coast", personal = true } = {}) => {
  const context: WriteContext = { platform: world.platform, actor: "keeper", channel: "tool" };
  const parts = { context, templates: loadTemplates(world.platform, templatesRoot) };
  const layers = async () => (await findLayers(world.platform, { cwd: join(world.folder, cwd), personal })).layers;
  return {
    target: async (layer?: LayerName) => targetVault(await layers(), layer, parts),
    init: async (layer?: LayerName) =>
      initVault(await layers(), { cwd: join(world.folder, cwd), ...(layer === undefined ? {} : { layer }) }, parts),
  };
};

describe("a write goes to", () => {
  test("the nearest project's vault before all others", async () => {
    verifies("workspace.project-needs-init");
    const world = await testPlatform();
    await (await inWorld(world)).init();
    await (await inWorld(world, { cwd: "coast/tower" })).init();
    const { target } = await inWorld(world, { cwd: "coast/tower/lamp" });
    expect((await target()).root).toBe(join(world.folder, "coast/tower/.llm-wiki"));
    expect((await target("project")).root).toBe(join(world.folder, "coast/tower/.llm-wiki"));
    expect((await target("personal")).root).toBe(join(world.folder, "home/.llm-wiki"));
  });

  test("the personal vault where there is no project's, and creates it", async () => {
    verifies("workspace.project-needs-init");
    const world = await testPlatform();
    const { target } = await inWorld(world);
    const vault = await target();
    expect([vault.layer, vault.exists, vault.config?.topic]).toEqual(["personal", true, "personal"]);
    expect(existsSync(join(world.folder, "home/.llm-wiki/config.json"))).toBe(true);
    expect(existsSync(join(world.folder, "coast"))).toBe(false);
  });

  test("no project's vault that init has not made, nor a personal one that is switched off", async () => {
    verifies("workspace.project-needs-init");
    const world = await testPlatform();
    await expect((await inWorld(world)).target("project")).rejects.toMatchObject({ code: "no_vault", exitCode: 3 });
    await expect((await inWorld(world, { personal: false })).target()).rejects.toMatchObject({ code: "no_vault" });
    expect(existsSync(join(world.folder, "home/.llm-wiki"))).toBe(false);
  });

  test("a vault of another tool as it is, which gets an id by init alone", async () => {
    const world = await testPlatform();
    await world.files("coast/.llm-wiki").write("config.json", '{"name": "coast", "topic": "coast"}');
    const { target, init } = await inWorld(world);
    expect((await target()).config?.vault_id).toBeUndefined();
    expect((await init()).config?.vault_id).toHaveLength(20);
  });
});

test("init in the home folder makes the personal vault", async () => {
  const world = await testPlatform();
  const { init } = await inWorld(world, { cwd: "home" });
  expect(await init()).toMatchObject({ layer: "personal", root: join(world.folder, "home/.llm-wiki") });
});
