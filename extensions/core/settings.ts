/** The settings: their names, values, defaults, and how the user's and the project's are put together. Pure. */

import type { Finding } from "./finding.ts";
import { usualTestCommands } from "./usage/command-patterns.ts";

interface ChoiceRule {
  readonly values: readonly string[];
  readonly default: string;
  readonly summary: string;
  /** What a project may set; the others only the user may: a repository can tighten what it can't loosen. */
  readonly fromProject?: readonly string[];
}

interface NumberRule {
  readonly type: "integer";
  readonly minimum: number;
  readonly maximum: number;
  readonly default: number;
  readonly summary: string;
}

interface ListRule {
  readonly type: "list";
  readonly default: readonly string[];
  readonly summary: string;
  /** Taken from the user's settings only: a repository must not be able to widen it. */
  readonly userOnly?: true;
  /** Items hold blanks: on a command line only commas part them. */
  readonly ofPhrases?: true;
}

interface TextRule {
  readonly type: "text";
  readonly default: string;
  readonly summary: string;
  /** Taken from the user's settings only: a repository must not be able to point elsewhere. */
  readonly userOnly?: true;
}

type SettingRule = ChoiceRule | NumberRule | ListRule | TextRule;

export const settingRules = {
  autoRecall: {
    values: ["on", "project", "off"],
    default: "on",
    summary: "Recall before each prompt; `project` never speaks from the personal layer alone.",
  },
  recallTokens: {
    type: "integer",
    minimum: 100,
    maximum: 10_000,
    default: 1200,
    summary: "Most tokens that automatic recall puts before one prompt.",
  },
  recallPages: {
    type: "integer",
    minimum: 1,
    maximum: 20,
    default: 5,
    summary: "Most pages that automatic recall puts before one prompt.",
  },
  maxLessons: {
    type: "integer",
    minimum: 0,
    maximum: 50,
    default: 5,
    summary: "Most lessons that the acceptance of one task records.",
  },
  personalVault: {
    values: ["on", "off"],
    default: "on",
    summary: "Whether the personal vault is searched and written to.",
  },
  links: {
    values: ["wiki", "markdown"],
    default: "wiki",
    summary: "How links are written in new pages: `[[page]]` or `[title](/page.md)`.",
  },
  humanChannel: {
    values: ["any", "ui"],
    default: "any",
    fromProject: ["ui"],
    summary:
      "Where a person may confirm: `any` keyboard, or at Pi's screen (`ui`) alone; a project may set `ui`, never `any`.",
  },
  otherUsers: {
    values: ["summary", "off"],
    default: "summary",
    summary: "What a task's context says of other users: their summary and last entries, or nothing.",
  },
  captureHosts: {
    type: "list",
    default: [],
    userOnly: true,
    summary: "Private hosts (`host` or `host:port`) that `capture` may fetch from; user settings only.",
  },
  captureConversations: {
    values: ["off", "compaction", "end"],
    default: "off",
    fromProject: ["off"],
    summary:
      "Keep what was said as a packet: before each compaction, or there and at the session's end; a project may switch it off, never on.",
  },
  trajectories: {
    values: ["on", "off"],
    default: "off",
    fromProject: ["off"],
    summary:
      "Whether what the agent did for a task may be kept as a packet, made into skills and recalled; a project may switch it off, never on.",
  },
  distill: {
    values: ["on", "off"],
    default: "off",
    summary: "Whether the model is offered `wiki_distill`; the `/wiki` verbs that need it offer it all the same.",
  },
  knowledge: {
    values: ["on", "off"],
    default: "off",
    summary:
      "Whether the model is offered what the repository defines (`wiki_map`, `wiki_ground`, `wiki_packet`, `wiki_lessons`).",
  },
  weaknesses: {
    values: ["on", "off"],
    default: "off",
    summary: "Whether the model is offered `wiki_weakness`, for the weakness wiki of the run that `runDir` names.",
  },
  runDir: {
    type: "text",
    default: "",
    userOnly: true,
    summary:
      "The run directory, absolute, whose weakness wiki is read, asked by `wiki_recall` and written to; PI_WIKI_RUN_DIR comes first; user settings only.",
  },
  distillTaskMemory: {
    values: ["on", "off"],
    default: "off",
    summary: "Whether what is distilled from a conversation may hold entries for a task's memory.",
  },
  testCommands: {
    type: "list",
    default: usualTestCommands,
    ofPhrases: true,
    summary:
      "Commands whose exit code tells whether what a cited page says worked: a program and words among its arguments, `*` for any text, `|` between alternatives.",
  },
} as const satisfies Record<string, SettingRule>;

export type SettingName = keyof typeof settingRules;

