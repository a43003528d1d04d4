import { expect, test } from "vitest";
import { openVaultNumbers } from "../../../extensions/hosts/dashboard/vault-numbers.ts";
import { verifies } from "../../acceptance/verifies.ts";
import { openToolWorld } from "../../tools/tool-world.ts";

test("a page's vault is told by its path, though two vaults have a page of that id", async () => {
  verifies("dashboard.links");
  const world = await openToolWorld();
  world.page("concepts/wick", "# Wick");
  await world.workspace.init({ layer: "personal", topic: "keeper" });
  const existing = (await world.workspace.layers()).layers.filter(({ exists }) => exists);
  expect(existing.map(({ layer }) => layer)).toEqual(["project", "personal"]);
  const vaultOf = await openVaultNumbers(world.workspace);
  expect(existing.map(({ root }) => vaultOf(`${root}/wiki/concepts/wick.md`))).toEqual([0, 1]);
  expect(existing.map(({ root }) => vaultOf(root))).toEqual([0, 1]);
});
