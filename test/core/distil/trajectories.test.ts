import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { groupTrajectories } from "../../../extensions/core/distil/trajectories/group-trajectories.ts";
import { defaultSettings } from "../../../extensions/core/settings.ts";
import { openWorkspace } from "../../../extensions/open-workspace.ts";
import type { Workspace } from "../../../extensions/workspace.ts";
import { verifies } from "../../acceptance/verifies.ts";
import { faultRuns } from "../../support/fault-runs.ts";
import type { TestPlatform } from "../../support/test-platform.ts";
import { everything, templatesRoot } from "../../tools/tool-world.ts";
import { type LearnedWorld, openLearnedWorld, trim } from "../skills/learned-world.ts";

const skill = "skills/trim-the-wick-of-a-smoking-lamp";
const first = "TRJ-2026-11-30-001";
const second = "TRJ-2026-11-30-002";

const skillsIn = (world: LearnedWorld) => readdirSync(join(world.project, ".llm-wiki/wiki/skills"));
const text = (world: LearnedWorld, id: string) => world.read(`lighthouse/.llm-wiki/wiki/${id}.md`);

const prepareIn = async (world: LearnedWorld, ...ids: readonly string[]) => {
  const prepared = await world.prepare("trajectory", ...ids);
  if (prepared.kind !== "trajectory") throw new Error("Another kind was prepared.");
  return prepared;
};

describe("trajectories that wait", () => {
  test("are given together where they share a task, or files and commands, with paths to read", async () => {
    verifies("learned.batches");
    const world = await openLearnedWorld();
    world.did(1, { title: "Trim the wick", commands: ["lamp trim"], files: ["lamp/wick.ts"] });
    world.did(2, { title: "Paint the door", commands: ["paint door"], files: ["house/door.ts"] });
    world.did(3, { title: "Wick is smoking", commands: ["cd x && lamp trim --level"], files: ["lamp/wick.ts"] });
    const { groups, waiting } = await prepareIn(world);
    expect(groups.map(({ trajectories }) => trajectories.map(({ id }) => id))).toEqual([
      [first, "TRJ-2026-11-30-003"],
      [second],
    ]);
    expect(groups[0]?.shared).toEqual(["file lamp/wick.ts", "tool lamp trim"]);
    expect(waiting).toBe(0);
    for (const { path, steps_path } of groups.flatMap(({ trajectories }) => trajectories)) {
      expect([existsSync(path), existsSync(steps_path)]).toEqual([true, true]);
    }
  });

  test("of one task belong together, whatever they touched; those of everyday tools alone do not", () => {
    verifies("learned.batches");
    const outcome = { result: "unknown", judge: { by: "none" } } as const;
    const one = { title: "Lens", task: "lens-1", outcome, files: ["a.ts"], tools: [] };
    const other = { title: "Stair", task: "lens-1", outcome, files: ["b.ts"], tools: [] };
    const third = { title: "Lens", task: undefined, outcome, files: [], tools: [] };
    const grouped = groupTrajectories([
      { id: "1", ...one },
      { id: "2", ...other },
      { id: "3", ...third },
    ]);
    expect(grouped.map(({ ids }) => ids)).toEqual([["1", "2"], ["3"]]);
  });

  test("come with similar skills, withheld ones, tombstones, failures and contradicting outcomes", async () => {
    verifies("learned.negative");
    const world = await openLearnedWorld();
    world.page("skills/trim", "# Trim the wick\n\nCut it level.", { type: "skill", title: "Trim the wick" });
    world.page("skills/spirit", "# Clean with spirit\n\nPour spirit of salt on the lens.", { type: "skill" });
    world.page("notes/oil", "# Oil\n\nUse whale oil.");
    await world.workspace.settle();
    const keeper = world.workspace.as("terminal");
    await keeper.decide({ page: "skills/spirit", decision: "reject", reason: "It etches the glass." });
    await world.call("wiki_feedback", { id: "notes/oil", outcome: "failure", note: "It stank." });
    world.did(1, { title: "Trim the wick", result: "success", files: ["lamp/wick.ts"] });
    world.did(2, { title: "Trim the wick", result: "failure", files: ["lamp/wick.ts"] });
    const prepared = await prepareIn(world);
    expect(prepared.groups[0]).toMatchObject({ contradicting: true, neighbours: [{ id: "skills/trim" }] });
    expect(prepared.withheld).toMatchObject([{ id: "skills/spirit", reason: "It etches the glass." }]);
    expect(prepared.tombstones).toMatchObject([{ reason: "It etches the glass." }]);
    expect(prepared.negative_examples).toMatchObject([{ doc: "notes/oil", note: "It stank." }]);
  });
});

