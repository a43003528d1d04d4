/** skills: the Agent Skills that come with us, put where agents read them, and any skill held to the rules. */

import { WikiError } from "../../../core/errors.ts";
import type { Finding } from "../../../core/finding.ts";
import { type AgentName, agentNames } from "../../../core/skills/agents.ts";
import type { SkillAction, SkillResult } from "../../../core/skills/change-skill.ts";
import type { Skills, UnknownSkill } from "../../../core/skills/skills.ts";
import type { Workspace } from "../../../workspace.ts";
import { packageRoot } from "../../package-root.ts";
import { countFindings } from "../findings-text.ts";
import { exportAnswer, learnedAnswer, recalledAnswer } from "../learned-skills.ts";
import { flag, layer, type Option, someOf, text, type ValuesOf } from "../option.ts";
import { changedText, listedText, validatedText } from "../skills-text.ts";
import { suggestion } from "../suggestion.ts";
import { type Answer, type Call, defineVerb } from "../verb.ts";

/** As `npx skills` calls Claude Code. */
const otherNames: Readonly<Record<string, AgentName>> = { "claude-code": "claude" };

const agentsOption = (): Option<readonly AgentName[]> => {
  const { read, ...rest } = someOf(
    agentNames,
    "add, update, remove, validate: for these agents; without it the folder that most agents share, .agents/skills.",
  );
  const plain = (given: string): string =>
    given
      .split(",")
      .map((word) => otherNames[word.trim()] ?? word)
      .join(",");
  return { ...rest, read: (given, name) => read(given.map(plain), name) };
};

const options = {
  global: flag("add, update, remove, validate: in your home folder, not in the project."),
  agent: agentsOption(),
  all: flag("add, remove: all skills that we ship, or that are installed."),
  force: flag("add, update, remove, export: also what was changed or is not ours; it is put aside and kept."),
  link: flag("add, update: a link to the package's folder in place of a copy."),
  "dry-run": flag("add, update, remove, export: only show what would be done."),
  to: text("DIR", "export: the folder of skills to put it in, such as .agents/skills."),
  name: text("NAME", "export: another name than the page's."),
  layer: layer("recall, export: Vault to look in; else all, the nearest first."),
} as const;

interface Input {
  readonly words: readonly string[];
  readonly options: ValuesOf<typeof options>;
}

interface Place {
  readonly workspace: Workspace;
  readonly skills: Skills;
  /** Pi has our skills from the installed package. */
  readonly isInPi: boolean;
}

type Act = (input: Input, place: Place) => Promise<Answer> | Answer;

const changing =
  (action: SkillAction): Act =>
  async ({ words, options: { global, agent, all, force, link, "dry-run": dryRun } }, { skills, isInPi }) => {
    if (words.length === 0 && !all && action !== "update") throw missing(action, "NAME, or --all");
    if (words.length > 0 && all) throw new WikiError("usage", { problem: "--all and names exclude each other." });
    const scope = global ? "global" : "project";
    const results = await skills.change({ action, names: words, scope, agents: agent, force, link, dryRun });
    const findings = isInPi ? results.flatMap(twiceInPi) : [];
    return {
      data: { results, dry_run: dryRun, findings },
      text: (paint) => changedText(results, { dryRun, paint }),
      warnings: findings,
      exitCode: exitCodeOf(results, action),
    };
  };

/** Pi reports a skill that it finds at two places at each start; one that is a link to the same file it knows. */
const twiceInPi = (result: SkillResult | UnknownSkill): readonly Finding[] => {
  if (result.outcome !== "added" || result.mode !== "copy" || !result.agents.includes("pi")) return [];
  return [
    {
      code: "skill-twice-in-pi",
      severity: "warning",
      path: result.path,
      line: 0,
      message: `Pi has ${result.name} from the installed package too, and will report the second one`,
      remedy: "Remove it here unless other agents read this folder; for Claude Code alone use --agent claude.",
    },
  ];
};

