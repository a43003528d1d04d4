import { mkdirSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { verifies } from "../../acceptance/verifies.ts";
import { testPlatform } from "../../support/test-platform.ts";

const hourAgo = Date.now() / 1000 - 3_700;

const harbour = async (names: readonly string[]) => {
  const { folder, files } = await testPlatform();
  const root = join(folder, "vault/wiki");
  mkdirSync(root, { recursive: true });
  for (const name of names) {
    writeFileSync(join(root, name), "half");
    utimesSync(join(root, name), hourAgo, hourAgo);
  }
  return { root, files: files("vault") };
};

test("the first write in a folder clears away what killed processes left there over an hour ago", async () => {
  verifies("platform.leftovers");
  const { root, files } = await harbour([".tmp-abcdefghij12", ".tmp-1234567890ab"]);
  writeFileSync(join(root, ".tmp-freshfresh00"), "still being written");
  await files.write("wiki/lamp.md", "lamp");
  expect(readdirSync(root).sort()).toEqual([".tmp-freshfresh00", "lamp.md"]);
});

test("nothing else is cleared away, however old", async () => {
  verifies("platform.leftovers");
  const kept = [".tmp-claim-abcdefghijklmnopqrst", ".tmp-Mine", ".gitignore", "tmp-abcdefghij12", "oil.md"];
  const { root, files } = await harbour(kept);
  mkdirSync(join(root, ".tmp-folderfolder"));
  utimesSync(join(root, ".tmp-folderfolder"), hourAgo, hourAgo);
  await files.create("wiki/lamp.md", "lamp");
  expect(readdirSync(root).sort()).toEqual([...kept, ".tmp-folderfolder", "lamp.md"].sort());
});

test("a leftover that can't be removed hinders no write", async () => {
  verifies("platform.leftovers");
  const { folder, files } = await testPlatform({
    onStep: (step, path) => {
      if (step === "unlink" && path.endsWith(".tmp-abcdefghij12"))
        throw Object.assign(new Error("EIO"), { code: "EIO" });
    },
  });
  mkdirSync(join(folder, "vault"));
  writeFileSync(join(folder, "vault/.tmp-abcdefghij12"), "half");
  utimesSync(join(folder, "vault/.tmp-abcdefghij12"), hourAgo, hourAgo);
  await files("vault").write("lamp.md", "lamp");
  expect(files("vault").readText("lamp.md")).toBe("lamp");
});
