import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { skillToCheck } from "../../../extensions/core/skills/skill-files-store.ts";
import { skillFindings } from "../../../extensions/core/skills/skill-rules.ts";
import { verifies } from "../../acceptance/verifies.ts";
import { type LearnedWorld, openLearnedWorld, trim } from "./learned-world.ts";

const id = "skills/trim-the-wick-of-a-smoking-lamp";
const name = "trim-the-wick-of-a-smoking-lamp";

const trusted = async (more: object = {}): Promise<LearnedWorld> => {
  const world = await openLearnedWorld();
  world.did(1, { title: "Trim the wick" });
  await world.submit("trajectory", { trajectories: ["TRJ-2026-11-30-001"], skills: [trim(more)] });
  await world.workspace.as("terminal").decide({ page: id, decision: "confirm" });
  return world;
};

const folder = (world: LearnedWorld): string => join(world.project, ".agents/skills");

const exportIn = (world: LearnedWorld, more: object = {}) =>
  world.workspace.as("cli").skills.export({
    ...{ id, to: folder(world), force: false, dryRun: false, shipped: ["okf"] },
    ...more,
  });

describe("a trusted skill", () => {
  test("becomes an Agent Skill that the rules accept, with an event that says where", async () => {
    verifies("learned.export");
    const world = await trusted({ text: "See [[notes/oil|the oil]] and [[notes/fog]] before you cut it." });
    expect(await exportIn(world)).toMatchObject({ id, name, outcome: "added" });
    const place = join(folder(world), name);
    expect(skillFindings(skillToCheck(world.platform, place))).toEqual([]);
    const text = readFileSync(join(place, "SKILL.md"), "utf8");
    expect(text).toMatch(new RegExp(`^---\\nname: ${name}|\\nname: ${name}`));
    expect(text).toContain("black soot on the glass in the morning");
    expect(text).toContain("See the oil and notes/fog before you cut it.");
    expect(text).toContain("TRJ-2026-11-30-001");
    expect(await world.events("skill_exported")).toMatchObject([{ page: id, to: `.agents/skills/${name}` }]);
    expect((await world.workspace.skills.list())[0]?.exported).toEqual([`.agents/skills/${name}`]);
  });

  test("is reviewed by somebody who sees where it was put", async () => {
    verifies("learned.export-lineage");
    const world = await trusted();
    await exportIn(world);
    world.did(2, { title: "Trim the wick again" });
    const entry = trim({ updates: id, text: "Cut it while it burns.", sources: ["TRJ-2026-11-30-002"] });
    await world.submit("trajectory", { trajectories: ["TRJ-2026-11-30-002"], skills: [entry] });
    const review = world.workspace.as("ui").review;
    const [item] = await review.queue();
    if (item === undefined) throw new Error("Nothing waits.");
    const { parts = [] } = (await review.show(item)) ?? {};
    const texts = parts.flatMap((part) => part.texts).map(({ text }) => text);
    expect(texts.join("\n")).toContain(`exported as an Agent Skill: .agents/skills/${name}`);
  });

  test("is left alone where it stands already, and only looked at on a dry run", async () => {
    verifies("learned.export");
    const world = await trusted();
    expect(await exportIn(world, { dryRun: true })).toMatchObject({ outcome: "added" });
    expect(existsSync(folder(world))).toBe(false);
    await exportIn(world);
    expect(await exportIn(world)).toMatchObject({ outcome: "unchanged" });
    expect(await world.events("skill_exported")).toHaveLength(1);
  });

  test("takes the place of nothing that was changed or is not ours, unless forced, and then that is kept", async () => {
    verifies("learned.export-foreign");
    const world = await trusted();
    const file = join(folder(world), name, "SKILL.md");
    mkdirSync(join(folder(world), name), { recursive: true });
    writeFileSync(file, "Somebody else's.");
    expect(await exportIn(world)).toMatchObject({ outcome: "refused", reason: expect.stringContaining("--force") });
    expect(readFileSync(file, "utf8")).toBe("Somebody else's.");
    expect(await world.events("skill_exported")).toEqual([]);
    const { outcome, aside = "" } = await exportIn(world, { force: true });
    expect(outcome).toBe("updated");
    expect(readFileSync(join(aside, "SKILL.md"), "utf8")).toBe("Somebody else's.");
    writeFileSync(file, `${readFileSync(file, "utf8")}\nMine.\n`);
    expect(await exportIn(world)).toMatchObject({ outcome: "refused", reason: expect.stringContaining("was changed") });
  });

  test("goes into no vault, through no link out, under no name of ours or of nobody's", async () => {
    verifies("learned.export-foreign", "learned.export-refused");
    const world = await trusted();
    await expect(exportIn(world, { to: join(world.project, ".llm-wiki/wiki") })).rejects.toThrow("inside a vault");
    symlinkSync(join(world.project, ".llm-wiki/wiki"), join(world.project, "way"));
    await expect(exportIn(world, { to: join(world.project, "way/x") })).rejects.toThrow("inside a vault");
    mkdirSync(join(world.folder, "elsewhere"));
    symlinkSync(join(world.folder, "elsewhere"), join(world.project, "out"));
    expect(await exportIn(world, { to: join(world.project, "out") })).toMatchObject({ outcome: "refused" });
    expect(readdirSync(join(world.folder, "elsewhere"))).toEqual([]);
    await expect(exportIn(world, { name: "okf" })).rejects.toThrow("a skill of pi-wiki");
    await expect(exportIn(world, { name: "Not a name" })).rejects.toThrow("no skill's name");
    await expect(exportIn(world, { id: "skills/none" })).rejects.toMatchObject({ code: "page_not_found" });
  });

  test("that is withheld or forgotten tells where it was put, and lint does while it is there", async () => {
    verifies("learned.export-lineage");
    const place = `.agents/skills/${name}`;
    const world = await trusted();
    await exportIn(world);
    expect((await world.workspace.lint()).findings.map(({ code }) => code)).not.toContain("exported-skill-withheld");
    const keeper = world.workspace.as("terminal");
    const answer = await keeper.setStatus({ pages: [id], decision: "retire", reason: "It tears the wick." });
    expect(answer.exported).toEqual([{ page: id, places: [place] }]);
    const told = async () => (await world.workspace.lint()).findings.filter(({ path }) => path === place);
    expect(await told()).toMatchObject([{ code: "exported-skill-withheld", severity: "warning" }]);
    const forgotten = await keeper.forget({ id, reason: "Gone." });
    expect(forgotten.exported).toEqual([{ page: id, places: [place] }]);
    expect(await told()).toHaveLength(1);
    world.platform.files(world.project).kind(".agents");
    await world.platform.files(world.project).remove(".agents");
    expect(await told()).toEqual([]);
  });
});

test("a candidate and a retired skill are not exported, and the refusal says what to do", async () => {
  verifies("learned.export-refused");
  const world = await openLearnedWorld();
  world.did(1, { title: "Trim the wick" });
  await world.submit("trajectory", { trajectories: ["TRJ-2026-11-30-001"], skills: [trim()] });
  await expect(exportIn(world)).rejects.toMatchObject({
    code: "skill_not_trusted",
    hint: expect.stringContaining("pi-wiki review"),
  });
  await world.workspace.as("terminal").decide({ page: id, decision: "reject", reason: "No." });
  await expect(exportIn(world, { force: true })).rejects.toMatchObject({ code: "skill_not_trusted" });
  expect(existsSync(folder(world))).toBe(false);
  expect(await world.events("skill_exported")).toEqual([]);
});