/** What is refused counts more than what was not found. */
const exitCodeOf = (results: readonly (SkillResult | UnknownSkill)[], action: SkillAction): number => {
  const outcomes = new Set(results.map(({ outcome }) => outcome));
  if (outcomes.has("refused") || outcomes.has("failed")) return 4;
  return outcomes.has("not_found") || (action === "update" && outcomes.has("absent")) ? 3 : 0;
};

const acts: Readonly<Record<string, Act>> = {
  list: ({ words }, { skills }) => {
    refuseMore("list", words);
    const listed = skills.list();
    return { data: { skills: listed }, text: (paint) => listedText(listed, paint) };
  },
  add: changing("add"),
  update: changing("update"),
  remove: changing("remove"),
  validate: ({ words, options: { global, agent } }, { skills }) => {
    const validated = skills.validate(words, { scope: global ? "global" : "project", agents: agent });
    const counts = countFindings(validated.findings);
    return {
      data: { skills: validated.skills, counts, findings: validated.findings },
      text: (paint) => validatedText(validated, paint),
      exitCode: counts.error > 0 ? 4 : 0,
    };
  },
  path: ({ words: [name, ...rest] }, { skills }) => {
    refuseMore("path", rest);
    if (name === undefined) throw missing("path", "NAME");
    const path = skills.path(name);
    return { data: { name, path }, text: () => path };
  },
  learned: ({ words }, { workspace }) => {
    refuseMore("learned", words);
    return learnedAnswer(workspace);
  },
  recall: ({ words, options: { layer: wanted } }, { workspace }) => {
    if (words.length === 0) throw missing("recall", "QUERY");
    return recalledAnswer(workspace, { query: words.join(" "), layer: wanted });
  },
  export: ({ words: [id, ...rest], options: { to, name, layer: wanted, force, "dry-run": dryRun } }, place) => {
    refuseMore("export", rest);
    if (id === undefined) throw missing("export", "ID");
    const shipped = place.skills.list().map((skill) => skill.name);
    return exportAnswer(place.workspace, { id, to, name, layer: wanted, force, dryRun, shipped });
  },
};

export const skills = defineVerb({
  name: "skills",
  summary:
    "Agent Skills that come with pi-wiki: list, add, update and remove puts them where agents read them; validate holds any skill to the rules and exits 4 for errors; path says where one is. Skills that were learned here: learned lists them, recall finds one, export makes a trusted one an Agent Skill.",
  words: {
    placeholder: "ACTION [NAME…]",
    about:
      "list; add NAME…; update [NAME…]; remove NAME…; validate [NAME or folder…]; path NAME; learned; recall QUERY; export ID.",
    isRequired: true,
    take: "each",
  },
  options,
  // What an agent wrote becomes every agent's instruction: by a person's hand, or their script's.
  person: ([action]) => (action === "export" ? "script" : undefined),
  run: async ({ words: [action = "", ...words], options: given }, call) => {
    const act = acts[action];
    if (act !== undefined) return act({ words, options: given }, await placeOf(call));
    throw new WikiError("usage", { problem: `skills can't "${action}".` }, suggestion(action, Object.keys(acts)));
  },
});

const placeOf = async (call: Call): Promise<Place> => {
  const workspace = await call.workspace();
  const { platform, options: opened } = workspace;
  // Late, for help and refusals of arguments need none of it.
  const [{ openSkills }, { isPackageOfPi }] = await Promise.all([
    import("../../../core/skills/skills.ts"),
    import("../../settings-files.ts"),
  ]);
  const { skillsRoot, version } = packageRoot();
  return {
    workspace,
    skills: openSkills(platform, { cwd: opened.cwd, skillsRoot, version }),
    isInPi: isPackageOfPi(platform, opened.cwd, platform.paths.dirname(skillsRoot)),
  };
};

const missing = (action: string, what: string): WikiError =>
  new WikiError("usage", { problem: `skills ${action} needs ${what}.` }, "See `pi-wiki skills list`.");

const refuseMore = (action: string, words: readonly string[]): void => {
  if (words.length === 0) return;
  throw new WikiError("usage", { problem: `skills ${action} does not take "${words.join(" ")}".` });
};
