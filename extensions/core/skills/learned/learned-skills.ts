/** The skills that were learned in a session's vaults: listed, recalled, and moved along by what was seen of them. */

import type { Platform } from "../../../platform/platform.ts";
import { WikiError } from "../../errors.ts";
import type { Finding } from "../../finding.ts";
import { type Ledger, openLedger } from "../../ledger/ledger-store.ts";
import { openPages } from "../../pages/page-store.ts";
import type { BelievedFacts } from "../../recall/admission.ts";
import type { RecallAnswer, RecallHit, RecallRequest } from "../../recall/recall.ts";
import type { SessionRecall } from "../../recall/session-recall.ts";
import type { VaultTrust } from "../../trust/trust-store.ts";
import type { SessionUsage } from "../../usage/session-usage.ts";
import { vaultPaths } from "../../vault/layout.ts";
import type { LayerName, Vault, WriteContext } from "../../vault/vault.ts";
import { type ExportedSkill, type ExportRequest, exportSkill } from "./export-skill.ts";
import { isLearned, type LearnedSkill, learnedTypes, openJudge, standingEvent } from "./learned-skill.ts";
import { exportedFindings, exportsIn } from "./skill-exports.ts";

export interface SkillRecallRequest {
  readonly query: string;
  readonly kind?: (typeof learnedTypes)[number];
  readonly limit?: number;
  readonly layer?: LayerName;
  readonly task?: string;
  /** Those that were withheld or failed too, labelled. */
  readonly withRetired?: boolean;
}

export interface SkillRecallAnswer extends Omit<RecallAnswer, "hits"> {
  readonly hits: readonly { readonly hit: RecallHit; readonly skill: LearnedSkill }[];
}

export interface LearnedSkills {
  /** Trusted ones first. */
  list(): Promise<readonly LearnedSkill[]>;
  /** Skills and cases alone are ranked. */
  recall(request: SkillRecallRequest): Promise<SkillRecallAnswer>;
  /** Puts a trusted one where agents read it. Throws `page_not_found`, and what `exportSkill` throws. */
  export(request: ExportRequest & { readonly layer?: LayerName }, context: WriteContext): Promise<ExportedSkill>;
  /** Exported skills that are withheld or gone here, and still where agents read them. */
  lint(): Promise<readonly Finding[]>;
  /** Notes in the ledgers which have come to be trusted, or are no more. */
  note(context: WriteContext): Promise<void>;
}

export interface LearnedSkillsParts {
  readonly platform: Platform;
  /** The product's own. */
  readonly version: string;
  vaults(): Promise<readonly Vault[]>;
  /** All that exist and must not be written into. */
  guarded(): Promise<readonly Vault[]>;
  readonly recall: Pick<SessionRecall, "recall" | "facts">;
  trust(vault: Vault): VaultTrust;
  readonly usage: Pick<SessionUsage, "recorded" | "seenHere">;
}

