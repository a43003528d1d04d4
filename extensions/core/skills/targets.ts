/** The folders that a request is about: those of the agents it names, or those in which we put something. */

import type { Platform } from "../../platform/platform.ts";
import { isWikiError } from "../errors.ts";
import { type AgentName, agentNames, type Scope, skillsFolders } from "./agents.ts";
import { SkillsFolder } from "./skills-folder-store.ts";

export interface Target {
  readonly scope: Scope;
  readonly agents: readonly AgentName[];
  /** Absolute, as the agents know it. */
  readonly path: string;
  /** Undefined when a link leads out of the project or the home folder. */
  readonly folder: SkillsFolder | undefined;
}

export interface Scoped {
  /** The project's folder, absolute. */
  readonly cwd: string;
  readonly scope: Scope;
  readonly agents: readonly AgentName[];
}

/** Each real folder once: one agent's may be a link to another's. */
export const targetsOf = (platform: Platform, { cwd, scope, agents }: Scoped): readonly Target[] => {
  const root = scope === "project" ? cwd : platform.environment.home;
  const targets = skillsFolders(scope, agents).map(({ path, agents: readers }) => ({
    scope,
    agents: readers,
    path: platform.paths.join(root, path),
    folder: SkillsFolder.open(platform, root, path),
  }));
  const places = targets.map(({ path }) => platform.paths.physical(path));
  return targets.filter((_, index) => places.indexOf(places[index] ?? "") === index);
};

/** Without agents: all folders in which the skill is ours, else the one that most agents share. */
export const targetsWith = (platform: Platform, scoped: Scoped, name: string): readonly Target[] => {
  if (scoped.agents.length > 0) return targetsOf(platform, scoped);
  const holding = allTargets(platform, scoped).filter(({ folder }) => folder !== undefined && mayOwn(folder, name));
  return holding.length > 0 ? holding : targetsOf(platform, scoped);
};

export const allTargets = (platform: Platform, scoped: Omit<Scoped, "agents">): readonly Target[] =>
  targetsOf(platform, { ...scoped, agents: agentNames });

/** A manifest that can't be read is not passed over: the change itself will say so. */
const mayOwn = (folder: SkillsFolder, name: string): boolean => {
  try {
    return folder.owned(name) !== undefined;
  } catch (error) {
    if (isWikiError(error)) return true;
    throw error;
  }
};
