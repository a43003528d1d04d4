/** Puts a trusted skill where agents read it, by the rules that the skills that we ship are put there by. */

import type { Platform } from "../../../platform/platform.ts";
import { WikiError } from "../../errors.ts";
import type { Ledger } from "../../ledger/ledger-store.ts";
import type { Page } from "../../pages/page.ts";
import type { Vault, WriteContext } from "../../vault/vault.ts";
import { changeSkill, type SkillChange, type SkillResult } from "../change-skill.ts";
import type { ShippedSkill } from "../shipped-skills.ts";
import { isSkillName, skillFile } from "../skill.ts";
import { SkillsFolder } from "../skills-folder-store.ts";
import type { Target } from "../targets.ts";
import { type AgentSkill, agentSkillOf, nameOfSkill } from "./agent-skill.ts";
import type { LearnedSkill } from "./learned-skill.ts";
import { lifecycleRules } from "./lifecycle.ts";
import { evidenceLine } from "./render-skills.ts";
import { exportEvent } from "./skill-exports.ts";

export interface ExportRequest {
  readonly id: string;
  /** Folder of skills, absolute. */
  readonly to: string;
  /** Other than the page's slug. */
  readonly name?: string;
  readonly force: boolean;
  readonly dryRun: boolean;
  /** Names of the skills that we ship: theirs are taken. */
  readonly shipped: readonly string[];
}

export interface ExportSetting {
  readonly context: WriteContext;
  readonly vault: Vault;
  readonly ledger: Ledger;
  readonly skill: LearnedSkill;
  readonly page: Page;
  readonly version: string;
  /** All vaults that must not be written into. */
  readonly guarded: readonly Vault[];
}

export interface ExportedSkill extends Pick<SkillResult, "name" | "path" | "outcome" | "reason" | "aside"> {
  readonly id: string;
  readonly lifecycle: LearnedSkill["lifecycle"];
}

/**
 * Throws `skill_not_trusted`, and `invalid_input` for a name that is none or taken, a page that makes no valid skill, and
 * a folder that is no place for one. What was changed or is not ours is refused unless forced, and then put aside.
 */
export const exportSkill = async (request: ExportRequest, setting: ExportSetting): Promise<ExportedSkill> => {
  const { context, skill, vault, ledger } = setting;
  const { platform } = context;
  if (skill.lifecycle !== "trusted") throw notTrusted(skill);
  const made = madeOf(request, setting);
  const target = targetAt(request.to, platform, setting.guarded);
  const change: SkillChange = {
    ...{ action: "add", name: made.name, shipped: asShipped(made, setting, target), link: false },
    ...{ force: request.force, dryRun: true },
  };
  const planned = await changeSkill(change, target);
  const willWrite = planned.outcome === "added" || planned.outcome === "updated";
  if (request.dryRun || !willWrite) return exported(skill, planned);
  const to = placeOf(planned.path, vault, platform);
  await ledger.append(context, [exportEvent({ page: skill.id, text: skill.hash, to })]);
  return exported(skill, await changeSkill({ ...change, dryRun: false }, target));
};

const exported = (
  { id, lifecycle }: LearnedSkill,
  { name, path, outcome, reason, aside }: SkillResult,
): ExportedSkill => ({
  ...{ id, lifecycle, name, path, outcome },
  ...(reason === undefined ? {} : { reason }),
  ...(aside === undefined ? {} : { aside }),
});

const notTrusted = (skill: LearnedSkill): WikiError => {
  const { successes, sessions } = lifecycleRules.trusted;
  return new WikiError(
    "skill_not_trusted",
    { id: skill.id, evidence: evidenceLine(skill) },
    skill.lifecycle === "retired"
      ? "Leave it, or correct the page and review it again with `pi-wiki review`."
      : `Review it with \`pi-wiki review\`, or wait until tests have shown it to work ${successes} times in ${sessions} sessions.`,
  );
};

const madeOf = (request: ExportRequest, { page, skill, version }: ExportSetting): AgentSkill => {
  const { id, name = nameOfSkill(id), shipped } = request;
  const refuse = (problem: string, hint: string): never => {
    throw new WikiError("invalid_input", { what: id, problem }, hint);
  };
  if (!isSkillName(name)) {
    refuse(`"${name}" is no skill's name: 1 to 64 of a-z, 0-9 and single hyphens`, "Give it one with --name.");
  }
  if (shipped.includes(name)) refuse(`"${name}" is the name of a skill of pi-wiki`, "Give it another with --name.");
  const made = agentSkillOf(page, { skill, name, version });
  const wrong = made.findings.find(({ severity }) => severity === "error");
  if (wrong !== undefined) refuse(`it makes no valid Agent Skill: ${wrong.message}`, wrong.remedy);
  return made;
};

const asShipped = ({ text }: AgentSkill, { version, context }: ExportSetting, target: Target): ShippedSkill => {
  const bytes = new TextEncoder().encode(text);
  return {
    version,
    folder: target.path,
    content: new Map([[skillFile, bytes]]),
    files: new Map([[skillFile, context.platform.hash(bytes)]]),
  };
};

/** The folder's own last part may be a link that stays beside it; one that leads elsewhere is refused with the change. */
const targetAt = (to: string, platform: Platform, guarded: readonly Vault[]): Target => {
  const { paths } = platform;
  const place = paths.physical(to);
  if (guarded.some(({ root }) => paths.inside(paths.physical(root), place) !== undefined)) {
    throw new WikiError("invalid_input", {
      what: to,
      problem: "it is inside a vault, where no agent looks for skills",
    });
  }
  const kind = paths.kind(place);
  if (kind !== undefined && kind !== "folder") {
    throw new WikiError("invalid_input", { what: to, problem: "it is no folder" });
  }
  let root = paths.dirname(to);
  while (paths.kind(paths.physical(root)) === undefined && paths.dirname(root) !== root) root = paths.dirname(root);
  const below = paths.inside(root, to) ?? paths.basename(to);
  return { scope: "project", agents: [], path: to, folder: SkillsFolder.open(platform, root, below) };
};

/** Records are read on other machines. */
const placeOf = (path: string, { root }: Vault, { paths }: Platform): string =>
  paths.inside(paths.dirname(root), path) || path;
