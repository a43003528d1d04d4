/** Review for one session: what waits in its vaults, and the decisions on it. */

import type { Platform } from "../../platform/platform.ts";
import type { PageVerdict } from "../anchors/anchor.ts";
import { isWikiError, WikiError } from "../errors.ts";
import type { NewEvent } from "../ledger/event.ts";
import type { Page, Status } from "../pages/page.ts";
import type { BelievedFacts } from "../recall/admission.ts";
import type { Settings } from "../settings.ts";
import type { ExportedCopy } from "../skills/learned/skill-exports.ts";
import { parsePacketId } from "../sources/packet.ts";
import { packetFolders } from "../vault/layout.ts";
import type { LayerName, Vault, WriteContext } from "../vault/vault.ts";
import { type DecidedPage, type DecisionRequest, decidePage } from "./decide-page.ts";
import { type ForgetRequest, type Forgotten, forget } from "./forget.ts";
import { openLiveSessions } from "./live-sessions-store.ts";
import type { Tier } from "./page-trust.ts";
import { type Promoted, promote } from "./promote.ts";
import { openReviewTable, type Reviewer, type ReviewTable } from "./review/review-table.ts";
import { type SkippedPage, type StatusRequest, skipReason } from "./set-status.ts";
import type { VaultTrust } from "./trust-store.ts";

export interface PromoteRequest {
  readonly id: string;
  readonly to: LayerName;
}

export interface StatusAnswer {
  readonly updated: readonly string[];
  readonly skipped: readonly SkippedPage[];
  /** Where it was put as an Agent Skill, and still is. */
  readonly exported?: readonly ExportedCopy[];
}

export interface SessionReview {
  /** What waits for a person, and what they answer. */
  table(reviewer: Reviewer): ReviewTable;
  decide(request: DecisionRequest & { readonly layer?: LayerName }, context: WriteContext): Promise<DecidedPage>;
  /** Looks for a page, or for a packet, in the vaults that are meant. */
  forget(request: ForgetRequest & { readonly layer?: LayerName }, context: WriteContext): Promise<Forgotten>;
  /** Copies a page into another layer; `vault` is where it goes, made when it is not there yet. */
  promote(request: PromoteRequest, vault: Vault, context: WriteContext): Promise<Promoted>;
  setStatus(request: StatusRequest & { readonly layer?: LayerName }, context: WriteContext): Promise<StatusAnswer>;
}

export interface SessionReviewParts {
  readonly platform: Platform;
  /** Where a person confirms. */
  readonly humanChannel: Settings["humanChannel"];
  vaults(): Promise<readonly Vault[]>;
  /** Facts of a vault's pages as they are believed. */
  facts(vault: Vault): Promise<Iterable<BelievedFacts>>;
  trust(vault: Vault): VaultTrust;
  /** What the ledger is told of the code of a page that a person vouches for. */
  vouchedCode(vault: Vault, page: Page): Promise<(hash: string) => readonly NewEvent[]>;
  /** How often a vault's pages were recalled. */
  recalled(vault: Vault): (id: string) => number;
  /** Gives up the seals of a folder. */
  release(vault: Vault, path: string): Promise<void>;
  /** Gives up what is kept of a vault's pages beside them. */
  purge(vault: Vault): Promise<void>;
}

interface FoundPage {
  readonly vault: Vault;
  readonly status: Status;
  readonly tier: Tier;
  readonly code: PageVerdict | undefined;
}

const packetPath = (id: string): string | undefined => {
  const name = parsePacketId(id);
  return name && `${packetFolders[name.prefix]}/${id}`;
};

/** Each in the nearest vault that has it. */
const locate = async (
  { pages, layer }: { readonly pages: readonly string[]; readonly layer: LayerName | undefined },
  { vaults, facts }: Pick<SessionReviewParts, "vaults" | "facts">,
): Promise<ReadonlyMap<string, FoundPage>> => {
  const found = new Map<string, FoundPage>();
  for (const vault of (await vaults()).filter((one) => layer === undefined || one.layer === layer)) {
    const wanted = new Set(pages.filter((id) => !found.has(id)));
    if (wanted.size === 0) break;
    for (const { id, status, trust } of await facts(vault)) {
      if (wanted.has(id))
        found.set(id, { vault, status, tier: trust?.tier ?? "unverified", code: trust?.code?.verdict });
    }
  }
  return found;
};

