import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { bindVault, vaultKey } from "../../../extensions/core/vault/identity.ts";
import { openVault } from "../../../extensions/core/vault/layers.ts";
import { verifies } from "../../acceptance/verifies.ts";
import { type TestPlatform, testPlatform } from "../../support/test-platform.ts";

const vaultAt = async (world: TestPlatform, place: string, id = "lighthouse-1") => {
  await world.files(place).write("config.json", JSON.stringify({ topic: "lighthouse", vault_id: id }));
  const root = world.files(place).root;
  return openVault(world.platform, { layer: "project", root, layout: "current" }).vault;
};

describe("a vault's key", () => {
  test("names the id and the place", async () => {
    verifies("vault.keyed-by-place");
    const { platform } = await testPlatform();
    const place = { vault_id: "lighthouse-1", root: "/coast/.llm-wiki" };
    expect(vaultKey(platform, place)).toMatch(/^lighthouse-1-[0-9a-f]{16}$/);
    expect(vaultKey(platform, { ...place, vault_id: undefined })).toMatch(/^no-id-[0-9a-f]{16}$/);
    expect(vaultKey(platform, { ...place, root: "/cove/.llm-wiki" })).not.toBe(vaultKey(platform, place));
    expect(vaultKey(platform, { ...place, gitCommonDir: "/coast/.git" })).not.toBe(vaultKey(platform, place));
  });

  test("is always a safe name for one folder", async () => {
    const { platform } = await testPlatform();
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z0-9_-]{8,64}$/), fc.string(), (vault_id, root) => {
        expect(vaultKey(platform, { vault_id, root })).toMatch(/^[a-z0-9_-]{25,81}$/);
      }),
    );
  });
});

describe("binding", () => {
  test("reports a known id at a new place once", async () => {
    verifies("vault.moved-reported-once");
    const world = await testPlatform();
    expect(await bindVault(world.platform, await vaultAt(world, "coast"))).toBeUndefined();
    const claimed = await vaultAt(world, "hostile-clone");
    expect(await bindVault(world.platform, claimed)).toMatchObject({ code: "vault-moved", severity: "info" });
    expect(await bindVault(world.platform, claimed)).toBeUndefined();
    expect(world.files(`state/pi-wiki/${claimed.key}`).readText("binding.json")).toContain(claimed.root);
  });

  test("takes a longer id for another vault", async () => {
    const world = await testPlatform();
    await bindVault(world.platform, await vaultAt(world, "coast", "lighthouse-1"));
    expect(await bindVault(world.platform, await vaultAt(world, "cove", "lighthouse"))).toBeUndefined();
  });

  test("knows no other place of a vault without an id", async () => {
    const world = await testPlatform();
    for (const place of ["coast", "cove"]) {
      await world.files(place).write("config.json", '{"topic": "lighthouse"}');
      const root = world.files(place).root;
      const { vault } = openVault(world.platform, { layer: "project", root, layout: "current" });
      expect(await bindVault(world.platform, vault)).toBeUndefined();
    }
  });
});
