/** Carries out what somebody decided on a page: confirm, reject, retire, restore. The channel says what they may. */

import type { PageVerdict } from "../anchors/anchor.ts";
import { WikiError } from "../errors.ts";
import { withMore } from "../ledger/append-more.ts";
import type { JsonObject } from "../ledger/canonical.ts";
import type { NewEvent } from "../ledger/event.ts";
import type { Ledger } from "../ledger/ledger-store.ts";
import { editFrontMatter, type FrontMatterChanges } from "../pages/edit-page.ts";
import type { Page, Status } from "../pages/page.ts";
import { openPages, type PageStore } from "../pages/page-store.ts";
import { parsePage } from "../pages/parse-page.ts";
import type { ExportedCopy } from "../skills/learned/skill-exports.ts";
import { pageFileLimit } from "../vault/page-files.ts";
import type { Channel, Vault, WriteContext } from "../vault/vault.ts";
import { type BelievedPage, readBelieved } from "./changes/believed-page.ts";
import { forgetRevisions } from "./changes/close-proposals.ts";
import type { CheckedEvidence } from "./changes/evidence.ts";
import { settleConflictsOf } from "./conflict-store.ts";
import type { PageTrust } from "./page-trust.ts";
import type { Proposal } from "./proposals.ts";
import { openRevisions } from "./revision-store.ts";
import { type PageDecision, statusAfter } from "./set-status.ts";
import type { DecisionKind } from "./standing.ts";
import { closeSuperseded } from "./supersede-store.ts";
import { claimTexts } from "./tombstones/claim-digests.ts";
import { claimsOfRejection } from "./tombstones/claim-of-rejection.ts";
import { refuseTombstoned } from "./tombstones/refuse-tombstoned.ts";
import { openTombstones } from "./tombstones/tombstone-store.ts";
import type { VaultTrust } from "./trust-store.ts";

export interface DecisionRequest {
  readonly page: string;
  readonly decision: PageDecision;
  /** Asked for by reject and retire. */
  readonly reason?: string | undefined;
  /** What is not to come back, where it is not the page's first sentence and title. */
  readonly claim?: string | undefined;
  /** The same where it has been worked out: none writes no tombstone. */
  readonly claims?: readonly string[];
  /** SHA-256 of the file that was looked at: a page that changed meanwhile is refused. */
  readonly hash?: string;
  /** SHA-256 of a proposed text, which takes the page's place with its confirmation. */
  readonly revision?: string;
  /** Ids of proposals that are decided with it; those that it leaves without a point are closed too. */
  readonly closes?: readonly string[];
}

export interface DecisionSetting {
  readonly vault: Vault;
  readonly context: WriteContext;
  readonly trust: VaultTrust;
  /** An agent's session is open for this vault while somebody decides in a terminal. */
  readonly isBesideSession: boolean;
  /** The user confirms at Pi's screen alone. */
  readonly isScreenOnly?: boolean;
  /** What the ledger is told of a page's code when a person vouches for it. */
  vouchedCode?(page: Page): Promise<(hash: string) => readonly NewEvent[]>;
  /** What became of the code of the page that is decided on. */
  readonly code?: PageVerdict | undefined;
  /** What we have checked ourselves: with it a tool confirms an open draft. */
  readonly evidence?: readonly CheckedEvidence[];
}

export interface DecidedPage {
  readonly id: string;
  /** Absolute. */
  readonly path: string;
  readonly status: Status;
  /** Id of the tombstone that keeps the claim from coming back. */
  readonly tombstone?: string;
  /** Where it was put as an Agent Skill, and still is. */
  readonly exported?: readonly ExportedCopy[];
}

/**
 * Throws `page_not_found`, `person_required` for a channel that may not, `screen_only` for a terminal where the user
 * confirms at Pi's screen alone, `invalid_input` without a reason,
 * `changed_meanwhile`, and `tombstoned` for a page that says what was rejected.
 */
