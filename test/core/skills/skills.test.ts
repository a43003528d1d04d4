import { mkdirSync, readlinkSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { verifies } from "../../acceptance/verifies.ts";
import { lampSkill, openSkillsWorld } from "./skills-world.ts";

const installed = ["light-lamp/", "light-lamp/SKILL.md", "light-lamp/scripts/", "light-lamp/scripts/lamp.mjs"];
const place = "project/.agents/skills";

describe("add", () => {
  test("copies a skill to where most agents look, byte for byte", async () => {
    verifies("skills.add");
    const world = await openSkillsWorld();
    const path = join(world.project, ".agents/skills/light-lamp");
    const agents = ["pi", "codex", "cursor", "opencode"];
    const result = { name: "light-lamp", scope: "project", agents, path, outcome: "added", mode: "copy" };
    expect(await world.add("light-lamp")).toEqual([result]);
    expect(world.tree(place)).toEqual(installed);
    expect(world.text(`${place}/light-lamp/SKILL.md`)).toBe(lampSkill);
    expect(world.tree("project/.agents").filter((entry) => !entry.startsWith("skills"))).toEqual([
      ".pi-wiki-skills.json",
    ]);
  });

  test("takes a copy to each folder that the named agents look in, once", async () => {
    verifies("skills.add");
    const world = await openSkillsWorld();
    const results = await world.change({ names: ["light-lamp"], agents: ["claude", "codex", "pi"] });
    expect(results.map(({ path }) => path)).toEqual(
      [".claude/skills/light-lamp", ".agents/skills/light-lamp"].map((path) => join(world.project, path)),
    );
    expect(world.tree("project/.claude/skills")).toEqual(installed);
    await world.change({ names: ["light-lamp"], agents: ["cursor"], scope: "global" });
    expect(world.tree("home/.cursor/skills")).toEqual(installed);
    expect(world.tree("home/.agents")).toEqual([]);
  });

  test("leaves the same content as it is and writes nothing, also when another installer put it there", async () => {
    verifies("skills.unchanged");
    const world = await openSkillsWorld();
    world.put(`${place}/light-lamp/SKILL.md`, lampSkill);
    world.put(`${place}/light-lamp/scripts/lamp.mjs`, "export const lit = true;\n");
    const before = world.tree("project");
    expect(await world.add("light-lamp")).toMatchObject([{ outcome: "unchanged" }]);
    expect(await world.change({ names: ["light-lamp"], force: true })).toMatchObject([{ outcome: "unchanged" }]);
    expect(world.tree("project")).toEqual(before);
    await world.add("sound-horn");
    const manifest = world.text("project/.agents/.pi-wiki-skills.json");
    expect(await world.add("sound-horn", "light-lamp")).toMatchObject([{ outcome: "unchanged" }, {}]);
    expect(world.text("project/.agents/.pi-wiki-skills.json")).toBe(manifest);
  });

  test("without names takes all that we ship", async () => {
    verifies("skills.add");
    const world = await openSkillsWorld();
    expect((await world.add()).map(({ name }) => name)).toEqual(["light-lamp", "sound-horn"]);
  });
});

describe("update", () => {
  test("brings an unchanged copy of ours to what we ship now", async () => {
    verifies("skills.updated");
    const world = await openSkillsWorld();
    await world.add("light-lamp", "sound-horn");
    world.release();
    expect(await world.change({ action: "update" })).toMatchObject([
      { name: "light-lamp", outcome: "updated" },
      { name: "sound-horn", outcome: "unchanged" },
    ]);
    expect(world.tree(`${place}/light-lamp`)).toEqual(["SKILL.md", "references/", "references/fog.md"]);
    expect(world.skills.list()[0]?.installed).toMatchObject([{ state: "current" }]);
  });

  test("finds the copies of every agent, and only those that are there", async () => {
    verifies("skills.updated");
    const world = await openSkillsWorld();
    await world.change({ names: ["light-lamp"], agents: ["claude"] });
    world.release();
    expect(await world.change({ action: "update", names: ["light-lamp"] })).toMatchObject([
      { path: join(world.project, ".claude/skills/light-lamp"), outcome: "updated" },
    ]);
    expect(world.tree("project/.agents")).toEqual([]);
    expect(await world.change({ action: "update", names: ["sound-horn"] })).toMatchObject([{ outcome: "absent" }]);
  });

  test("leaves alone what this version no longer ships", async () => {
    verifies("skills.updated");
    const world = await openSkillsWorld();
    await world.add("sound-horn");
    rmSync(join(world.folder, "package/skills/sound-horn"), { recursive: true });
    expect(await world.change({ action: "update" })).toMatchObject([
      { outcome: "unchanged", reason: expect.any(String) },
    ]);
    expect(await world.change({ action: "remove", names: ["sound-horn"] })).toMatchObject([{ outcome: "removed" }]);
    expect(world.tree("project")).toEqual([]);
  });
});

describe("what is not ours alone", () => {
  test("is refused with the reason: a changed file, a file beside ours, a skill of the same name", async () => {
    verifies("skills.refused");
    const world = await openSkillsWorld();
    await world.add("light-lamp", "sound-horn");
    world.put(`${place}/light-lamp/SKILL.md`, "My own words.\n");
    world.put(`${place}/light-lamp/.notes`, "mine");
    const [changed] = await world.add("light-lamp");
    expect(changed).toMatchObject({ outcome: "refused" });
    expect(changed?.reason).toContain("SKILL.md was changed; .notes is not of pi-wiki");
    world.put("home/.agents/skills/light-lamp/SKILL.md", "Somebody else's.\n");
    const [foreign] = await world.change({ names: ["light-lamp"], scope: "global" });
    expect(foreign).toMatchObject({ outcome: "refused" });
    expect(world.text("home/.agents/skills/light-lamp/SKILL.md")).toBe("Somebody else's.\n");
    expect(world.tree("home/.agents")).toEqual(["skills/", "skills/light-lamp/", "skills/light-lamp/SKILL.md"]);
    expect(world.text(`${place}/light-lamp/SKILL.md`)).toBe("My own words.\n");
  });

  test("is put aside whole by force, where no agent looks", async () => {
    verifies("skills.refused");
    const world = await openSkillsWorld();
    world.put(`${place}/light-lamp/SKILL.md`, "Somebody else's.\n");
    world.put(`${place}/light-lamp/.hidden`, "mine");
    const [result] = await world.change({ names: ["light-lamp"], force: true });
    const aside = ".agents/.pi-wiki-skills-aside/light-lamp-20261130T120000000Z";
    expect(result).toMatchObject({ outcome: "updated", aside: join(world.project, aside) });
    expect(world.tree(`project/${aside}`)).toEqual([".hidden", "SKILL.md"]);
    expect(world.tree(place)).toEqual(installed);
    world.put(`${place}/light-lamp/SKILL.md`, "Changed again.\n");
    const [again] = await world.change({ action: "remove", names: ["light-lamp"], force: true });
    expect(again).toMatchObject({ outcome: "removed", aside: `${join(world.project, aside)}-2` });
    expect(world.text(`project/${aside}-2/SKILL.md`)).toBe("Changed again.\n");
  });

  test("counts as ours when it is a file that somebody took away", async () => {
    verifies("skills.updated");
    const world = await openSkillsWorld();
    await world.add("light-lamp");
    rmSync(join(world.folder, place, "light-lamp/scripts"), { recursive: true });
    expect(await world.add("light-lamp")).toMatchObject([{ outcome: "updated" }]);
    expect(world.tree(place)).toEqual(installed);
  });
});

describe("remove", () => {
  test("takes what add wrote, and the folders that it made", async () => {
    verifies("skills.removed");
    const world = await openSkillsWorld();
    mkdirSync(join(world.project, ".claude"));
    await world.change({ names: ["light-lamp", "sound-horn"], agents: ["claude", "pi"] });
    const results = await world.change({ action: "remove", names: ["light-lamp"] });
    expect(results.map(({ outcome }) => outcome)).toEqual(["removed", "removed"]);
    expect(world.tree(place)).toEqual(["sound-horn/", "sound-horn/SKILL.md"]);
    await world.change({ action: "remove" });
    expect(world.tree("project")).toEqual([".claude/"]);
    expect(await world.change({ action: "remove", names: ["light-lamp"] })).toMatchObject([{ outcome: "absent" }]);
    expect(world.tree("project")).toEqual([".claude/"]);
  });

  test("leaves files that are not ours, and says so", async () => {
    verifies("skills.removed");
    const world = await openSkillsWorld();
    await world.add("light-lamp");
    world.put(`${place}/light-lamp/notes.md`, "mine");
    const [result] = await world.change({ action: "remove", names: ["light-lamp"] });
    expect(result).toMatchObject({ outcome: "removed", kept: ["notes.md"] });
    expect(world.tree("project/.agents")).toEqual(["skills/", "skills/light-lamp/", "skills/light-lamp/notes.md"]);
  });

  test("refuses a changed file of ours, and a skill that we did not put there", async () => {
    verifies("skills.removed", "skills.refused");
    const world = await openSkillsWorld();
    await world.add("light-lamp");
    world.put(`${place}/light-lamp/SKILL.md`, "My own words.\n");
    world.put(`${place}/sound-horn/SKILL.md`, "Somebody else's.\n");
    const results = await world.change({ action: "remove", names: ["light-lamp", "sound-horn"] });
    expect(results.map(({ outcome }) => outcome)).toEqual(["refused", "refused"]);
    expect(world.tree(place)).toEqual([...installed, "sound-horn/", "sound-horn/SKILL.md"]);
  });
});

describe("a link", () => {
  test("is made on request, kept by update, listed, and removed alone", async () => {
    verifies("skills.link", "skills.updated");
    const world = await openSkillsWorld();
    const [made] = await world.change({ names: ["light-lamp"], link: true });
    expect(made).toMatchObject({ outcome: "added", mode: "link" });
    const link = join(world.project, ".agents/skills/light-lamp");
    expect(readlinkSync(link)).toBe(join(world.folder, "package/skills/light-lamp"));
    expect(world.skills.list()[0]?.installed).toMatchObject([{ mode: "link", state: "current" }]);
    world.release();
    expect(await world.change({ action: "update" })).toMatchObject([{ outcome: "unchanged" }]);
    await world.change({ action: "remove", names: ["light-lamp"] });
    expect(world.tree("project")).toEqual([]);
    expect(world.tree("package/skills/light-lamp")).toContain("SKILL.md");
  });

  test("takes the place of our own copy, and is refused for anybody's", async () => {
    verifies("skills.link", "skills.refused");
    const world = await openSkillsWorld();
    await world.add("light-lamp");
    expect(await world.change({ names: ["light-lamp"], link: true })).toMatchObject([
      { outcome: "updated", mode: "link" },
    ]);
    mkdirSync(join(world.folder, "elsewhere"));
    symlinkSync(join(world.folder, "elsewhere"), join(world.project, ".agents/skills/sound-horn"));
    expect(await world.add("sound-horn")).toMatchObject([{ outcome: "refused" }]);
    expect(await world.change({ action: "remove", names: ["sound-horn"] })).toMatchObject([{ outcome: "refused" }]);
    expect(world.tree("elsewhere")).toEqual([]);
  });
});

describe("links and names that lead elsewhere", () => {
  test("a skills folder that leads out of the project is refused, and one that stays inside is followed", async () => {
    verifies("skills.confined");
    const world = await openSkillsWorld();
    mkdirSync(join(world.folder, "outside"));
    symlinkSync(join(world.folder, "outside"), join(world.project, ".agents"));
    mkdirSync(join(world.project, "shared/skills"), { recursive: true });
    symlinkSync(join(world.project, "shared"), join(world.project, ".claude"));
    const results = await world.change({ names: ["light-lamp"], agents: ["pi", "claude"] });
    expect(results.map(({ outcome }) => outcome)).toEqual(["refused", "added"]);
    expect(world.tree("outside")).toEqual([]);
    expect(world.tree("project/shared/skills")).toEqual(installed);
  });

  test("agents' folders that are one folder get one copy", async () => {
    verifies("skills.confined");
    const world = await openSkillsWorld();
    mkdirSync(join(world.project, ".agents/skills"), { recursive: true });
    mkdirSync(join(world.project, ".claude"));
    symlinkSync("../.agents/skills", join(world.project, ".claude/skills"));
    expect(await world.change({ names: ["light-lamp"], agents: ["pi", "claude"] })).toMatchObject([
      { outcome: "added" },
    ]);
  });

  test("nothing is removed through a link that took the place of a folder of ours", async () => {
    verifies("skills.confined");
    const world = await openSkillsWorld();
    await world.add("light-lamp");
    world.put("project/src/lamp.mjs", "export const lit = true;\n");
    rmSync(join(world.folder, place, "light-lamp/scripts"), { recursive: true });
    symlinkSync(join(world.project, "src"), join(world.folder, place, "light-lamp/scripts"));
    expect(await world.change({ action: "remove", names: ["light-lamp"] })).toMatchObject([{ kept: ["scripts"] }]);
    expect(world.tree("project/src")).toEqual(["lamp.mjs"]);
  });

  test.each(["../light-lamp", "Light-Lamp", "light-lamp/../x", "", "/etc"])(
    "%j is no name of a skill",
    async (name) => {
      verifies("skills.confined");
      const world = await openSkillsWorld();
      await expect(world.add(name)).rejects.toMatchObject({ code: "invalid_input" });
      expect(world.tree("project")).toEqual([]);
    },
  );

  test("a manifest that names paths outside is not taken for ours", async () => {
    verifies("skills.confined", "skills.rest-goes-on");
    const world = await openSkillsWorld();
    const owned = { version: "1", files: { "../../../precious.md": "0".repeat(64) } };
    world.put("project/.agents/.pi-wiki-skills.json", JSON.stringify({ version: 1, skills: { "skills/x": owned } }));
    world.put("project/precious.md", "precious");
    const results = await world.change({ names: ["light-lamp"], agents: ["pi", "claude"] });
    expect(results.map(({ outcome }) => outcome).sort()).toEqual(["added", "failed"]);
    expect(results.find(({ outcome }) => outcome === "failed")?.reason).toContain(".pi-wiki-skills.json");
  });
});

test("one skill that can't be put does not stop the rest, nor does a name that is none", async () => {
  verifies("skills.rest-goes-on");
  const world = await openSkillsWorld();
  mkdirSync(join(world.project, ".agents/skills"), { recursive: true });
  writeFileSync(join(world.project, ".agents/skills/light-lamp"), "a file in its place");
  const results = await world.add("light-lamp", "ring-bell", "../x", "sound-horn");
  expect(results.map(({ name, outcome }) => `${name} ${outcome}`)).toEqual([
    "light-lamp refused",
    "sound-horn added",
    "ring-bell not_found",
    "../x not_found",
  ]);
  await expect(world.add("ring-bell")).rejects.toMatchObject({ code: "skill_not_found" });
});

test("a folder without SKILL.md among ours is no skill, and the others are there", async () => {
  verifies("skills.rest-goes-on");
  const world = await openSkillsWorld();
  world.put("package/skills/empty/README.md", "nothing");
  world.put("package/skills/stray.md", "nothing");
  expect(world.skills.list().map(({ name }) => name)).toEqual(["light-lamp", "sound-horn"]);
});

test("a dry run says what would be done and changes nothing", async () => {
  verifies("skills.dry-run");
  const world = await openSkillsWorld();
  expect(await world.change({ names: ["light-lamp"], dryRun: true })).toMatchObject([{ outcome: "added" }]);
  expect(world.tree("project")).toEqual([]);
  await world.add("light-lamp");
  world.release();
  const before = world.tree("project");
  expect(await world.change({ action: "update", dryRun: true })).toMatchObject([{ outcome: "updated" }]);
  expect(await world.change({ action: "remove", dryRun: true })).toMatchObject([{ outcome: "removed" }]);
  expect(world.tree("project")).toEqual(before);
  expect(world.skills.list()[0]?.installed).toMatchObject([{ state: "outdated" }]);
});

test("validate prefers the installed copy, takes folders, and falls back to what we ship", async () => {
  verifies("skills.validate");
  const world = await openSkillsWorld();
  const where = { scope: "project", agents: [] } as const;
  expect(world.skills.validate(["light-lamp"], where).skills).toEqual([
    join(world.folder, "package/skills/light-lamp"),
  ]);
  world.put(`${place}/light-lamp/SKILL.md`, lampSkill.replace("name: light-lamp", "name: lamp"));
  expect(world.skills.validate(["light-lamp"], where).findings).toMatchObject([
    { code: "skill-name", path: ".agents/skills/light-lamp/SKILL.md", line: 2 },
  ]);
  world.put("project/mine/ring-bell/SKILL.md", "no front matter");
  const one = { code: "skill-front-matter", path: "mine/ring-bell/SKILL.md" };
  for (const path of ["mine/ring-bell", "mine/ring-bell/SKILL.md", "./mine"]) {
    expect(world.skills.validate([path], where).findings).toMatchObject([one]);
  }
  expect(world.skills.validate([], where)).toEqual({ skills: [expect.any(String), expect.any(String)], findings: [] });
  expect(() => world.skills.validate(["./nowhere"], where)).toThrow(/nowhere/);
  expect(() => world.skills.validate(["ring-bell"], where)).toThrow(/ring-bell/);
});
