import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { readHostSettings, writeUserSetting } from "../../extensions/hosts/settings-files.ts";
import { verifies } from "../acceptance/verifies.ts";
import { faultRuns } from "../support/fault-runs.ts";
import { type TestPlatform, testPlatform } from "../support/test-platform.ts";

const userPath = "home/.pi/agent/settings.json";
const projectPath = "lighthouse/.pi/settings.json";

const put = ({ folder }: TestPlatform, path: string, content: unknown): void => {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), typeof content === "string" ? content : JSON.stringify(content));
};

const settingsAt = ({ platform, folder }: TestPlatform, place = "lighthouse", projectTrusted = true) =>
  readHostSettings(platform, { cwd: join(folder, place), projectTrusted });

describe("the settings that hold", () => {
  test("are the defaults without any file", async () => {
    const world = await testPlatform();
    expect(settingsAt(world)).toMatchObject({ settings: { autoRecall: "on", recallPages: 5 }, findings: [] });
  });

  test("are the user's, then the project's where it is trusted", async () => {
    verifies("cli.settings-order");
    const world = await testPlatform();
    put(world, userPath, { theme: "dark", "pi-wiki": { recallPages: 3, recallTokens: 900 } });
    put(world, projectPath, { "pi-wiki": { recallPages: 7, links: "markdown" } });
    const both = { recallPages: 7, recallTokens: 900, links: "markdown" };
    expect(settingsAt(world)).toMatchObject({ settings: both, findings: [] });
    const users = { recallPages: 3, recallTokens: 900, links: "wiki" };
    expect(settingsAt(world, "lighthouse", false)).toMatchObject({ settings: users, findings: [] });
  });

  test("come from PI_CODING_AGENT_DIR when it is set, with ~ for the home folder", async () => {
    const world = await testPlatform({ variables: { PI_CODING_AGENT_DIR: "~/agents/night" } });
    put(world, userPath, { "pi-wiki": { recallPages: 3 } });
    put(world, "home/agents/night/settings.json", { "pi-wiki": { recallPages: 9 } });
    expect(settingsAt(world).settings.recallPages).toBe(9);
  });

  test("come from the top of the git checkout when the folder itself has none", async () => {
    verifies("cli.settings-order");
    const world = await testPlatform();
    put(world, projectPath, { "pi-wiki": { recallPages: 7 } });
    put(world, "lighthouse/tower/lamp/oil.md", "");
    expect(settingsAt(world, "lighthouse/tower/lamp").settings.recallPages).toBe(5);
    put(world, "lighthouse/.git", "gitdir: elsewhere");
    expect(settingsAt(world, "lighthouse/tower/lamp").settings.recallPages).toBe(7);
    put(world, "lighthouse/tower/lamp/.pi/settings.json", { "pi-wiki": { recallPages: 8 } });
    expect(settingsAt(world, "lighthouse/tower/lamp").settings.recallPages).toBe(8);
  });

  test("can't be widened by a project in what is the user's alone", async () => {
    verifies("cli.settings-order");
    const world = await testPlatform();
    put(world, userPath, { "pi-wiki": { captureHosts: ["wiki.example"] } });
    put(world, projectPath, { "pi-wiki": { captureHosts: ["169.254.169.254"] } });
    expect(settingsAt(world)).toMatchObject({
      settings: { captureHosts: ["wiki.example"] },
      findings: [{ code: "setting-invalid", path: join(world.folder, projectPath) }],
    });
  });

  test("take the peer's key where it means the same, below our own of any file", async () => {
    verifies("cli.settings-legacy");
    const world = await testPlatform();
    put(world, userPath, { "llm-wiki": { ambientPersonalVault: false, recallLinksThreshold: 50 } });
    expect(settingsAt(world)).toMatchObject({ settings: { autoRecall: "project" }, findings: [] });
    put(world, projectPath, { "llm-wiki": { ambientPersonalVault: true } });
    expect(settingsAt(world).settings.autoRecall).toBe("on");
    put(world, userPath, { "llm-wiki": { ambientPersonalVault: false }, "pi-wiki": { autoRecall: "off" } });
    expect(settingsAt(world).settings.autoRecall).toBe("off");
  });

  test.each([
    "{",
    "[]",
    "null",
    '"pi-wiki"',
    "\ufeff{}",
    '{"pi-wiki": []}',
    '{"pi-wiki": {"lamps": 9}}',
    '{"llm-wiki": 3, "pi-wiki": 4}',
  ])("are the defaults when the user's file is %s, which is a finding", async (text) => {
    const world = await testPlatform();
    put(world, userPath, text);
    const { settings, findings } = settingsAt(world);
    expect(settings).toEqual(settingsAt(await testPlatform()).settings);
    expect(findings).toMatchObject([{ severity: "warning", path: join(world.folder, userPath) }]);
  });

  test("are read through the user's own link, and never through a project's that leads out of it", async () => {
    const world = await testPlatform();
    put(world, "dotfiles/pi.json", { "pi-wiki": { recallPages: 3 } });
    put(world, "home/.pi/agent/models.json", "{}");
    symlinkSync(join(world.folder, "dotfiles/pi.json"), join(world.folder, userPath));
    put(world, "lighthouse/.pi/agents.md", "");
    symlinkSync(join(world.folder, "dotfiles/pi.json"), join(world.folder, projectPath));
    const { settings, findings } = settingsAt(world);
    expect(settings.recallPages).toBe(3);
    expect(findings).toMatchObject([{ code: "settings-unreadable", path: join(world.folder, projectPath) }]);
  });
});

