import { lstatSync, mkdirSync, readFileSync, readlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { verifies } from "../../acceptance/verifies.ts";
import { testPlatform } from "../../support/test-platform.ts";

test("a link is made where the name is free, in folders that are made, and told from what is none", async () => {
  verifies("platform.link-made");
  const { folder, files } = await testPlatform();
  const [target, harbour] = [join(folder, "lamp"), files("harbour")];
  mkdirSync(target);
  expect(await harbour.link("tools/lamp", target)).toBe(true);
  expect(readlinkSync(join(folder, "harbour/tools/lamp"))).toBe(target);
  expect(harbour.linkTarget("tools/lamp")).toBe(target);
  expect([harbour.linkTarget("tools"), harbour.linkTarget("absent")]).toEqual([undefined, undefined]);
});

test("a link replaces nothing, and is removed without what it leads to", async () => {
  verifies("platform.link-made", "platform.remove-whole");
  const { folder, files } = await testPlatform();
  const [target, harbour] = [join(folder, "lamp"), files("harbour")];
  mkdirSync(target);
  writeFileSync(join(target, "wick.md"), "trimmed");
  await harbour.write("log.md", "calm");
  expect(await harbour.link("log.md", target)).toBe(false);
  expect(readFileSync(join(folder, "harbour/log.md"), "utf8")).toBe("calm");
  await harbour.link("lamp", target);
  await harbour.remove("lamp");
  expect(lstatSync(join(folder, "harbour/lamp"), { throwIfNoEntry: false })).toBe(undefined);
  expect(readFileSync(join(target, "wick.md"), "utf8")).toBe("trimmed");
});
