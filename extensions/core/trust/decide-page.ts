/** Carries out what somebody decided on a page: confirm, reject, retire, restore. The channel says what they may. */

import { WikiError } from "../errors.ts";
import type { JsonObject } from "../ledger/canonical.ts";
import { openLedger } from "../ledger/ledger-store.ts";
import { editFrontMatter, type FrontMatterChanges } from "../pages/edit-page.ts";
import type { Page, Status } from "../pages/page.ts";
import { openPages, type PageStore } from "../pages/page-store.ts";
import { findPage } from "../vault/page-files.ts";
import type { Channel, Vault, WriteContext } from "../vault/vault.ts";
import type { PageTrust } from "./page-trust.ts";
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
  /** SHA-256 of the file that was looked at: a page that changed meanwhile is refused. */
  readonly hash?: string;
}

export interface DecisionSetting {
  readonly vault: Vault;
  readonly context: WriteContext;
  readonly trust: VaultTrust;
  /** An agent's session is open for this vault while somebody decides in a terminal. */
  readonly isBesideSession: boolean;
}

export interface DecidedPage {
  readonly id: string;
  /** Absolute. */
  readonly path: string;
  readonly status: Status;
  /** Id of the tombstone that keeps the claim from coming back. */
  readonly tombstone?: string;
}

/**
 * Throws `page_not_found`, `person_required` for a channel that may not, `invalid_input` without a reason,
 * `changed_meanwhile`, and `tombstoned` for a page that says what was rejected.
 */
export const decidePage = async (request: DecisionRequest, setting: DecisionSetting): Promise<DecidedPage> => {
  const { vault, context } = setting;
  const { platform } = context;
  const ledger = openLedger({ platform, vault });
  const pages = openPages({ platform, vault, ledger });
  const page = pages.read(request.page);
  const trust = page && believedPage(page, setting);
  if (page === undefined || trust === undefined) throw new WikiError("page_not_found", { id: request.page });
  const { decision, reason = "" } = request;
  refuseOthers(decision, context.channel, trust);
  if (needsReason.has(decision) && reason.trim() === "") {
    throw new WikiError("invalid_input", { what: "reason", problem: `is asked for by ${decision}` });
  }
  if (decision === "confirm" || decision === "restore") {
    const said = { texts: claimTexts(page), what: page.id, page: page.id, task: page.taskId };
    await refuseTombstoned(said, { vault, context });
  }
  const change = (text: string): string => {
    if (request.hash !== undefined && platform.hash(text) !== request.hash) {
      throw new WikiError("changed_meanwhile", { page: page.id });
    }
    return editFrontMatter(text, changesOf({ decision, reason }, page, context), page.path);
  };
  const details = detailsOf(request, setting);
  const stored = await pages.edit(page.id, change, context, { kind: kinds[decision], details, withSeen: true });
  const { id, path } = stored;
  if (decision === "confirm") await closeReplaced(page, pages, setting);
  if (!needsReason.has(decision)) return { id, path, status: statusAfter[decision] };
  const claims = claimsOfRejection(page, request.claim);
  const { id: tombstone } = await openTombstones({ platform, vault, ledger }).add(
    { claims, reason, page: page.id },
    context,
  );
  return { id, path, status: statusAfter[decision], tombstone };
};

/** What a page replaces was proposed to be closed when it was written; now a person has said so. */
const closeReplaced = async (page: Page, pages: PageStore, setting: DecisionSetting): Promise<void> => {
  const by = { id: page.id, validFrom: page.validFrom, validUntil: page.validUntil };
  const statusOf = (old: Page) => believedPage(old, setting)?.status;
  const request = { by, supersedes: page.supersedes, isDecided: true };
  await closeSuperseded(request, { pages, context: setting.context, statusOf });
};

/** What counts of a page on disk. */
const believedPage = (page: Page, { vault, context, trust }: DecisionSetting): PageTrust | undefined => {
  const { platform } = context;
  const path = findPage(platform, vault, page.id);
  const bytes = path === undefined ? undefined : vault.files.read(path);
  if (path === undefined || bytes === undefined) return undefined;
  return trust.of({ id: page.id, path, hash: platform.hash(bytes), status: page.status });
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

/** A person may all; their script too, without a tier; a tool may reject what nobody has confirmed. */
const refuseOthers = (decision: PageDecision, channel: Channel, trust: PageTrust): void => {
  if (atKeyboard.has(channel) || channel === "cli") return;
  if (channel === "tool" && decision === "reject" && trust.status === "draft") return;
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
        : { status };
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
  { decision, reason }: DecisionRequest,
  { context, isBesideSession }: DecisionSetting,
): JsonObject => ({
  ...(reason === undefined ? {} : { reason: reason.trim() }),
  ...(decision === "confirm" && context.channel === "cli" ? { unattended: true } : {}),
  ...(decision === "confirm" && context.channel === "terminal" && isBesideSession ? { beside_session: true } : {}),
});
