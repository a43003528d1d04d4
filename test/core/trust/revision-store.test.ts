import { expect, test } from "vitest";
import { openRevisions } from "../../../extensions/core/trust/revision-store.ts";
import { verifies } from "../../acceptance/verifies.ts";
import { testPlatform } from "../../support/test-platform.ts";
import { vaultIn } from "../sources/lighthouse-vault.ts";

const text = "---\ntype: general\n---\n# Lamp\n\nIt burns gas.\n";

const open = async () => {
  const world = await testPlatform();
  const vault = vaultIn(world);
  return { ...world, vault, revisions: openRevisions(world.platform, vault) };
};

test("a proposed text is found by its hash, put once or twice", async () => {
  verifies("trust.revisions");
  const { revisions, platform } = await open();
  const hash = await revisions.put(text);
  expect(hash).toBe(platform.hash(text));
  expect(await revisions.put(text)).toBe(hash);
  expect(revisions.read(hash)).toBe(text);
});

test("one that is gone or was altered is none, and is whole again when it is put again", async () => {
  verifies("trust.revisions");
  const { revisions, vault } = await open();
  const hash = await revisions.put(text);
  await vault.files.write(`meta/revisions/${hash}.md`, text.replace("gas", "oil"));
  expect(revisions.read(hash)).toBeUndefined();
  expect(await revisions.put(text)).toBe(hash);
  expect(revisions.read(hash)).toBe(text);
  await revisions.remove(hash);
  expect(revisions.read(hash)).toBeUndefined();
  await revisions.remove(hash);
});

test.each(["", "../events", "../../wiki/notes/oil", "A".repeat(64), "a".repeat(63)])(
  "what is no hash names no text and removes none: %j",
  async (name) => {
    verifies("trust.revisions");
    const { revisions, vault } = await open();
    await vault.files.write("wiki/notes/oil.md", text);
    await vault.files.write("meta/events.md", text);
    expect(revisions.read(name)).toBeUndefined();
    await revisions.remove(name);
    expect(vault.files.readText("wiki/notes/oil.md")).toBe(text);
    expect(vault.files.readText("meta/events.md")).toBe(text);
  },
);
