/** The review of one session as one channel takes part in it: what waits in its vaults, and answers carried out. */

import type { Platform } from "../../../platform/platform.ts";
import type { PageVerdict } from "../../anchors/anchor.ts";
import { WikiError } from "../../errors.ts";
import { openLedger } from "../../ledger/ledger-store.ts";
import { openPages } from "../../pages/page-store.ts";
import type { BelievedFacts } from "../../recall/admission.ts";
import type { LayerName, Vault, WriteContext } from "../../vault/vault.ts";
import { openConflicts } from "../conflict-store.ts";
import type { DecisionSetting } from "../decide-page.ts";
import { answerItem, type ItemAnswer } from "./answer-item.ts";
import { editItem, type ItemEdit } from "./edit-item.ts";
import { type ItemKind, itemOf, type QueuedVault, type QueueItem, reviewQueue } from "./review-queue.ts";
import { showItem, tombstonesMet } from "./show-item-store.ts";
import type { ShownItem } from "./shown-item.ts";

export interface ReviewTable {
  queue(): Promise<readonly QueueItem[]>;
  /** A page that somebody asks for, whether it waits or not; undefined for an id that has none. */
  page(id: string, kind: ItemKind, layer?: LayerName): Promise<QueueItem | undefined>;
  /** Undefined for an item that waits no longer. */
  show(item: QueueItem): Promise<ShownItem | undefined>;
  answer(item: QueueItem, answer: ItemAnswer): Promise<void>;
  /** Keeps an edited text; the item as it waits then. */
  edit(item: QueueItem, edit: ItemEdit): Promise<QueueItem>;
}

/** Who takes part. */
export interface Reviewer {
  context(): WriteContext;
  /** The vault of a layer, to write to. */
  target(layer: LayerName): Promise<Vault>;
}

export interface ReviewTableParts {
  readonly platform: Platform;
  vaults(): Promise<readonly Vault[]>;
  /** Facts of a vault's pages as they are believed. */
  facts(vault: Vault): Promise<Iterable<BelievedFacts>>;
  setting(vault: Vault, context: WriteContext, code?: PageVerdict): DecisionSetting;
  /** How often a vault's pages were recalled. */
  recalled(vault: Vault): (id: string) => number;
  /** Copies a page into a layer. */
  promote(
    request: { readonly id: string; readonly to: LayerName },
    vault: Vault,
    context: WriteContext,
  ): Promise<unknown>;
}

export const openReviewTable = (parts: ReviewTableParts, reviewer: Reviewer): ReviewTable => {
  const { platform, vaults, facts, setting } = parts;
  const vaultPages = async (vault: Vault) => {
    const { layer, root, files } = vault;
    return { layer, root, pages: await facts(vault), absolute: (path: string) => files.absolute(path) };
  };
  const settingOf = async (item: QueueItem): Promise<DecisionSetting> => {
    const vault = (await vaults()).find(({ root }) => root === item.root);
    if (vault === undefined) throw new WikiError("page_not_found", { id: item.id });
    return setting(vault, reviewer.context(), item.code);
  };
  return {
    queue: async () => {
      const queued: (QueuedVault & { readonly vault: Vault })[] = [];
      for (const vault of await vaults()) {
        const conflicts = openConflicts(openLedger({ platform, vault }));
        queued.push({ vault, ...(await vaultPages(vault)), conflicts, recalled: parts.recalled(vault) });
      }
      return reviewQueue(queued, platform.now()).map((item) => {
        const vault = queued.find(({ root }) => root === item.root)?.vault;
        return vault === undefined ? item : withTombstones(item, { platform, vault });
      });
    },
    page: async (id, kind, layer) => {
      for (const vault of await vaults()) {
        const own = await vaultPages(vault);
        const found = [...own.pages].find((page) => page.id === id);
        if (found !== undefined && (layer === undefined || vault.layer === layer)) return itemOf(kind, found, own);
      }
      return undefined;
    },
    show: async (item) => showItem(item, { ...(await settingOf(item)), platform }),
    answer: async (item, answer) => {
      const to = item.layer === "personal" ? "project" : "personal";
      const promote = async (id: string): Promise<void> => {
        await parts.promote({ id, to }, await reviewer.target(to), reviewer.context());
      };
      await answerItem(item, answer, { ...(await settingOf(item)), promote });
    },
    edit: async (item, edit) => editItem(item, edit, await settingOf(item)),
  };
};

/** The index knows that a page states something rejected; what that is, its text tells. */
const withTombstones = (
  item: QueueItem,
  { platform, vault }: { readonly platform: Platform; readonly vault: Vault },
): QueueItem => {
  if (item.kind !== "tombstoned" && item.kind !== "doubted") return item;
  const page = openPages({ platform, vault, ledger: openLedger({ platform, vault }) }).read(item.id);
  return page === undefined ? item : { ...item, tombstones: tombstonesMet(page, { platform, vault }) };
};
