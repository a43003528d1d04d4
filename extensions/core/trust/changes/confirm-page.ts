/** Lets a tool's draft count when what it says was found where it says so. */

import type { CheckedPage } from "../../anchors/anchor.ts";
import type { SessionAnchors } from "../../anchors/session-anchors.ts";
import { WikiError } from "../../errors.ts";
import { isJsonObject, type JsonValue } from "../../ledger/canonical.ts";
import type { NewEvent } from "../../ledger/event.ts";
import type { Page } from "../../pages/page.ts";
import type { Vault } from "../../vault/vault.ts";
import { decidePage } from "../decide-page.ts";
import { type BelievedPage, readBelieved } from "./believed-page.ts";
import type { ChangedPage, ChangeSetting, ConfirmRequest } from "./changed-page.ts";
import { type CheckedEvidence, refusal } from "./evidence.ts";
import { touchingEvidence } from "./touching-evidence.ts";

export interface ConfirmSetting extends ChangeSetting {
  /** The session's folder. */
  readonly cwd: string;
  readonly vaults: readonly Vault[];
  readonly anchors: Pick<SessionAnchors, "accepted" | "look" | "touch">;
  readonly testCommands: readonly string[];
}

/** Throws `person_required` for a channel without a session, `page_not_found`, `evidence_refused` and `tombstoned`. */
export const confirmPage = async (
  { id, evidence: pieces, steps = [] }: ConfirmRequest,
  setting: ConfirmSetting,
): Promise<ChangedPage> => {
  const { context, cwd, vaults, anchors, testCommands, vault } = setting;
  const { platform, channel } = context;
  if (channel !== "tool")
    throw new WikiError("person_required", { verb: "confirm of a page", command: `pi-wiki confirm ${id}` });
  const believed = readBelieved(id, setting);
  if (believed === undefined) throw new WikiError("page_not_found", { id });
  const { page, path, hash } = believed;
  const checked = await anchors.look(vault, page);
  const changed = changedRefs(checked);
  const isInForce = believed.trust.status === "stable" && changed.length > 0;
  const problem = isInForce ? disputeOf(believed) : problemOf(believed, setting);
  if (problem !== undefined) throw refusal(page.id, problem);
  const place = { platform, cwd, vaults, anchors, testCommands, steps };
  const { evidence, refs } = await touchingEvidence(pieces, { page, checked }, place);
  if (isInForce) {
    await clearChanged({ page, hash, evidence, refs: refs.filter((ref) => changed.includes(ref)) }, setting);
    return { id: page.id, path, outcome: "confirmed", status: "stable", evidence, findings: [] };
  }
  const decision = { page: page.id, decision: "confirm", hash } as const;
  const { status } = await decidePage(decision, { ...setting, isBesideSession: false, evidence });
  return { id: page.id, path, outcome: "confirmed", status, evidence, findings: [] };
};

const changedRefs = (checked: CheckedPage | undefined): readonly string[] =>
  (checked?.anchors ?? []).flatMap(({ ref, verdict }) =>
    verdict === "body" || verdict === "shape" || verdict === "gone" ? [ref] : [],
  );

const disputeOf = ({ trust }: BelievedPage): string | undefined =>
  trust.isDisputed ? "the person spoke against it" : undefined;

interface Clearing {
  readonly page: Page;
  readonly hash: string;
  readonly evidence: readonly CheckedEvidence[];
  /** Those that changed and that the evidence touches. */
  readonly refs: readonly string[];
}

/** The page stays as it is: the code that the evidence touches counts as vouched for. */
const clearChanged = async (
  { page, hash, evidence, refs }: Clearing,
  { vault, context, anchors, trust: { ledger } }: ConfirmSetting,
): Promise<void> => {
  if (refs.length === 0) throw refusal(page.id, "it touches none of the code that changed");
  const events = (await anchors.accepted(vault, page))(hash).map((event) => ({
    ...event,
    details: { ...event.details, anchors: anchorsIn(event, refs), evidence },
  }));
  await ledger.append(context, events);
};

const anchorsIn = ({ details }: NewEvent, refs: readonly string[]): readonly JsonValue[] => {
  const { anchors } = details;
  if (!Array.isArray(anchors)) return [];
  return anchors.filter((anchor: JsonValue) => isJsonObject(anchor) && refs.includes(String(anchor["ref"])));
};

/** Why no evidence is enough; undefined for a draft that may be proved. */
const problemOf = ({ page, trust, isOpenDraft }: BelievedPage, setting: ConfirmSetting): string | undefined => {
  if (trust.status !== "draft") return trust.status === "stable" ? "it is in force already" : "it is withheld";
  if (trust.isDisputed) return "the person spoke against it";
  if (!isOpenDraft) return "it was changed since it last counted, or by a hand that is not known yet";
  const inForce = page.supersedes.find((id) => readBelieved(id, setting)?.trust.status === "stable");
  return inForce === undefined ? undefined : `it replaces "${inForce}", which a person must let go`;
};
