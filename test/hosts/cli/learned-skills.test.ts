import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { personDenial } from "../../../extensions/core/guard/shell/person-verbs.ts";
import { renderTrajectory } from "../../../extensions/core/trajectories/packet.ts";
import { verifies } from "../../acceptance/verifies.ts";
import { type CommandLine, openCommandLine } from "./command-line.ts";

const packet = "TRJ-2026-11-30-001";
const id = "skills/trim-the-wick";

const placePacket = (world: CommandLine): void => {
  const steps = [{ role: "user", at: null, text: "Trim the wick" }] as const;
  const told = { id: packet, captured: "2026-11-30", packet_version: "1.0" };
  const folder = `.llm-wiki/raw/trajectories/${packet}`;
  const facts = { ...told, prompt: "Trim the wick", model: null, cwd: ".", git: null, steps };
  world.put(`${folder}/packet.json`, renderTrajectory(facts));
  world.put(`${folder}/extracted.md`, "# Trim the wick\n");
  world.put(`${folder}/manifest.json`, JSON.stringify({ ...told, title: "Trim the wick", format: "trajectory" }));
};

test("the command line distils, lists, recalls and exports as the tools and verbs do", async () => {
  verifies("learned.verbs", "learned.export-refused");
  const world = await openCommandLine();
  await world.run("init", "--layer", "project");
  placePacket(world);
  expect(await world.json("trajectory", "distill", "prepare")).toMatchObject({
    kind: "trajectory",
    groups: [{ trajectories: [{ id: packet }] }],
  });
  const skill = {
    title: "Trim the wick",
    text: "Cut it level when it is cold.",
    recall_triggers: ["soot on the glass"],
    sources: [packet],
  };
  world.put("made.json", JSON.stringify({ trajectories: [packet], skills: [skill] }));
  expect(await world.json("trajectory", "distill", "submit", "made.json")).toMatchObject({
    exitCode: 0,
    done: [packet],
  });
  expect(await world.json("skills", "learned")).toMatchObject({ skills: [{ id, lifecycle: "candidate" }] });
  expect((await world.run("skills", "learned")).stdout).toContain("0 trusted, 1 candidate, 0 retired");
  expect(await world.json("skills", "recall", "soot", "on", "glass")).toMatchObject({ hits: [{ id }] });
  const refused = await world.run("skills", "export", id, "--to", ".agents/skills");
  expect(refused.exitCode).toBe(4);
  expect(refused.stderr).toMatch(/no trusted skill[\s\S]*pi-wiki review/);
  expect(existsSync(join(world.project, ".agents"))).toBe(false);
  expect((await world.run("skills", "export", id)).exitCode).toBe(2);
}, 60_000);

test("an agent's shell exports no skill: what it wrote would become every agent's instruction", async () => {
  verifies("learned.export-refused");
  expect(personDenial("pi-wiki", ["skills", "export", id, "--to", ".agents/skills"])).toMatchObject({
    rule: "person-verb",
  });
  expect(personDenial("pi-wiki", ["skills", "recall", "export"])).toBeUndefined();
  const world = await openCommandLine({ variables: { CLAUDECODE: "1" } });
  const { exitCode, stderr } = await world.run("skills", "export", id, "--to", "out");
  expect(exitCode).toBe(4);
  expect(stderr).toContain("person");
});