export interface Settings {
  readonly autoRecall: "on" | "project" | "off";
  readonly recallTokens: number;
  readonly recallPages: number;
  readonly maxLessons: number;
  readonly personalVault: "on" | "off";
  readonly links: "wiki" | "markdown";
  readonly humanChannel: "any" | "ui";
  readonly otherUsers: "summary" | "off";
  readonly captureHosts: readonly string[];
  readonly captureConversations: "off" | "compaction" | "end";
  readonly trajectories: "on" | "off";
  readonly distill: "on" | "off";
  readonly knowledge: "on" | "off";
  readonly weaknesses: "on" | "off";
  readonly runDir: string;
  readonly distillTaskMemory: "on" | "off";
  readonly testCommands: readonly string[];
}

export const defaultSettings: Settings = {
  autoRecall: settingRules.autoRecall.default,
  recallTokens: settingRules.recallTokens.default,
  recallPages: settingRules.recallPages.default,
  maxLessons: settingRules.maxLessons.default,
  personalVault: settingRules.personalVault.default,
  links: settingRules.links.default,
  humanChannel: settingRules.humanChannel.default,
  otherUsers: settingRules.otherUsers.default,
  captureHosts: settingRules.captureHosts.default,
  captureConversations: settingRules.captureConversations.default,
  trajectories: settingRules.trajectories.default,
  distill: settingRules.distill.default,
  knowledge: settingRules.knowledge.default,
  weaknesses: settingRules.weaknesses.default,
  runDir: settingRules.runDir.default,
  distillTaskMemory: settingRules.distillTaskMemory.default,
  testCommands: settingRules.testCommands.default,
};

export const isSettingName = (name: string): name is SettingName => Object.hasOwn(settingRules, name);

/** One settings file's part for us; `place` names it in findings. */
export interface SettingsSource {
  readonly place: string;
  readonly from: "user" | "project";
  readonly value: unknown;
}

export interface ResolvedSettings {
  readonly settings: Settings;
  readonly findings: readonly Finding[];
}

/** Later sources win; a key that is unknown or has no valid value is a finding and is left out. */
export const resolveSettings = (sources: readonly SettingsSource[]): ResolvedSettings => {
  const findings: Finding[] = [];
  const chosen: Record<string, unknown> = { ...defaultSettings };
  for (const source of sources) {
    if (source.value === undefined) continue;
    if (typeof source.value !== "object" || source.value === null || Array.isArray(source.value)) {
      findings.push(problem(source, "pi-wiki", "is not an object"));
      continue;
    }
    for (const [key, value] of Object.entries(source.value)) {
      const wrong = whyNot(source, key, value);
      if (wrong === undefined) chosen[key] = value;
      else findings.push(problem(source, key, wrong));
    }
  }
  return { settings: chosen as unknown as Settings, findings }; // Each value was checked against its rule.
};

const whyNot = (source: SettingsSource, key: string, value: unknown): string | undefined => {
  if (!isSettingName(key)) return "is not a setting";
  const rule: SettingRule = settingRules[key];
  if ("userOnly" in rule && source.from === "project") return "counts in the user's settings only";
  const wrong = valueProblem(rule, value);
  if (wrong !== undefined || source.from === "user" || !("fromProject" in rule)) return wrong;
  return rule.fromProject.some((one) => one === value) ? undefined : `as ${value} counts in the user's settings only`;
};

const valueProblem = (rule: SettingRule, value: unknown): string | undefined => {
  if ("values" in rule) {
    return typeof value === "string" && rule.values.includes(value) ? undefined : `is one of ${rule.values.join(", ")}`;
  }
  if (rule.type === "text") return typeof value === "string" ? undefined : "is a text";
  return rule.type === "list" ? listProblem(value) : numberProblem(rule, value);
};

const listProblem = (value: unknown): string | undefined => {
  const isList = Array.isArray(value) && value.every((item) => typeof item === "string");
  return isList ? undefined : "is a list of texts";
};

const numberProblem = ({ minimum, maximum }: NumberRule, value: unknown): string | undefined => {
  const fits = Number.isInteger(value) && Number(value) >= minimum && Number(value) <= maximum;
  return fits ? undefined : `is a whole number from ${minimum} to ${maximum}`;
};

/** A value as typed on a command line, or the problem with it; `none` is an empty list. */
export const parseSetting = (
  name: SettingName,
  text: string,
): { readonly value: unknown } | { readonly problem: string } => {
  const rule: SettingRule = settingRules[name];
  const value = parseValue(rule, text);
  const wrong = valueProblem(rule, value);
  return wrong === undefined ? { value } : { problem: wrong };
};

const parseValue = (rule: SettingRule, text: string): unknown => {
  if ("values" in rule || rule.type === "text") return text;
  return rule.type === "list" ? parseList(text, rule) : Number(text);
};

const parseList = (text: string, { ofPhrases }: ListRule): readonly string[] => {
  const items = text
    .split(ofPhrases ? "," : /[\s,]+/)
    .map((item) => item.trim())
    .filter(Boolean);
  return items.length === 1 && items[0] === "none" ? [] : items;
};

const problem = (source: SettingsSource, key: string, message: string): Finding => ({
  code: "setting-invalid",
  severity: "warning",
  path: source.place,
  line: 0,
  message: `${key} ${message}`,
  remedy: "See the list in `/wiki settings`.",
});
