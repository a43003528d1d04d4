/** Settings that users have in their files. A red test asks: is this change deliberate? Then note it in CHANGELOG.md. */

import { expect, test } from "vitest";
import { defaultSettings, settingRules } from "../../extensions/core/settings.ts";
import { usualTestCommands } from "../../extensions/core/usage/command-patterns.ts";
import { verifies } from "../acceptance/verifies.ts";

test("settings keep their names, values and defaults", () => {
  verifies("house.pins");
  const rules = Object.entries(settingRules).map(([name, { summary: _summary, ...rule }]) => [name, rule]);
  expect(Object.fromEntries(rules)).toEqual({
    autoRecall: { values: ["on", "project", "off"], default: "on" },
    recallTokens: { type: "integer", minimum: 100, maximum: 10_000, default: 1200 },
    recallPages: { type: "integer", minimum: 1, maximum: 20, default: 5 },
    maxLessons: { type: "integer", minimum: 0, maximum: 50, default: 5 },
    personalVault: { values: ["on", "off"], default: "on" },
    links: { values: ["wiki", "markdown"], default: "wiki" },
    humanChannel: { values: ["any", "ui"], default: "any", fromProject: ["ui"] },
    otherUsers: { values: ["summary", "off"], default: "summary" },
    captureHosts: { type: "list", default: [], userOnly: true },
    testCommands: { type: "list", default: usualTestCommands, ofPhrases: true },
    captureConversations: { values: ["off", "compaction", "end"], default: "off", fromProject: ["off"] },
    trajectories: { values: ["on", "off"], default: "off", fromProject: ["off"] },
    distill: { values: ["on", "off"], default: "off" },
    knowledge: { values: ["on", "off"], default: "off" },
    weaknesses: { values: ["on", "off"], default: "off" },
    runDir: { type: "text", default: "", userOnly: true },
    distillTaskMemory: { values: ["on", "off"], default: "off" },
  });
});

test("the defaults are those of the rules", () => {
  verifies("house.pins");
  const defaults = Object.entries(settingRules).map(([name, rule]) => [name, rule.default]);
  expect(defaultSettings).toEqual(Object.fromEntries(defaults));
});
