import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { verifies } from "../../acceptance/verifies.ts";
import { fakeSession, openFakePi } from "../../support/fake-pi.ts";
import { openToolWorld } from "../../tools/tool-world.ts";

test("when the guard fails, calls that could write are refused and reads pass", async () => {
  verifies("guard.fails-closed");
  const world = await openToolWorld();
  const fails = (): never => {
    throw new Error("The lens is cracked.");
  };
  const pi = openFakePi({ ...world.platform, paths: { ...world.platform.paths, physical: fails } });
  const session = fakeSession({ cwd: world.project });
  await expect(pi.toolCall(session, "write", { path: "log.md" })).rejects.toThrow("The lens is cracked.");
  await expect(pi.toolCall(session, "bash", { command: "touch log.md" })).rejects.toThrow("The lens is cracked.");
  expect(await pi.toolCall(session, "read", { path: "log.md" })).toBe("done");
  expect(await pi.toolCall(session, "bash", { command: "git status" })).toBe("done");
});

test("bash is guarded as the other tools are", async () => {
  verifies("guard.commands-followed");
  const world = await openToolWorld();
  const pi = openFakePi(world.platform);
  const session = fakeSession({ cwd: world.project });
  expect(await pi.toolCall(session, "bash", { command: "rm -rf .llm-wiki/raw" })).toContain("is protected");
  expect(await pi.toolCall(session, "bash", { command: "ls .llm-wiki/raw" })).toBe("done");
});

test("the person is asked where the vault's owner decides, and refused for where there is none", async () => {
  verifies("guard.person-asked");
  const world = await openToolWorld();
  const pi = openFakePi(world.platform);
  mkdirSync(join(world.project, ".llm-wiki"), { recursive: true });
  writeFileSync(join(world.project, ".llm-wiki/WIKI_SCHEMA.md"), "# Lamps\n");
  const input = { path: ".llm-wiki/WIKI_SCHEMA.md", content: "# Fog\n" };
  const call = (options: object): Promise<string> =>
    pi.toolCall(fakeSession({ cwd: world.project, ...options }), "write", input);
  expect(await call({ confirms: true })).toBe("done");
  expect(await call({ confirms: false })).toContain("is protected");
  expect(await call({ confirms: true, hasUI: false })).toContain("is protected");
});
