/** What a tool may do against a page: reject its own draft, and propose the rest, with the person's words if they said so. */

import { WikiError } from "../../errors.ts";
import { present } from "../../present.ts";
import { openRedactor } from "../../secrets/redactor.ts";
import { decidePage } from "../decide-page.ts";
import { proposalIn, type SaidWords } from "../proposals.ts";
import { claimsIn, claimTexts, digestsIn } from "../tombstones/claim-digests.ts";
import { claimsOfRejection } from "../tombstones/claim-of-rejection.ts";
import { type BelievedPage, readBelieved } from "./believed-page.ts";
import type { ChangedPage, ChangeSetting, WithholdRequest } from "./changed-page.ts";
import { proposeChange } from "./propose-change.ts";
import { quotedWords } from "./quoted-words.ts";

export interface WithholdSetting extends ChangeSetting {
  /** Whether a page that counts, other than this one, makes one of some claims. */
  isClaimedElsewhere(claims: readonly string[], page: string): Promise<boolean>;
}

const longestReason = 1_000;

/**
 * Throws `person_required` for a channel without a session, `page_not_found`, `invalid_input` without a reason or for a
 * page that is withheld already, and `quote_refused`; nothing is proposed then.
 */
export const withholdPage = async (request: WithholdRequest, setting: WithholdSetting): Promise<ChangedPage> => {
  const { platform, channel } = setting.context;
  const { action, id } = request;
  if (channel !== "tool")
    throw new WikiError("person_required", { verb: `${action} of a page`, command: `pi-wiki ${action} ${id}` });
  const believed = readBelieved(id, setting);
  if (believed === undefined) throw new WikiError("page_not_found", { id });
  refuseUnfit(request, believed);
  const { page, path, trust } = believed;
  const quote = quoteOf(request, believed, setting);
  const redactor = openRedactor(platform);
  const { reason, claim, quote: words } = await redactor.all(wellFormed({ ...request, quote }));
  const redactions = redactor.found();
  const answer = {
    id: page.id,
    path,
    ...(redactions.length === 0 ? {} : { redactions }),
    findings: [],
  };
  if (action === "reject" && (await isToolsToReject(believed, claim, setting))) {
    const decision = { page: page.id, decision: action, reason, claim, hash: believed.hash };
    const { status, tombstone } = await decidePage(decision, { ...setting, isBesideSession: false });
    return { ...answer, outcome: "rejected", status, ...present({ tombstone }) };
  }
  const wanted = { change: action, reason, ...present({ claim, quote: words }) };
  const outcome = await proposeChange(wanted, believed, setting);
  const isSuspended = words !== undefined || trust.isDisputed;
  return { ...answer, outcome, status: trust.status, proposed: action, ...(isSuspended ? { suspended: true } : {}) };
};

const refuseUnfit = ({ reason, action, claim = "" }: WithholdRequest, { page, trust }: BelievedPage): void => {
  const refuse = (what: string, problem: string): never => {
    throw new WikiError("invalid_input", { what, problem });
  };
  if (reason.trim() === "") refuse("reason", `is asked for by ${action}`);
  if (reason.length > longestReason) refuse("reason", `is over ${longestReason} characters`);
  if (claim.length > longestReason) refuse("claim", `is over ${longestReason} characters`);
  if (trust.status === "deprecated") refuse("id", `"${page.id}" is withheld already`);
};

/** A person who has decided on what they typed in a message has the last word on it. */
const quoteOf = (
  { quote, said }: WithholdRequest,
  { page, trust: { proposals } }: BelievedPage,
  { trust: { events } }: WithholdSetting,
): SaidWords | undefined => {
  if (quote === undefined) return undefined;
  const words = quotedWords(quote, page, said);
  const made = events.flatMap((event) => proposalIn(event) ?? []);
  const ofMessage = made.filter((one) => one.page === page.id && one.quote?.entry === words.entry);
  if (ofMessage.every(({ id }) => proposals.some((open) => open.id === id))) return words;
  throw new WikiError("quote_refused", { reason: "the person has decided on that message already" });
};

/** What stays out with a draft must be the draft's own, and nothing that a page in force says. */
const isToolsToReject = async (
  { page, isOpenDraft }: BelievedPage,
  claim: string | undefined,
  { context: { platform }, isClaimedElsewhere }: WithholdSetting,
): Promise<boolean> => {
  if (!isOpenDraft) return false;
  const said = digestsIn(claimTexts(page), platform.hash);
  const isOwn =
    claim === undefined || claimsIn(claim, platform.hash).some((one) => one.every((digest) => said.has(digest)));
  return isOwn && !(await isClaimedElsewhere(claimsOfRejection(page, claim), page.id));
};

interface Words {
  readonly reason: string;
  readonly claim?: string;
  readonly quote: SaidWords | undefined;
}

/** As the ledger takes it. */
const wellFormed = ({ reason, claim, quote }: Words): Words => {
  const whole = (text: string): string => text.replace(/\p{Cs}/gu, "\ufffd").trim();
  return {
    reason: whole(reason),
    ...(claim === undefined || whole(claim) === "" ? {} : { claim: whole(claim) }),
    quote: quote && { ...quote, text: whole(quote.text) },
  };
};
