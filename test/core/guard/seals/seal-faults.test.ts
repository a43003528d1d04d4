import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openWorkspace } from "../../../../extensions/open-workspace.ts";
import type { Workspace } from "../../../../extensions/workspace.ts";
import { verifies } from "../../../acceptance/verifies.ts";
import { faultRuns } from "../../../support/fault-runs.ts";
import type { TestPlatform } from "../../../support/test-platform.ts";
import { templatesRoot } from "../../../tools/tool-world.ts";

const open = ({ platform, folder }: TestPlatform): Workspace =>
  openWorkspace(platform, { cwd: join(folder, "project"), channel: "tool", version: "1.2.3", templatesRoot });

const packet = ".llm-wiki/raw/sources/SRC-2026-11-30-001";
const text = "# Lamp\n\nIt burns oil.\n";

const build = async (world: TestPlatform): Promise<void> => {
  await world.files().createFolder("project");
  const workspace = open(world);
  await workspace.init({ topic: "Lighthouse" });
  await workspace.capture({ text });
  await workspace.seals.check();
};

const isRight = (world: TestPlatform): boolean => world.files("project").readText(`${packet}/extracted.md`) === text;

test("healing that is cut short anywhere is finished by the next check, and nothing sealed is lost", {
  timeout: 120_000,
}, async () => {
  verifies("seals.faults");
  await faultRuns({
    arrange: async (world) => {
      await build(world);
      const file = join(world.folder, "project", packet, "extracted.md");
      chmodSync(file, 0o644);
      writeFileSync(file, "forged");
      writeFileSync(join(world.folder, "project/.llm-wiki/meta/events.jsonl"), "");
    },
    act: async (world) => {
      const found = await open(world).seals.check();
      if (found.length < 2 || found.some(({ problem }) => problem !== undefined))
        throw new Error("Not all was healed.");
    },
    check: async (world, acknowledged) => {
      if (acknowledged) expect(isRight(world)).toBe(true);
      const workspace = open(world);
      await workspace.seals.check();
      expect(isRight(world)).toBe(true);
      const { findings, events } = await workspace.verify();
      expect(findings.filter(({ severity }) => severity === "error")).toEqual([]);
      expect(events).toBeGreaterThan(2);
      expect(await workspace.seals.check()).toEqual([]);
    },
  });
});

test("a capture that can't be sealed everywhere is a capture all the same, and is sealed by the next check", {
  timeout: 120_000,
}, async () => {
  verifies("seals.faults");
  await faultRuns({
    arrange: async (world) => {
      await world.files().createFolder("project");
      await open(world).init({ topic: "Lighthouse" });
    },
    act: async (world) => {
      await open(world).capture({ text });
    },
    check: async (world, acknowledged) => {
      if (acknowledged) expect(isRight(world)).toBe(true);
      if (!isRight(world)) return;
      await open(world).seals.check();
      await world.files("project").remove(`${packet}/extracted.md`);
      await open(world).seals.check();
      expect(isRight(world)).toBe(true);
    },
  });
});
