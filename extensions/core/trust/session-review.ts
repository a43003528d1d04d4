/** Review for one session: what waits in its vaults, and the decisions on it. */

import type { Platform } from "../../platform/platform.ts";
import { isWikiError, WikiError } from "../errors.ts";
import type { Status } from "../pages/page.ts";
import type { BelievedFacts } from "../recall/admission.ts";
import { tokensOf } from "../recall/tokens.ts";
import { parsePacketId } from "../sources/packet.ts";
import { packetFolders } from "../vault/layout.ts";
import { pageFileLimit } from "../vault/page-files.ts";
import type { LayerName, Vault, WriteContext } from "../vault/vault.ts";
import { type DecidedPage, type DecisionRequest, decidePage } from "./decide-page.ts";
import { type ForgetRequest, type Forgotten, forget } from "./forget.ts";
import { openLiveSessions } from "./live-sessions-store.ts";
import { type Promoted, promote } from "./promote.ts";
import { type QueueItem, reviewQueue } from "./review/review-queue.ts";
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

export interface PromoteRequest {
  readonly id: string;
  readonly to: LayerName;
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
  /** Looks for a page, or for a packet, in the vaults that are meant. */
  forget(request: ForgetRequest & { readonly layer?: LayerName }, context: WriteContext): Promise<Forgotten>;
  /** Copies a page into another layer; `vault` is where it goes, made when it is not there yet. */
  promote(request: PromoteRequest, vault: Vault, context: WriteContext): Promise<Promoted>;
  setStatus(request: StatusRequest & { readonly layer?: LayerName }, context: WriteContext): Promise<StatusAnswer>;
}

export interface SessionReviewParts {
  readonly platform: Platform;
  vaults(): Promise<readonly Vault[]>;
  /** Facts of a vault's pages as they are believed. */
  facts(vault: Vault): Promise<Iterable<BelievedFacts>>;
  trust(vault: Vault): VaultTrust;
  /** Gives up the seals of a folder. */
  release(vault: Vault, path: string): Promise<void>;
}

interface FoundPage {
  readonly vault: Vault;
  readonly status: Status;
}

const showIn = (vaults: readonly Vault[], item: QueueItem, platform: Platform): ShownItem | undefined => {
  const vault = vaults.find(({ root }) => root === item.root);
  const path = vault && platform.paths.inside(vault.root, item.path);
  const text = path === undefined ? undefined : vault?.files.readText(path, pageFileLimit);
  return text === undefined ? undefined : { item, text, hash: platform.hash(text), tokens: tokensOf(text) };
};

const packetPath = (id: string): string | undefined => {
  const name = parsePacketId(id);
  return name && `${packetFolders[name.prefix]}/${id}`;
};

const statusIn = (facts: Iterable<BelievedFacts>, page: string): Status | undefined => {
  for (const { id, status } of facts) if (id === page) return status;
  return undefined;
};

export const openSessionReview = ({ platform, vaults, facts, trust, release }: SessionReviewParts): SessionReview => {
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
    show: async (item) => showIn(await vaults(), item, platform),
    decide: async ({ layer, ...request }, context) => {
      const found = await withPage(request.page, layer);
      if (found === undefined) throw new WikiError("page_not_found", { id: request.page });
      return decidePage(request, settingIn(found.vault, context));
    },
    forget: async ({ layer, ...request }, context) => {
      const isIn = ({ files, layer: own }: Vault): boolean =>
        (layer === undefined || own === layer) && files.kind(packetPath(request.id) ?? "") === "folder";
      const found = await withPage(request.id, layer);
      const vault = found?.vault ?? (packetPath(request.id) === undefined ? undefined : (await vaults()).find(isIn));
      if (vault === undefined) throw new WikiError("page_not_found", { id: request.id });
      return forget(request, { vault, context, release: (path) => release(vault, path) });
    },
    promote: async ({ id, to: layer }, to, context) => {
      const other = layer === "personal" ? "project" : "personal";
      const found = await withPage(id, other);
      if (found === undefined) throw new WikiError("page_not_found", { id });
      return promote(id, { from: found.vault, to, context, status: found.status });
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