export const openLearnedSkills = (parts: LearnedSkillsParts): LearnedSkills => {
  const judgeIn = (vault: Vault) =>
    openJudge({
      layer: vault.layer,
      trust: parts.trust(vault),
      usage: parts.usage.recorded(vault),
      seenHere: parts.usage.seenHere(vault),
      absolute: (path) => vault.files.absolute(path),
    });
  const skillsIn = async (vault: Vault): Promise<readonly LearnedSkill[]> => {
    const learned = [...(await parts.recall.facts(vault))].filter(isLearned);
    return learned.length === 0 ? [] : learned.map(judgeIn(vault));
  };
  return {
    list: async () => {
      const all: LearnedSkill[] = [];
      for (const vault of await parts.vaults()) all.push(...(await skillsIn(vault)));
      return all.sort((a, b) => order[a.lifecycle] - order[b.lifecycle] || (a.id < b.id ? -1 : 1));
    },
    recall: async (request) => recallSkills(request, await parts.vaults(), { recall: parts.recall, judgeIn }),
    export: async ({ layer, ...request }, context) => {
      const { platform, version } = parts;
      for (const vault of await parts.vaults()) {
        const skill = (await skillsIn(vault)).find(({ id }) => id === request.id);
        if (skill === undefined || (layer !== undefined && vault.layer !== layer)) continue;
        const ledger = openLedger({ platform, vault });
        const page = openPages({ platform, vault, ledger }).read(skill.id);
        if (page === undefined) continue;
        const setting = { context, vault, ledger, skill, page, version, guarded: await parts.guarded() };
        return await exportSkill(request, setting);
      }
      throw new WikiError("page_not_found", { id: request.id });
    },
    lint: async () => {
      const found: Finding[] = [];
      for (const vault of await parts.vaults()) {
        const exports = exportsIn(parts.trust(vault).events);
        if (exports.size === 0) continue;
        const kept = new Map((await skillsIn(vault)).map((skill) => [skill.id, skill.lifecycle]));
        const copies = [...exports].flatMap(([page, places]) =>
          (kept.get(page) ?? "retired") === "retired"
            ? [{ page, places: places.filter((place) => isThere(place, vault, parts.platform)) }]
            : [],
        );
        found.push(...exportedFindings(copies));
      }
      return found;
    },
    note: async (context) => {
      for (const vault of await parts.vaults()) {
        if (!holdsSkills(vault)) continue;
        await noteIn(openLedger({ platform: parts.platform, vault }), await skillsIn(vault), context);
      }
    },
  };
};

const isThere = (place: string, { root }: Vault, { paths }: Platform): boolean =>
  paths.kind(paths.resolve(paths.dirname(root), place)) !== undefined;

const order: Readonly<Record<LearnedSkill["lifecycle"], number>> = { trusted: 0, candidate: 1, retired: 2 };

/** Most vaults have learned nothing, and need no look at all their pages. */
const holdsSkills = ({ files, layout }: Vault): boolean => files.list(`${vaultPaths[layout].wiki}/skills`).length > 0;

const noteIn = async (ledger: Ledger, skills: readonly LearnedSkill[], context: WriteContext): Promise<void> => {
  const { events } = ledger.read();
  const fresh = skills.flatMap((skill) => standingEvent(skill, events) ?? []);
  if (fresh.length > 0) await ledger.append(context, fresh);
};

interface SkillReading {
  readonly recall: Pick<SessionRecall, "recall">;
  judgeIn(vault: Vault): (facts: BelievedFacts) => LearnedSkill;
}

const recallSkills = async (
  { kind, withRetired = false, ...request }: SkillRecallRequest,
  vaults: readonly Vault[],
  { recall, judgeIn }: SkillReading,
): Promise<SkillRecallAnswer> => {
  const judges = new Map<string, (facts: BelievedFacts) => LearnedSkill>();
  const judged = new Map<string, LearnedSkill>();
  const judge = (facts: BelievedFacts, key: string): LearnedSkill => {
    const vault = vaults.find((one) => one.key === key);
    const own = judges.get(key) ?? (vault && judgeIn(vault));
    if (own === undefined) throw new Error(`No vault ${key} is open.`);
    judges.set(key, own);
    const skill = own(facts);
    judged.set(skill.path, skill);
    return skill;
  };
  const asked: RecallRequest = {
    ...request,
    types: kind === undefined ? learnedTypes : [kind],
    ...(withRetired ? { include: ["deprecated", "rejected", "shadow"] } : {}),
    leaveOut: (facts, vault) =>
      judge(facts, vault.key).lifecycle === "retired" && !withRetired ? "retired" : undefined,
  };
  const answer = await recall.recall(asked);
  return {
    ...answer,
    hits: answer.hits.flatMap((hit) => {
      const skill = judged.get(hit.path);
      return skill === undefined ? [] : [{ hit, skill }];
    }),
  };
};
