import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  defaultSettings,
  isSettingName,
  parseSetting,
  resolveSettings,
  type SettingName,
  settingRules,
} from "../../extensions/core/settings.ts";
import { verifies } from "../acceptance/verifies.ts";

const user = (value: unknown) => ({ place: "/home/keeper/settings.json", from: "user", value }) as const;
const project = (value: unknown) => ({ place: "/lighthouse/settings.json", from: "project", value }) as const;

const problems = (value: unknown) => resolveSettings([user(value)]).findings.map(({ message }) => message);

describe("settings", () => {
  test("are the defaults where nothing is said", () => {
    expect(resolveSettings([])).toEqual({ settings: defaultSettings, findings: [] });
    expect(resolveSettings([user(undefined), project(undefined)])).toEqual({ settings: defaultSettings, findings: [] });
  });

  test("take every allowed value", () => {
    verifies("settings.checked");
    const value = {
      autoRecall: "project",
      recallTokens: 100,
      recallPages: 20,
      maxLessons: 50,
      personalVault: "off",
      links: "markdown",
      humanChannel: "ui",
      otherUsers: "off",
      captureHosts: ["wiki.lighthouse.example:8080"],
      captureConversations: "end",
      trajectories: "on",
      distill: "on",
      knowledge: "on",
      weaknesses: "on",
      runDir: "/runs/harbour",
      distillTaskMemory: "on",
      testCommands: ["light the-lamp"],
    };
    expect(resolveSettings([user(value)])).toEqual({ settings: value, findings: [] });
  });

  test.each([
    ["autoRecall", "never", "autoRecall is one of on, project, off"],
    ["autoRecall", true, "autoRecall is one of on, project, off"],
    ["recallTokens", 99, "recallTokens is a whole number from 100 to 10000"],
    ["recallTokens", 10_001, "recallTokens is a whole number from 100 to 10000"],
    ["recallTokens", "1200", "recallTokens is a whole number from 100 to 10000"],
    ["recallPages", 2.5, "recallPages is a whole number from 1 to 20"],
    ["recallPages", Number.NaN, "recallPages is a whole number from 1 to 20"],
    ["personalVault", null, "personalVault is one of on, off"],
    ["links", "html", "links is one of wiki, markdown"],
    ["captureHosts", "localhost", "captureHosts is a list of texts"],
    ["captureHosts", [80], "captureHosts is a list of texts"],
    ["recalPages", 3, "recalPages is not a setting"],
    ["toString", "on", "toString is not a setting"],
  ])("report %s: %j and go on without it", (key, value, message) => {
    verifies("settings.checked");
    const { settings, findings } = resolveSettings([
      user({ [key]: value, links: key === "links" ? value : "markdown" }),
    ]);
    expect(findings).toMatchObject([
      { code: "setting-invalid", severity: "warning", path: "/home/keeper/settings.json", message },
    ]);
    expect(settings).toEqual({ ...defaultSettings, links: key === "links" ? "wiki" : "markdown" });
  });

  test("that are no object are reported", () => {
    verifies("settings.checked");
    for (const value of ["on", 7, null, ["autoRecall"]]) expect(problems(value)).toEqual(["pi-wiki is not an object"]);
  });

  test("keep a prototype's keys out", () => {
    verifies("settings.checked");
    const value: unknown = JSON.parse('{"__proto__": {"autoRecall": "off"}, "constructor": "off"}');
    const { settings, findings } = resolveSettings([user(value)]);
    expect(findings).toHaveLength(2);
    expect(settings.autoRecall).toBe("on");
  });

  test("of the project outrank the user's, key by key", () => {
    verifies("settings.layered");
    const { settings } = resolveSettings([
      user({ autoRecall: "off", recallPages: 3 }),
      project({ autoRecall: "project" }),
    ]);
    expect(settings).toMatchObject({ autoRecall: "project", recallPages: 3 });
  });

  test("that are wrong in the project leave the user's in force", () => {
    verifies("settings.layered", "settings.checked");
    const { settings, findings } = resolveSettings([user({ recallPages: 3 }), project({ recallPages: 300 })]);
    expect([settings.recallPages, findings[0]?.path]).toEqual([3, "/lighthouse/settings.json"]);
  });

  test("of a project can't have conversations kept", () => {
    verifies("settings.user-only");
    const [end, off] = [{ captureConversations: "end" }, { captureConversations: "off" }];
    expect(resolveSettings([project(end)]).settings.captureConversations).toBe("off");
    expect(resolveSettings([user(end)]).settings.captureConversations).toBe("end");
    expect(resolveSettings([user(end), project(off)]).settings.captureConversations).toBe("off");
  });

  test("of a project can switch trajectories off, and never on", () => {
    verifies("settings.user-only");
    const [on, off] = [{ trajectories: "on" }, { trajectories: "off" }];
    expect(resolveSettings([project(on)]).settings.trajectories).toBe("off");
    expect(resolveSettings([user(on)]).settings.trajectories).toBe("on");
    expect(resolveSettings([user(on), project(off)]).settings.trajectories).toBe("off");
  });

  test("of a project can't name hosts to capture from", () => {
    verifies("settings.user-only");
    const hosts = { captureHosts: ["localhost"] };
    expect(resolveSettings([user(hosts)]).settings.captureHosts).toEqual(["localhost"]);
    const { settings, findings } = resolveSettings([project(hosts)]);
    expect(settings.captureHosts).toEqual([]);
    expect(findings.map(({ message }) => message)).toEqual(["captureHosts counts in the user's settings only"]);
  });

  test("of a project can tighten where a person confirms, and never loosen it", () => {
    verifies("settings.human-channel");
    const [any, ui] = [{ humanChannel: "any" }, { humanChannel: "ui" }];
    expect(resolveSettings([project(ui)]).settings.humanChannel).toBe("ui");
    const { settings, findings } = resolveSettings([user(ui), project(any)]);
    expect(settings.humanChannel).toBe("ui");
    expect(findings.map(({ message }) => message)).toEqual(["humanChannel as any counts in the user's settings only"]);
    expect(resolveSettings([user(any), project(ui)]).settings.humanChannel).toBe("ui");
  });

  test("whatever a file says, each value in force is one that its rule allows", () => {
    verifies("settings.checked");
    const names = fc.constantFrom(...Object.keys(settingRules), "fog");
    fc.assert(
      fc.property(fc.dictionary(names, fc.jsonValue()), (value) => {
        const { settings } = resolveSettings([user(value), project(value)]);
        expect(resolveSettings([user(settings)])).toEqual({ settings, findings: [] });
      }),
    );
  });
});

describe("a value that is typed", () => {
  test.each<[SettingName, string, unknown]>([
    ["autoRecall", "project", "project"],
    ["recallTokens", "800", 800],
    ["captureHosts", "localhost:8080, wiki.example", ["localhost:8080", "wiki.example"]],
    ["captureHosts", "none", []],
    ["testCommands", "npm test, make  check*|lint ,", ["npm test", "make  check*|lint"]],
    ["testCommands", "none", []],
  ])("of %s as %j is %j", (name, text, value) => {
    verifies("settings.typed");
    expect(parseSetting(name, text)).toEqual({ value });
  });

  test.each<[SettingName, string, string]>([
    ["autoRecall", "ON", "is one of on, project, off"],
    ["recallPages", "many", "is a whole number from 1 to 20"],
    ["recallPages", "3 4", "is a whole number from 1 to 20"],
  ])("of %s as %j is refused", (name, text, problem) => {
    verifies("settings.typed");
    expect(parseSetting(name, text)).toEqual({ problem });
  });

  test("needs the name of a setting", () => {
    expect(["autoRecall", "autorecall", "toString", ""].filter(isSettingName)).toEqual(["autoRecall"]);
  });
});