describe("setting a value", () => {
  test("makes the file when there is none", async () => {
    const world = await testPlatform();
    const path = await writeUserSetting(world.platform, "recallPages", 3);
    expect(path).toBe(join(world.folder, userPath));
    expect(readFileSync(path, "utf8")).toBe('{\n  "pi-wiki": {\n    "recallPages": 3\n  }\n}\n');
  });

  test("changes nothing else in it: order, other keys, unknown ones, indentation and the last line's end", async () => {
    verifies("cli.settings-kept");
    const world = await testPlatform();
    const text =
      '{\n\t"theme": "dark",\n\t"pi-wiki": {\n\t\t"lamps": 9,\n\t\t"recallPages": 3\n\t},\n\t"packages": []\n}';
    put(world, userPath, text);
    await writeUserSetting(world.platform, "recallPages", 4);
    expect(readFileSync(join(world.folder, userPath), "utf8")).toBe(text.replace("3", "4"));
    await writeUserSetting(world.platform, "links", "markdown");
    expect(settingsAt(world).settings).toMatchObject({ recallPages: 4, links: "markdown" });
  });

  test("goes through the user's link to the file it leads to", async () => {
    const world = await testPlatform();
    put(world, "dotfiles/pi.json", { theme: "dark" });
    put(world, "home/.pi/agent/models.json", "{}");
    symlinkSync(join(world.folder, "dotfiles/pi.json"), join(world.folder, userPath));
    await writeUserSetting(world.platform, "recallPages", 4);
    const written: unknown = JSON.parse(readFileSync(join(world.folder, "dotfiles/pi.json"), "utf8"));
    expect(written).toEqual({ theme: "dark", "pi-wiki": { recallPages: 4 } });
  });

  test.each(["{", "[]", '{"pi-wiki": "off"}', "// mine\n{}"])(
    "is refused when the file is %s, and leaves it",
    async (text) => {
      verifies("cli.settings-kept");
      const world = await testPlatform();
      put(world, userPath, text);
      await expect(writeUserSetting(world.platform, "recallPages", 4)).rejects.toMatchObject({ code: "unreadable" });
      expect(readFileSync(join(world.folder, userPath), "utf8")).toBe(text);
    },
  );

  test("leaves the file whole at every fault point", async () => {
    verifies("cli.settings-kept");
    const pages = (world: TestPlatform): number => settingsAt(world).settings.recallPages;
    const points = await faultRuns({
      arrange: ({ platform }) => writeUserSetting(platform, "recallPages", 3),
      act: ({ platform }) => writeUserSetting(platform, "recallPages", 4),
      check: (world, acknowledged) => expect(acknowledged ? [4] : [3, 4]).toContain(pages(world)),
    });
    expect(points).toBeGreaterThan(3);
  });

  test("many times at once keeps every one", async () => {
    const world = await testPlatform();
    await Promise.all([
      writeUserSetting(world.platform, "recallPages", 4),
      writeUserSetting(world.platform, "recallTokens", 900),
      writeUserSetting(world.platform, "links", "markdown"),
    ]);
    expect(settingsAt(world).settings).toMatchObject({ recallPages: 4, recallTokens: 900, links: "markdown" });
  });
});
