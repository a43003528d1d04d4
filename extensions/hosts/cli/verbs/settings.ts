/** settings: what holds here, and how to change it for oneself. */

import { WikiError } from "../../../core/errors.ts";
import type { Finding } from "../../../core/finding.ts";
import { isSettingName, parseSetting, type SettingName, type Settings, settingRules } from "../../../core/settings.ts";
import { readHostSettings, writeUserSetting } from "../../settings-files.ts";
import { findingsText, paragraphs } from "../findings-text.ts";
import { refused } from "../option.ts";
import type { Paint } from "../paint.ts";
import { suggestion } from "../suggestion.ts";
import { type Answer, defineVerb } from "../verb.ts";

const names = Object.keys(settingRules).filter(isSettingName);

export const settings = defineVerb({
  name: "settings",
  summary: "Shows the settings that hold here, or changes one of yours.",
  words: {
    placeholder: "KEY VALUE",
    about: "A setting, and its new value; a list is separated by commas.",
    take: "each",
  },
  options: {},
  isForAnyPlace: true,
  // What is set here changes what the guard lets pass and what is recalled.
  person: (words) => (words.length > 1 ? "script" : undefined),
  run: async ({ words: [key, ...values] }, call) => {
    if (key === undefined) return shown(names, await call.settings());
    if (!isSettingName(key)) throw new WikiError("setting_unknown", { key }, suggestion(key, names));
    if (values.length === 0) return shown([key], await call.settings());
    const parsed = parseSetting(key, values.join(" "));
    if ("problem" in parsed) throw refused(key, `it ${parsed.problem}`);
    const workspace = await call.workspace();
    const path = await writeUserSetting(workspace.platform, key, parsed.value);
    const { cwd } = workspace.options;
    return changed(key, {
      path,
      wanted: parsed.value,
      ...readHostSettings(workspace.platform, { cwd, projectTrusted: true }),
    });
  },
});

interface Effective {
  readonly settings: Settings;
  readonly findings: readonly Finding[];
}

const shown = (which: readonly SettingName[], { settings: values, findings }: Effective): Answer => ({
  data: { settings: Object.fromEntries(which.map((name) => [name, values[name]])), findings },
  text: (paint) => paragraphs(listed(which, values, paint), findingsText(findings, { paint })),
});

const listed = (which: readonly SettingName[], values: Settings, paint: Paint): string =>
  which
    .flatMap((name) => [
      `${paint.strong(name)} = ${valueText(values[name])}`,
      paint.dim(`  ${settingRules[name].summary} Default: ${valueText(settingRules[name].default)}`),
    ])
    .join("\n");

const valueText = (value: string | number | readonly string[]): string => {
  if (typeof value !== "object") return String(value);
  return value.length === 0 ? "(none)" : value.join(", ");
};

const changed = (
  key: SettingName,
  { path, wanted, settings: values, findings }: Effective & { readonly path: string; readonly wanted: unknown },
): Answer => ({
  data: { settings: { [key]: values[key] }, path, findings },
  text: (paint) => {
    const isOverruled = JSON.stringify(values[key]) !== JSON.stringify(wanted);
    const note = isOverruled ? [`The project's settings say ${valueText(values[key])}, which holds here.`] : [];
    const said = [`${paint.good("Set")} ${key} in ${path}`, ...note].join("\n");
    return paragraphs(said, findingsText(findings, { paint }));
  },
});