export const decidePage = async (request: DecisionRequest, setting: DecisionSetting): Promise<DecidedPage> => {
  const { vault, context } = setting;
  const { platform } = context;
  const believed = readBelieved(request.page, setting);
  if (believed === undefined) throw new WikiError("page_not_found", { id: request.page });
  const { page, trust } = believed;
  const { decision, reason = "" } = request;
  refuseOthers(decision, believed, setting);
  if (needsReason.has(decision) && reason.trim() === "") {
    throw new WikiError("invalid_input", { what: "reason", problem: `is asked for by ${decision}` });
  }
  const proposed = request.revision === undefined ? undefined : proposedText(request.revision, setting);
  const current = proposed === undefined ? page : parsePage({ path: page.path, text: proposed });
  if (decision === "confirm" || decision === "restore") {
    const said = { texts: claimTexts(current), what: page.id, page: page.id, task: current.taskId };
    await refuseTombstoned(said, { vault, context });
  }
  const ledger = await withVouchedCode(request, current, setting);
  const pages = openPages({ platform, vault, ledger });
  const change = (text: string): string => {
    if (request.hash !== undefined && platform.hash(text) !== request.hash) {
      throw new WikiError("changed_meanwhile", { page: page.id });
    }
    return editFrontMatter(proposed ?? text, changesOf({ decision, reason }, page, context), page.path);
  };
  const closed = closedWith(request, trust, context.channel);
  const details = {
    ...detailsOf(request, setting, page),
    ...(closed.length === 0 ? {} : { closes: closed.map(idOf) }),
  };
  // Before the page: a process that dies in between must not leave a claim that may come back.
  const tombstone = needsReason.has(decision) ? await keepOut(page, change, { request, setting }) : undefined;
  const stored = await pages.edit(page.id, change, context, { kind: kinds[decision], details, withSeen: true });
  await forgetRevisions(closed, trust.proposals, setting);
  const decided = { id: stored.id, path: stored.path, status: statusAfter[decision] };
  if (decision === "confirm") await closeReplaced(current, pages, setting);
  return tombstone === undefined ? decided : { ...decided, tombstone };
};

/** The code as it is now is vouched for in the same append as the page. */
const withVouchedCode = async (
  { decision }: DecisionRequest,
  page: Page,
  { context: { channel }, trust: { ledger }, vouchedCode }: DecisionSetting,
): Promise<Pick<Ledger, "append">> => {
  if (decision !== "confirm" || vouchedCode === undefined || !atKeyboard.has(channel)) return ledger;
  const vouched = await vouchedCode(page);
  const more = ({ details }: NewEvent): readonly NewEvent[] =>
    details["page"] === page.id && typeof details["after"] === "string" ? vouched(details["after"]) : [];
  return withMore(ledger, (events) => events.filter(({ kind }) => kind === "confirmed").flatMap(more));
};

/** What refuses the decision refuses it before anything is written. */
const keepOut = (
  page: Page,
  change: (text: string) => string,
  { request, setting }: { readonly request: DecisionRequest; readonly setting: DecisionSetting },
): Promise<string | undefined> => {
  const text = setting.vault.files.readText(page.path, pageFileLimit);
  if (text === undefined) throw new WikiError("page_not_found", { id: page.id });
  change(text);
  return keepFromComingBack(page, request, setting);
};

/** What a withheld page says is settled, here and where it contradicted others; the tombstone's id. */
const keepFromComingBack = async (
  page: Page,
  { reason = "", claim, claims = claimsOfRejection(page, claim) }: DecisionRequest,
  { vault, context, trust: { ledger } }: DecisionSetting,
): Promise<string | undefined> => {
  const { platform } = context;
  await settleConflictsOf(page.id, reason.trim(), { vault, context, ledger });
  if (claims.length === 0) return undefined;
  const { id } = await openTombstones({ platform, vault, ledger }).add({ claims, reason, page: page.id }, context);
  return id;
};

const proposedText = (revision: string, { vault, context: { platform } }: DecisionSetting): string => {
  const text = openRevisions(platform, vault).read(revision);
  if (text !== undefined) return text;
  throw new WikiError("invalid_input", { what: "The proposed text", problem: "it is gone, or was altered" });
};