/** Code that changed below a page asks whether it is still true, whatever was confirmed before. */
const isAskedAnew = (
  { decision, from }: Pick<StatusRequest, "decision" | "from">,
  found: FoundPage | undefined,
  { channel }: WriteContext,
): boolean => decision === "confirm" && from === undefined && isInDoubt(found?.code) && channel !== "cli";

const isInDoubt = (code: PageVerdict | undefined): boolean =>
  code === "touched" || code === "stale" || code === "unfounded";

export const openSessionReview = ({ platform, vaults, facts, trust, ...parts }: SessionReviewParts): SessionReview => {
  const settingIn = (vault: Vault, context: WriteContext, code?: PageVerdict) => ({
    vault,
    context,
    code,
    trust: trust(vault),
    vouchedCode: (page: Page) => parts.vouchedCode(vault, page),
    isBesideSession: openLiveSessions(platform, vault).any(),
    isScreenOnly: parts.humanChannel === "ui",
  });
  const withPage = async (page: string, layer: LayerName | undefined): Promise<FoundPage | undefined> =>
    (await locate({ pages: [page], layer }, { vaults, facts })).get(page);
  /** Why a page was left as it is, if it was; one that is refused does not stop the others. */
  const decideOn = async (
    request: Omit<StatusRequest, "pages"> & {
      readonly page: string;
      readonly found: FoundPage | undefined;
    },
    context: WriteContext,
  ): Promise<string | undefined> => {
    const { page, found, decision, reason, claim, isDryRun } = request;
    const skipped = isAskedAnew(request, found, context) ? undefined : skipReason(request, found?.status);
    if (skipped !== undefined || found === undefined || isDryRun === true) return skipped;
    try {
      await decidePage({ page, decision, reason, claim }, settingIn(found.vault, context, found.code));
      return undefined;
    } catch (error) {
      if (!isWikiError(error) || error.code === "person_required" || error.code === "screen_only") throw error;
      return error.message;
    }
  };
  const promoteInto: SessionReview["promote"] = async ({ id, to: layer }, to, context) => {
    const other = layer === "personal" ? "project" : "personal";
    const found = await withPage(id, other);
    if (found === undefined) throw new WikiError("page_not_found", { id });
    const { vault: from, status, tier } = found;
    return promote(id, { from, to, context, status, tier });
  };
  return {
    table: (reviewer) =>
      openReviewTable(
        { platform, vaults, facts, setting: settingIn, recalled: parts.recalled, promote: promoteInto },
        reviewer,
      ),
    decide: async ({ layer, ...request }, context) => {
      const found = await withPage(request.page, layer);
      if (found === undefined) throw new WikiError("page_not_found", { id: request.page });
      return decidePage(request, settingIn(found.vault, context, found.code));
    },
    forget: async ({ layer, ...request }, context) => {
      const isIn = ({ files, layer: own }: Vault): boolean =>
        (layer === undefined || own === layer) && files.kind(packetPath(request.id) ?? "") === "folder";
      const found = await withPage(request.id, layer);
      const vault = found?.vault ?? (packetPath(request.id) === undefined ? undefined : (await vaults()).find(isIn));
      if (vault === undefined) throw new WikiError("page_not_found", { id: request.id });
      const release = (path: string) => parts.release(vault, path);
      return forget(request, { vault, context, release, purge: () => parts.purge(vault) });
    },
    promote: promoteInto,
    setStatus: async ({ layer, ...request }, context) => {
      const updated: string[] = [];
      const skipped: SkippedPage[] = [];
      // Looked for once: a thousand pages would otherwise be a thousand looks at all of them.
      const located = await locate({ pages: request.pages, layer }, { vaults, facts });
      for (const page of new Set(request.pages)) {
        const found = located.get(page);
        const outcome = await decideOn({ ...request, page, found }, context);
        if (outcome === undefined) updated.push(page);
        else skipped.push({ file: page, from: found?.status, reason: outcome });
      }
      return { updated, skipped };
    },
  };
};
