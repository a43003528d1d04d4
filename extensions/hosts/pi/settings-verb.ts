/** /wiki settings: shows the settings in force, or changes one in the user's file. */

import { isSettingName, parseSetting, type SettingName, settingRules } from "../../core/settings.ts";
import { writeUserSetting } from "../settings-files.ts";
import type { Verb } from "./verb.ts";

export const settingsVerb: Verb = {
  name: "settings",
  usage: "[KEY VALUE]",
  summary: "Show the settings, or change one",
  completes: "settings",
  run: async ({ rest, workspace }) => {
    const [key = "", ...words] = rest.split(/\s+/).filter(Boolean);
    if (key === "") return listSettings(workspace.settings);
    if (!isSettingName(key)) return `There is no setting "${key}".\n${listSettings(workspace.settings)}`;
    if (words.length === 0) return settingLine(key, workspace.settings[key]);
    const parsed = parseSetting(key, words.join(" "));
    if ("problem" in parsed) return `${key} ${parsed.problem}.`;
    await writeUserSetting(workspace.platform, key, parsed.value);
    return `${key} is now ${words.join(" ")}. It takes effect with the next session or /reload.`;
  },
};

const listSettings = (settings: Readonly<Record<SettingName, unknown>>): string =>
  Object.keys(settingRules)
    .filter(isSettingName)
    .map((name) => settingLine(name, settings[name]))
    .join("\n");

const settingLine = (name: SettingName, value: unknown): string => {
  const shown = Array.isArray(value) ? value.join(", ") || "none" : String(value);
  return `${name}: ${shown} – ${settingRules[name].summary}`;
};