describe("a skill that a model submits", () => {
  test("becomes a draft that cites its trajectories, as does a case", async () => {
    verifies("learned.drafts", "learned.marked");
    const world = await openLearnedWorld();
    world.did(1, { title: "Trim the wick" });
    const once = { ...trim({ title: "The night of the smoking lamp", text: "It smoked; I cut the wick." }) };
    const answer = await world.submit("trajectory", { trajectories: [first], skills: [trim()], cases: [once] });
    expect(answer.entries.map(({ outcome, id }) => [outcome, id])).toEqual([
      ["draft", skill],
      ["draft", "cases/the-night-of-the-smoking-lamp"],
    ]);
    expect(text(world, skill)).toMatch(/type: skill[\s\S]*status: draft/);
    expect(text(world, skill)).toContain(`[[trajectories/${first}]]`);
    expect(text(world, skill)).toMatch(new RegExp(`sources:[\\s\\S]*${first}`));
    expect(text(world, "cases/the-night-of-the-smoking-lamp")).toContain("type: case");
    expect(await world.events("skill_distilled")).toMatchObject([{ packets: [first] }]);
    expect((await prepareIn(world)).groups).toEqual([]);
    const { findings } = await world.workspace.lint();
    expect(findings.filter(({ code }) => code === "missing-page" || code === "broken-link")).toEqual([]);
  });

  test("twice changes nothing; a trajectory without a skill is done all the same", async () => {
    verifies("learned.marked");
    const world = await openLearnedWorld();
    world.did(1, { title: "Trim the wick" });
    world.did(2, { title: "Paint the door" });
    const submission = { trajectories: [first, second], skills: [trim()] };
    expect((await world.submit("trajectory", submission)).done).toEqual([first, second]);
    await world.workspace.settle();
    const before = everything(join(world.project, ".llm-wiki"));
    expect((await world.submit("trajectory", submission)).entries).toMatchObject([{ outcome: "known" }]);
    expect(everything(join(world.project, ".llm-wiki"))).toEqual(before);
  });

  test("without a trajectory, or of one that is not there, is refused, and what it names waits", async () => {
    verifies("learned.marked");
    const world = await openLearnedWorld();
    world.did(1, { title: "Trim the wick" });
    world.did(2, { title: "Paint the door" });
    const skills = [trim({ sources: [] }), trim({ title: "Other", sources: ["TRJ-2026-11-30-009"] })];
    const { entries, open } = await world.submit("trajectory", { trajectories: [first, second], skills });
    expect(entries.map(({ outcome }) => outcome)).toEqual(["refused", "refused"]);
    expect(open).toEqual([first, second]);
    expect((await prepareIn(world)).groups).toHaveLength(2);
  });

  test("that is similar to another is not written; named or of its name it changes that one", async () => {
    verifies("learned.updated");
    const world = await openLearnedWorld();
    world.did(1, { title: "Trim the wick" });
    world.did(2, { title: "Trim it again" });
    await world.submit("trajectory", { trajectories: [first], skills: [trim()] });
    const near = trim({ title: "Trim the wick of a smoking lamp well", text: "Cut it.", sources: [second] });
    const refused = await world.submit("trajectory", { trajectories: [second], skills: [near] });
    expect(refused).toMatchObject({ entries: [{ outcome: "similar", candidates: [{ id: skill }] }], open: [second] });
    const again = trim({ text: "Cut it level, then wipe the glass.", sources: [second] });
    const { entries } = await world.submit("trajectory", { trajectories: [second], skills: [again] });
    expect(entries).toMatchObject([{ outcome: "changed", id: skill }]);
    expect(skillsIn(world)).toHaveLength(1);
    for (const packet of [first, second]) expect(text(world, skill)).toContain(`[[trajectories/${packet}]]`);
  });

  test("of a stable one waits for a person, and the page stays as it is", async () => {
    verifies("learned.updated");
    const world = await openLearnedWorld();
    world.did(1, { title: "Trim the wick" });
    world.did(2, { title: "Trim it again" });
    await world.submit("trajectory", { trajectories: [first], skills: [trim()] });
    await world.workspace.as("terminal").decide({ page: skill, decision: "confirm" });
    const before = text(world, skill);
    const entry = trim({ updates: skill, text: "Cut it while it burns.", sources: [second] });
    const { entries } = await world.submit("trajectory", { trajectories: [second], skills: [entry] });
    expect(entries).toMatchObject([{ outcome: "proposed", id: skill }]);
    expect(text(world, skill)).toBe(before);
    expect(await world.lifecycle(skill)).toBe("trusted");
  });

  test("of a failed trajectory must tell its pitfalls, and keeps those of the page that it changes", async () => {
    verifies("learned.pitfalls");
    const world = await openLearnedWorld();
    world.did(1, { title: "Trim the wick", result: "failure" });
    world.did(2, { title: "Trim it again", result: "success" });
    const bare = await world.submit("trajectory", { trajectories: [first], skills: [trim()] });
    expect(bare.entries).toMatchObject([{ outcome: "refused", reason: expect.stringContaining("pitfalls") }]);
    const told = trim({ pitfalls: ["Cutting it hot tears the wick: let it cool."] });
    await world.submit("trajectory", { trajectories: [first], skills: [told] });
    expect(text(world, skill)).toMatch(/## Pitfalls\n\n- Cutting it hot tears the wick/);
    const lost = trim({ updates: skill, text: "Cut it level.", sources: [second] });
    const { entries } = await world.submit("trajectory", { trajectories: [second], skills: [lost] });
    expect(entries).toMatchObject([{ outcome: "refused", reason: expect.stringContaining("would be lost") }]);
  });

  test("may not change what is no skill, nor state what was rejected", async () => {
    verifies("learned.updated", "learned.negative");
    const world = await openLearnedWorld();
    world.did(1, { title: "Trim the wick" });
    world.page("notes/oil", "# Oil\n\nUse whale oil.");
    world.page("skills/hot", "# Cut it hot\n\nCut the wick while it burns.", { type: "skill" });
    await world.workspace.as("terminal").decide({ page: "skills/hot", decision: "reject", reason: "It tears." });
    const skills = [trim({ updates: "notes/oil" }), trim({ text: "Cut the wick while it burns." })];
    const { entries } = await world.submit("trajectory", { trajectories: [first], skills });
    expect(entries.map(({ outcome }) => outcome)).toEqual(["refused", "tombstoned"]);
  });
});

const workspaceIn = ({ platform, folder }: TestPlatform): Workspace => {
  const place = { cwd: join(folder, "lighthouse"), version: "1.2.3", templatesRoot };
  return openWorkspace(platform, { ...place, channel: "tool", settings: defaultSettings });
};

test("distilling that is broken off anywhere ends as one skill when it is submitted again", async () => {
  verifies("learned.fault");
  const submission = JSON.stringify({ trajectories: [first], skills: [trim()] });
  const submit = (world: TestPlatform) => workspaceIn(world).distil.submit({ kind: "trajectory", text: submission });
  const points = await faultRuns({
    arrange: async ({ folder }) => (await openLearnedWorld({ folder })).did(1, { title: "Trim the wick" }),
    act: submit,
    check: async (world) => {
      const { entries, done } = await submit(world);
      expect(entries.map(({ outcome, id }) => [/^(draft|known)$/.test(outcome), id])).toEqual([[true, skill]]);
      expect(done).toEqual([first]);
      const pages = readdirSync(join(world.folder, "lighthouse/.llm-wiki/wiki/skills"));
      expect(pages.filter((name) => name.endsWith(".md"))).toHaveLength(1);
      expect((await workspaceIn(world).verify()).findings.filter(({ code }) => code.startsWith("chain"))).toEqual([]);
    },
  });
  expect(points).toBeGreaterThan(3);
}, 120_000);
