/** Adds, updates or removes one skill in one folder, and says what came of it. */

import { isWikiError } from "../errors.ts";
import type { AgentName, Scope } from "./agents.ts";
import {
  type Copy,
  judgeCopy,
  type Outcome,
  type Plan,
  planAdd,
  planRemove,
  planUpdate,
  type Wish,
} from "./judge-copy.ts";
import type { OwnedSkill } from "./manifest.ts";
import type { ShippedSkill } from "./shipped-skills.ts";
import type { Content, SkillsFolder } from "./skills-folder-store.ts";
import type { Target } from "./targets.ts";

export type SkillAction = "add" | "update" | "remove";

export interface SkillChange extends Wish {
  readonly action: SkillAction;
  readonly name: string;
  /** Undefined for one that this version does not ship. */
  readonly shipped: ShippedSkill | undefined;
  readonly dryRun: boolean;
}

export interface SkillResult {
  readonly name: string;
  readonly scope: Scope;
  readonly agents: readonly AgentName[];
  /** Absolute, of the skill's folder. */
  readonly path: string;
  readonly outcome: Outcome | "failed";
  readonly mode?: "copy" | "link";
  /** Why it was refused, or failed. */
  readonly reason?: string;
  /** Where what stood there was put, absolute. */
  readonly aside?: string;
  /** Files in the skill's folder that are not ours, and stay. */
  readonly kept?: readonly string[];
}

/** A folder that can't be worked on is a result like others: the rest goes on. */
export const changeSkill = async (change: SkillChange, target: Target): Promise<SkillResult> => {
  const { scope, agents, folder } = target;
  const place = { name: change.name, scope, agents, path: `${target.path}/${change.name}` };
  if (folder === undefined) {
    const root = scope === "project" ? "the project" : "the home folder";
    return { ...place, outcome: "refused", reason: `${target.path} leads out of ${root} through a link` };
  }
  try {
    return { ...place, ...(await carryOut(change, folder)) };
  } catch (error) {
    if (!isWikiError(error)) throw error;
    return { ...place, outcome: "failed", reason: `${error.message} ${error.hint}` };
  }
};

type Done = Pick<SkillResult, "outcome" | "mode" | "reason" | "aside" | "kept">;

const carryOut = async (change: SkillChange, folder: SkillsFolder): Promise<Done> => {
  const { plan } = planOf(change, folder);
  if (change.dryRun || !changesDisk(change, plan)) return shown(plan);
  return folder.alone(async () => {
    // Another process may have been here since.
    const { plan: now, owned } = planOf(change, folder);
    if (!changesDisk(change, now)) return shown(now);
    const aside = now.setAside ? { aside: await folder.setAside(change.name) } : {};
    return { ...shown(now), ...aside, ...(await execute(change, { plan: now, owned, folder })) };
  });
};

const planOf = (
  change: SkillChange,
  folder: SkillsFolder,
): { readonly plan: Plan; readonly owned: OwnedSkill | undefined } => {
  const owned = folder.owned(change.name);
  const copy = copyIn(folder, { name: change.name, owned, shipped: change.shipped });
  return { plan: decide(change, copy, owned), owned };
};

export interface Looked {
  readonly name: string;
  readonly owned: OwnedSkill | undefined;
  readonly shipped: ShippedSkill | undefined;
}

export const copyIn = (folder: SkillsFolder, { name, owned, shipped }: Looked): Copy => {
  const ours = owned?.mode === "copy" ? owned.files : undefined;
  const found = folder.look(name, (path) => ours?.has(path) === true || shipped?.files.has(path) === true);
  return judgeCopy(found, owned, shipped);
};

const decide = (change: SkillChange, copy: Copy, owned: OwnedSkill | undefined): Plan => {
  switch (change.action) {
    case "add":
      return planAdd(copy, change, owned);
    case "update":
      return change.shipped === undefined && copy.kind !== "absent"
        ? { outcome: "unchanged", setAside: false, reason: "this version of pi-wiki does not ship it" }
        : planUpdate(copy, change, owned);
    case "remove":
      return planRemove(copy, change, owned);
  }
};

const changesDisk = ({ action }: SkillChange, { outcome }: Plan): boolean =>
  outcome === "added" ||
  outcome === "updated" ||
  outcome === "removed" ||
  // A skill that somebody else took away is no longer ours.
  (action === "remove" && outcome === "absent");

const shown = ({ outcome, reason, mode }: Plan): Done => ({
  outcome,
  ...(mode === undefined ? {} : { mode }),
  ...(reason === undefined ? {} : { reason }),
});

interface Execution {
  readonly plan: Plan;
  readonly owned: OwnedSkill | undefined;
  readonly folder: SkillsFolder;
}

const execute = async (change: SkillChange, { plan, owned, folder }: Execution): Promise<Done | object> => {
  const { name, shipped } = change;
  if (plan.outcome === "removed" && !plan.setAside) {
    const known = [...(owned?.mode === "copy" ? [owned.files] : []), ...(shipped === undefined ? [] : [shipped.files])];
    const kept = await folder.takeOut(name, known);
    return kept.length === 0 ? {} : { kept };
  }
  if (change.action === "remove") await folder.forgetOwned(name);
  else if (shipped !== undefined) await folder.put(name, contentOf(shipped, plan), shipped.version);
  return {};
};

const contentOf = ({ folder, content }: ShippedSkill, { mode }: Plan): Content =>
  mode === "link" ? { mode, target: folder } : { mode: "copy", files: content };
