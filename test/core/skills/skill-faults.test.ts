import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { ChangeRequest } from "../../../extensions/core/skills/skills.ts";
import { verifies } from "../../acceptance/verifies.ts";
import { faultRuns } from "../../support/fault-runs.ts";
import type { TestPlatform } from "../../support/test-platform.ts";
import { lampSkill, plainRequest, shipSkills, skillsOf } from "./skills-world.ts";

const change = async (world: TestPlatform, request: Partial<ChangeRequest>): Promise<void> => {
  const results = await skillsOf(world).change({ ...plainRequest, names: ["light-lamp"], ...request });
  const failed = results.find(({ outcome }) => outcome === "failed" || outcome === "refused");
  if (failed !== undefined) throw new Error(failed.reason);
};

const place = ({ folder }: TestPlatform): string => join(folder, "project/.agents/skills/light-lamp");
const shippedFile = ({ folder }: TestPlatform): string => join(folder, "package/skills/light-lamp/SKILL.md");

/** The text of the installed SKILL.md, "" where there is no skill; its script must be there with it. */
const standing = (world: TestPlatform): string => {
  if (!existsSync(place(world)) || readdirSync(place(world)).length === 0) return "";
  expect(readdirSync(place(world)).sort()).toEqual(["SKILL.md", "scripts"]);
  expect(readdirSync(join(place(world), "scripts"))).toEqual(["lamp.mjs"]);
  return readFileSync(join(place(world), "SKILL.md"), "utf8");
};

const newer = lampSkill.replace("At dusk.", "At dusk and in fog.");

/** Whatever was left behind, the same commands complete and clean up. */
const completes = async (world: TestPlatform): Promise<void> => {
  await change(world, { action: "add" });
  expect(standing(world)).toBe(readFileSync(shippedFile(world), "utf8"));
  await change(world, { action: "remove" });
  expect(existsSync(place(world))).toBe(false);
};

test("adding is whole or not at all at every fault point, and is completed by adding again", async () => {
  verifies("skills.durable");
  const points = await faultRuns({
    arrange: async ({ folder }) => shipSkills(folder),
    act: (world) => change(world, { action: "add" }),
    check: async (world, acknowledged) => {
      expect(acknowledged ? [lampSkill] : ["", lampSkill]).toContain(standing(world));
      await completes(world);
    },
  });
  expect(points).toBeGreaterThan(10);
});

test("updating leaves the former skill, the new one, or room for it, and is completed by updating again", async () => {
  verifies("skills.durable");
  const points = await faultRuns({
    arrange: async (world) => {
      shipSkills(world.folder);
      await change(world, { action: "add" });
      writeFileSync(shippedFile(world), newer);
    },
    act: (world) => change(world, { action: "update" }),
    check: async (world, acknowledged) => {
      expect(acknowledged ? [newer] : ["", lampSkill, newer]).toContain(standing(world));
      await completes(world);
    },
  });
  expect(points).toBeGreaterThan(10);
});

test("removing is whole or not at all at every fault point, and is completed by removing again", async () => {
  verifies("skills.durable");
  const points = await faultRuns({
    arrange: async (world) => {
      shipSkills(world.folder);
      await change(world, { action: "add" });
    },
    act: (world) => change(world, { action: "remove" }),
    check: async (world, acknowledged) => {
      expect(acknowledged ? [""] : ["", lampSkill]).toContain(standing(world));
      await change(world, { action: "remove" });
      expect(existsSync(place(world))).toBe(false);
      await completes(world);
    },
  });
  expect(points).toBeGreaterThan(3);
});
