/** Lets a tool's draft count when what it says was found where it says so. */

import { WikiError } from "../../errors.ts";
import type { Vault } from "../../vault/vault.ts";
import { decidePage } from "../decide-page.ts";
import { type BelievedPage, readBelieved } from "./believed-page.ts";
import type { ChangedPage, ChangeSetting, ConfirmRequest } from "./changed-page.ts";
import { checkEvidence, refusal } from "./evidence.ts";

export interface ConfirmSetting extends ChangeSetting {
  /** The session's folder. */
  readonly cwd: string;
  readonly vaults: readonly Vault[];
}

/** Throws `person_required` for a channel without a session, `page_not_found`, `evidence_refused` and `tombstoned`. */
export const confirmPage = async (
  { id, evidence: pieces }: ConfirmRequest,
  setting: ConfirmSetting,
): Promise<ChangedPage> => {
  const { context, cwd, vaults } = setting;
  const { platform, channel } = context;
  if (channel !== "tool")
    throw new WikiError("person_required", { verb: "confirm of a page", command: `pi-wiki confirm ${id}` });
  const believed = readBelieved(id, setting);
  if (believed === undefined) throw new WikiError("page_not_found", { id });
  const { page, path, hash } = believed;
  const problem = problemOf(believed, setting);
  if (problem !== undefined) throw refusal(page.id, problem);
  const evidence = checkEvidence(pieces, page, { platform, cwd, vaults });
  const decision = { page: page.id, decision: "confirm", hash } as const;
  const { status } = await decidePage(decision, { ...setting, isBesideSession: false, evidence });
  return { id: page.id, path, outcome: "confirmed", status, evidence, findings: [] };
};

/** Why no evidence is enough; undefined for a draft that may be proved. */
const problemOf = ({ page, trust, isOpenDraft }: BelievedPage, setting: ConfirmSetting): string | undefined => {
  if (trust.status !== "draft") return trust.status === "stable" ? "it is in force already" : "it is withheld";
  if (trust.isDisputed) return "the person spoke against it";
  if (!isOpenDraft) return "it was changed since it last counted, or by a hand that is not known yet";
  const inForce = page.supersedes.find((id) => readBelieved(id, setting)?.trust.status === "stable");
  return inForce === undefined ? undefined : `it replaces "${inForce}", which a person must let go`;
};
