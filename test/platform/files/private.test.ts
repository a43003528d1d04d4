import { chmodSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { verifies } from "../../acceptance/verifies.ts";
import { testPlatform } from "../../support/test-platform.ts";

const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8);

test.each(["stateRoot", "cacheRoot"] as const)("what is made below the %s is nobody else's to read", async (place) => {
  verifies("platform.private-state");
  const { platform } = await testPlatform();
  const root = platform.environment[place];
  const files = platform.files(join(root, "lighthouse-1"));
  await files.write("keys/clone.json", "{}");
  await files.create("made.json", "{}");
  await files.append("log/usage.jsonl", "{}\n");
  await files.createFolder("sealed");
  await files.withLock("keys/clone.json", async () => undefined);
  const folders = ["", "lighthouse-1", "lighthouse-1/keys", "lighthouse-1/log", "lighthouse-1/sealed"];
  expect(folders.map((folder) => modeOf(join(root, folder)))).toEqual(folders.map(() => "700"));
  const made = ["keys/clone.json", "made.json", "log/usage.jsonl"];
  expect(made.map((file) => modeOf(files.absolute(file)))).toEqual(made.map(() => "600"));
});

test("a file below the state root that others could read is closed to them when it is written", async () => {
  verifies("platform.private-state");
  const { platform } = await testPlatform();
  const files = platform.files(platform.environment.stateRoot);
  await files.write("clone.json", "{}");
  chmodSync(files.absolute("clone.json"), 0o644);
  await files.write("clone.json", "{} ");
  expect(modeOf(files.absolute("clone.json"))).toBe("600");
});

test("what is asked for as private is nobody else's to read, wherever it lies", async () => {
  verifies("platform.private-state");
  const { platform, folder } = await testPlatform();
  const files = platform.files(join(folder, "repository"), "private");
  await files.write("knowledge/fact.json", "{}");
  expect([modeOf(files.absolute("knowledge")), modeOf(files.absolute("knowledge/fact.json"))]).toEqual(["700", "600"]);
});

test("files of a vault have the modes that are usual here", async () => {
  verifies("platform.private-state");
  const { files } = await testPlatform();
  const usual = 0o666 & ~process.umask();
  await files("vault").write("wiki/lamp.md", "lamp");
  expect(modeOf(files("vault").absolute("wiki/lamp.md"))).toBe(usual.toString(8));
});
