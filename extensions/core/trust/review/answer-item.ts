/** Carries out what a person answered to an item of the review, if it still is what they were shown. */

import { WikiError } from "../../errors.ts";
import { openLedger } from "../../ledger/ledger-store.ts";
import { type BelievedPage, readBelieved } from "../changes/believed-page.ts";
import { declineProposal } from "../changes/close-proposals.ts";
import { adjudicateConflict } from "../conflict-store.ts";
import { type DecisionRequest, type DecisionSetting, decidePage } from "../decide-page.ts";
import { claimsBeside } from "../tombstones/claim-of-rejection.ts";
import { openTombstones } from "../tombstones/tombstone-store.ts";
import type { ItemDecision } from "./review-choices.ts";
import type { QueueItem } from "./review-queue.ts";
import { showItem } from "./show-item-store.ts";
import type { ShownItem } from "./shown-item.ts";

export interface ItemAnswer {
  readonly decision: ItemDecision;
  /** Asked for by some decisions. */
  readonly reason?: string;
  /** Of what was on the screen. */
  readonly mark: string;
}

export interface AnswerSetting extends DecisionSetting {
  /** Copies a page into the other layer. */
  promote(page: string): Promise<void>;
}

/** Throws `changed_meanwhile` for an item that is shown otherwise by now, and what the decision itself refuses. */
export const answerItem = async (item: QueueItem, answer: ItemAnswer, setting: AnswerSetting): Promise<void> => {
  const shown = await showItem(item, { ...setting, platform: setting.context.platform });
  if (shown?.mark !== answer.mark) throw new WikiError("changed_meanwhile", { page: item.id });
  await carryOut(shown, answer, setting);
};

const carryOut = async (shown: ShownItem, answer: ItemAnswer, setting: AnswerSetting): Promise<void> => {
  const { decision, reason = "" } = answer;
  const { id: page } = shown.item;
  const { hash } = shown;
  switch (decision) {
    case "confirm":
    case "reject":
    case "retire":
      return decide({ page, decision, hash, ...(reason === "" ? {} : { reason }) }, setting);
    case "accept":
      return decide(acceptedChange(shown), setting);
    case "decline":
      return decline(shown, setting);
    case "lift":
      return lift(shown, setting);
    case "leave-out":
      return decide({ page, decision: "reject", hash, reason: rejectedAs(shown), claims: [] }, setting);
    case "keep-first":
    case "keep-second":
    case "keep-both":
      return settleConflict(shown, { decision, reason }, setting);
    case "promote":
      return setting.promote(page);
  }
};

const decide = async (request: DecisionRequest, setting: AnswerSetting): Promise<void> => {
  await decidePage(request, setting);
};

const proposalOf = ({ item }: ShownItem) => {
  if (item.proposal !== undefined) return item.proposal;
  throw new WikiError("invalid_input", { what: item.id, problem: "nothing is proposed for it" });
};

const decline = (shown: ShownItem, setting: AnswerSetting): Promise<void> => {
  const open = readBelieved(shown.item.id, setting)?.trust.proposals ?? [];
  return declineProposal(proposalOf(shown), open, setting);
};

const acceptedChange = (shown: ShownItem): DecisionRequest => {
  const { id, page, change, revision, reason, quote, claim, by } = proposalOf(shown);
  const { hash } = shown;
  const closes = [id];
  if (change === "revise") {
    return { page, decision: "confirm", hash, closes, ...(revision === undefined ? {} : { revision }) };
  }
  const why = reason ?? quote?.text ?? `as ${by} proposed`;
  return { page, decision: change, hash, closes, reason: why, claim };
};

/** All that the page was shown to run into. */
const lift = async ({ item, tombstones }: ShownItem, { vault, context }: AnswerSetting): Promise<void> => {
  const { platform } = context;
  if (tombstones.length === 0) {
    throw new WikiError("invalid_input", { what: item.id, problem: "it runs into no tombstone" });
  }
  const store = openTombstones({ platform, vault, ledger: openLedger({ platform, vault }) });
  const lifted = new Set<string>();
  for (const { id } of tombstones) {
    if (!lifted.has(id)) for (const one of await store.lift(id, context)) lifted.add(one);
  }
};

const rejectedAs = ({ tombstones: [met] }: ShownItem): string => met?.reason ?? "";

interface ConflictAnswer {
  readonly decision: "keep-first" | "keep-second" | "keep-both";
  readonly reason: string;
}

/** Withholding one page settles the conflict for the other. */
const settleConflict = async (
  { item }: ShownItem,
  { decision, reason }: ConflictAnswer,
  setting: AnswerSetting,
): Promise<void> => {
  const pages = [item.id, item.other?.id ?? ""] as const;
  if (decision === "keep-both") {
    const { vault, context } = setting;
    const ledger = openLedger({ platform: context.platform, vault });
    await adjudicateConflict({ pages, keep: pages, reason }, { vault, context, ledger });
    return;
  }
  const [first, second] = [believedPage(pages[0], setting), believedPage(pages[1], setting)];
  const [kept, dropped] = decision === "keep-first" ? [first, second] : [second, first];
  const { page, hash, trust } = dropped;
  const claims = claimsBeside(page, kept.page, setting.context.platform.hash);
  const withhold = trust.status === "draft" ? "reject" : "retire";
  await decidePage({ page: page.id, decision: withhold, reason, claims, hash }, setting);
};

const believedPage = (id: string, setting: AnswerSetting): BelievedPage => {
  const found = readBelieved(id, setting);
  if (found === undefined) throw new WikiError("page_not_found", { id });
  return found;
};
