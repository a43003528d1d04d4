/** The skills that we ship: which there are, where they are installed, and putting them where agents read them. */

import type { Platform } from "../../platform/platform.ts";
import { isWikiError, WikiError } from "../errors.ts";
import { type AgentName, type Scope, scopes } from "./agents.ts";
import { changeSkill, copyIn, type SkillAction, type SkillResult } from "./change-skill.ts";
import type { Copy } from "./judge-copy.ts";
import { openShippedSkills, type ShippedSkills } from "./shipped-skills.ts";
import { isSkillName } from "./skill.ts";
import { allTargets, type Scoped, type Target, targetsOf, targetsWith } from "./targets.ts";
import { type ValidatedSkills, validateSkills } from "./validate-skills.ts";

export interface SkillsPlace {
  /** The project's folder, absolute. */
  readonly cwd: string;
  /** The package's folder of skills. */
  readonly skillsRoot: string;
  readonly version: string;
}

export interface ChangeRequest {
  readonly action: SkillAction;
  /** None means all: that we ship, to add; that are installed, otherwise. */
  readonly names: readonly string[];
  readonly scope: Scope;
  readonly agents: readonly AgentName[];
  readonly force: boolean;
  readonly link: boolean;
  readonly dryRun: boolean;
}

/** A name that is no skill's; the others are worked on all the same. */
export interface UnknownSkill {
  readonly name: string;
  readonly outcome: "not_found";
  readonly reason: string;
}

export interface InstalledSkill {
  readonly scope: Scope;
  readonly agents: readonly AgentName[];
  readonly path: string;
  readonly mode: "copy" | "link";
  readonly state: "current" | "outdated" | "modified" | "foreign";
}

export interface ListedSkill {
  readonly name: string;
  readonly description: string;
  /** In the package, absolute. */
  readonly path: string;
  readonly installed: readonly InstalledSkill[];
}

export interface Skills {
  list(): readonly ListedSkill[];
  /** In the package, absolute. */
  path(name: string): string;
  change(request: ChangeRequest): Promise<readonly (SkillResult | UnknownSkill)[]>;
  validate(names: readonly string[], where: Omit<Scoped, "cwd">): ValidatedSkills;
}

export const openSkills = (platform: Platform, { cwd, skillsRoot, version }: SkillsPlace): Skills => {
  const shipped = openShippedSkills(platform, skillsRoot, version);
  return {
    list: () => shipped.names().map((name) => listed(name, shipped, everywhere(platform, cwd))),
    path: (name) => shipped.path(known(name, shipped.names())),
    change: (request) => changeAll(request, { platform, cwd, shipped }),
    validate: (names, where) => validateSkills(platform, { names, where: { ...where, cwd }, shipped }),
  };
};

/** Each real folder once, also where the project is the home folder. */
const everywhere = (platform: Platform, cwd: string): readonly Target[] => {
  const targets = scopes.flatMap((scope) => allTargets(platform, { cwd, scope }));
  const places = targets.map(({ path }) => platform.paths.physical(path));
  return targets.filter((_, index) => places.indexOf(places[index] ?? "") === index);
};

const listed = (name: string, shipped: ShippedSkills, targets: readonly Target[]): ListedSkill => ({
  name,
  description: shipped.description(name),
  path: shipped.path(name),
  installed: targets.flatMap((target) => installedIn(target, name, shipped) ?? []),
});

const installedIn = (
  { scope, agents, path, folder }: Target,
  name: string,
  shipped: ShippedSkills,
): InstalledSkill | undefined => {
  const copy = folder && copyOrForeign(folder, name, shipped);
  if (copy === undefined || copy.kind === "absent") return undefined;
  const mode = "isLink" in copy && copy.isLink ? "link" : "copy";
  return { scope, agents, path: `${path}/${name}`, mode, state: copy.kind };
};

/** Where our manifest or the copy can't be read, nothing is known as ours. */
const copyOrForeign = (folder: NonNullable<Target["folder"]>, name: string, shipped: ShippedSkills): Copy => {
  try {
    return copyIn(folder, { name, owned: folder.owned(name), shipped: shipped.skill(name) });
  } catch (error) {
    if (isWikiError(error)) return { kind: "foreign" };
    throw error;
  }
};

const known = (name: string, names: readonly string[]): string => {
  if (!isSkillName(name)) {
    const problem = "it is no skill's name: 1 to 64 of a-z, 0-9 and single hyphens";
    throw new WikiError("invalid_input", { what: name, problem }, `The skills are ${names.join(", ")}.`);
  }
  if (!names.includes(name)) throw new WikiError("skill_not_found", { name });
  return name;
};

interface Changing {
  readonly platform: Platform;
  readonly cwd: string;
  readonly shipped: ShippedSkills;
}

const changeAll = async (request: ChangeRequest, place: Changing): Promise<readonly (SkillResult | UnknownSkill)[]> => {
  const { names, problems } = sortOut(request, place);
  const [first] = problems;
  // With nothing left to do the command line is wrong, and the refusal says how.
  if (names.length === 0 && first !== undefined) throw first.error;
  const results: SkillResult[] = [];
  for (const name of names) results.push(...(await changeOne(name, request, place)));
  return [...results, ...problems.map(({ name, error }) => unknown(name, error))];
};

const unknown = (name: string, { message }: WikiError): UnknownSkill => ({
  name,
  outcome: "not_found",
  reason: message,
});

interface SortedOut {
  readonly names: readonly string[];
  readonly problems: readonly { readonly name: string; readonly error: WikiError }[];
}

const sortOut = (request: ChangeRequest, { platform, cwd, shipped }: Changing): SortedOut => {
  const { action, scope, agents } = request;
  const targets =
    agents.length > 0 ? targetsOf(platform, { cwd, scope, agents }) : allTargets(platform, { cwd, scope });
  const owned = action === "add" ? [] : [...new Set(targets.flatMap(({ folder }) => folder?.ownedNames() ?? []))];
  if (request.names.length === 0) return { names: action === "add" ? shipped.names() : owned.sort(), problems: [] };
  const names: string[] = [];
  const problems: { name: string; error: WikiError }[] = [];
  for (const name of new Set(request.names)) {
    try {
      names.push(known(name, [...shipped.names(), ...owned]));
    } catch (error) {
      if (!isWikiError(error)) throw error;
      problems.push({ name, error });
    }
  }
  return { names, problems };
};

const changeOne = async (
  name: string,
  request: ChangeRequest,
  { platform, cwd, shipped }: Changing,
): Promise<readonly SkillResult[]> => {
  const { action, scope, agents, force, link, dryRun } = request;
  const scoped = { cwd, scope, agents };
  const targets = action === "add" ? targetsOf(platform, scoped) : targetsWith(platform, scoped, name);
  const change = { action, name, force, link, dryRun, shipped: shipped.skill(name) };
  const results: SkillResult[] = [];
  for (const target of targets) results.push(await changeSkill(change, target));
  return results;
};
