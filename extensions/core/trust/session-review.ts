/** Review for one session: what waits in its vaults, and the decisions on it. */

import type { Platform } from "../../platform/platform.ts";
import { isWikiError, WikiError } from "../errors.ts";
import type { Status } from "../pages/page.ts";
import type { BelievedFacts } from "../recall/admission.ts";
import { tokensOf } from "../recall/tokens.ts";
import { pageFileLimit } from "../vault/page-files.ts";
import type { LayerName, Vault, WriteContext } from "../vault/vault.ts";
import { type DecidedPage, type DecisionRequest, decidePage } from "./decide-page.ts";
import { openLiveSessions } from "./live-sessions-store.ts";
import { type QueueItem, reviewQueue } from "./review-queue.ts";
import { type SkippedPage, type StatusRequest, skipReason } from "./set-status.ts";
import type { VaultTrust } from "./trust-store.ts";

/** An item as it is shown before a key counts. */
export interface ShownItem {
  readonly item: QueueItem;
  /** All of the file, as it is now. */
  readonly text: string;
  /** SHA-256 of that text: what a decision is about. */
  readonly hash: string;
  readonly tokens: number;
}

export interface StatusAnswer {
  readonly updated: readonly string[];
  readonly skipped: readonly SkippedPage[];
}

export interface SessionReview {
  queue(): Promise<readonly QueueItem[]>;
  /** Undefined for a page that has gone meanwhile. */
  show(item: QueueItem): Promise<ShownItem | undefined>;
  decide(request: DecisionRequest & { readonly layer?: LayerName }, context: WriteContext): Promise<DecidedPage>;
  setStatus(request: StatusRequest & { readonly layer?: LayerName }, context: WriteContext): Promise<StatusAnswer>;
}

export interface SessionReviewParts {
  readonly platform: Platform;
  vaults(): Promise<readonly Vault[]>;
  /** Facts of a vault's pages as they are believed. */
  facts(vault: Vault): Promise<Iterable<BelievedFacts>>;
  trust(vault: Vault): VaultTrust;
}

interface FoundPage {
  readonly vault: Vault;
  readonly status: Status;
}

const statusIn = (facts: Iterable<BelievedFacts>, page: string): Status | undefined => {
  for (const { id, status } of facts) if (id === page) return status;
  return undefined;
};

export const openSessionReview = ({ platform, vaults, facts, trust }: SessionReviewParts): SessionReview => {
  const settingIn = (vault: Vault, context: WriteContext) => ({
    vault,
    context,
    trust: trust(vault),
    isBesideSession: openLiveSessions(platform, vault).any(),
  });
  const withPage = async (page: string, layer: LayerName | undefined): Promise<FoundPage | undefined> => {
    for (const vault of await vaults()) {
      const isMeant = layer === undefined || vault.layer === layer;
      const status = isMeant ? statusIn(await facts(vault), page) : undefined;
      if (status !== undefined) return { vault, status };
    }
    return undefined;
  };
  /** Why a page was left as it is, if it was; one that is refused does not stop the others. */
  const decideOn = async (
    request: Omit<StatusRequest, "pages"> & {
      readonly page: string;
      readonly found: FoundPage | undefined;
    },
    context: WriteContext,
  ): Promise<string | undefined> => {
    const { page, found, decision, reason, claim, isDryRun } = request;
    const skipped = skipReason(request, found?.status);
    if (skipped !== undefined || found === undefined || isDryRun === true) return skipped;
    try {
      await decidePage({ page, decision, reason, claim }, settingIn(found.vault, context));
      return undefined;
    } catch (error) {
      if (!isWikiError(error) || error.code === "person_required") throw error;
      return error.message;
    }
  };
  return {
    queue: async () => {
      const queued = [];
      for (const vault of await vaults()) {
        const { layer, root, files } = vault;
        queued.push({ layer, root, pages: await facts(vault), absolute: (path: string) => files.absolute(path) });
      }
      return reviewQueue(queued, platform.now());
    },
    show: async (item) => {
      const vault = (await vaults()).find(({ root }) => root === item.root);
      const path = vault && platform.paths.inside(vault.root, item.path);
      const text = path === undefined ? undefined : vault?.files.readText(path, pageFileLimit);
      return text === undefined ? undefined : { item, text, hash: platform.hash(text), tokens: tokensOf(text) };
    },
    decide: async ({ layer, ...request }, context) => {
      const found = await withPage(request.page, layer);
      if (found === undefined) throw new WikiError("page_not_found", { id: request.page });
      return decidePage(request, settingIn(found.vault, context));
    },
    setStatus: async ({ layer, ...request }, context) => {
      const updated: string[] = [];
      const skipped: SkippedPage[] = [];
      for (const page of request.pages) {
        const found = await withPage(page, layer);
        const outcome = await decideOn({ ...request, page, found }, context);
        if (outcome === undefined) updated.push(page);
        else skipped.push({ file: page, from: found?.status, reason: outcome });
      }
      return { updated, skipped };
    },
  };
};