/**
 * The proposals that a decision ends: those that it names, all that are left of a page that is withheld, and of one that
 * is confirmed those to withhold it. A tool's decision ends none.
 */
const closedWith = (request: DecisionRequest, { proposals }: PageTrust, channel: Channel): readonly Proposal[] => {
  if (!mayClose.has(channel)) return [];
  const { decision, closes = [] } = request;
  return proposals.filter(
    ({ id, change }) =>
      closes.includes(id) || needsReason.has(decision) || (decision === "confirm" && change !== "revise"),
  );
};

const idOf = ({ id }: Proposal): string => id;

/** What a page replaces was proposed to be closed when it was written; now a person has said so. */
const closeReplaced = async (page: Page, pages: PageStore, setting: DecisionSetting): Promise<void> => {
  const by = { id: page.id, validFrom: page.validFrom, validUntil: page.validUntil };
  const statusOf = (old: Page) => readBelieved(old.id, setting)?.trust.status;
  const request = { by, supersedes: page.supersedes, isDecided: setting.evidence === undefined };
  await closeSuperseded(request, { pages, context: setting.context, statusOf });
};

const kinds: Readonly<Record<PageDecision, DecisionKind>> = {
  confirm: "confirmed",
  reject: "rejected",
  retire: "retired",
  restore: "restored",
};

const needsReason: ReadonlySet<PageDecision> = new Set(["reject", "retire"]);

/** A key in Pi's screen, or at a terminal. */
const atKeyboard: ReadonlySet<Channel> = new Set(["ui", "terminal"]);

/** Whose events the ledger's fold closes proposals for. */
const mayClose: ReadonlySet<Channel> = new Set([...atKeyboard, "cli"]);

/** A person may all; their script too, without a tier; a tool may reject or prove what nobody has ever let count. */
const refuseOthers = (
  decision: PageDecision,
  { isOpenDraft }: BelievedPage,
  { context: { channel }, evidence, isScreenOnly = false }: DecisionSetting,
): void => {
  if (isScreenOnly && decision === "confirm" && channel === "terminal") throw new WikiError("screen_only", {});
  if (atKeyboard.has(channel) || channel === "cli") return;
  const isAllowed = decision === "reject" || (decision === "confirm" && evidence !== undefined);
  if (channel === "tool" && isOpenDraft && isAllowed) return;
  throw new WikiError("person_required", { verb: `${decision} of a page`, command: "pi-wiki review" });
};

const changesOf = (
  { decision, reason }: { readonly decision: PageDecision; readonly reason: string },
  page: Page,
  { actor, channel, platform }: WriteContext,
): FrontMatterChanges => {
  const status = statusAfter[decision];
  switch (decision) {
    case "confirm":
      return atKeyboard.has(channel)
        ? { status, verified: [...entriesOf(page.data["verified"]), { by: `human:${actor}`, at: platform.now() }] }
        : { status, ...(channel === "tool" ? { confidence_level: "strong" } : {}) };
    case "reject":
    case "retire":
      return { status, confidence_level: "shadow", status_reason: reason.trim() };
    case "restore":
      return { status, confidence_level: undefined, status_reason: undefined };
  }
};

const entriesOf = (value: unknown): readonly unknown[] => {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
};

const detailsOf = (
  { decision, reason, revision }: DecisionRequest,
  { context, isBesideSession, evidence, code }: DecisionSetting,
  { type }: Page,
): JsonObject => ({
  ...(code === undefined || code === "fresh" || code === "unknown" ? {} : { code: { verdict: code, type } }),
  ...(reason === undefined ? {} : { reason: reason.trim() }),
  ...(revision === undefined ? {} : { revision }),
  ...(evidence === undefined ? {} : { tier: "machine-confirmed", evidence }),
  ...(decision === "confirm" && context.channel === "cli" ? { unattended: true } : {}),
  ...(decision === "confirm" && context.channel === "terminal" && isBesideSession ? { beside_session: true } : {}),
});
