/** Recall for one session: its vaults' indexes kept warm, questions answered, names looked up. */

import type { Platform } from "../../platform/platform.ts";
import type { Settings } from "../settings.ts";
import type { Vault } from "../vault/vault.ts";
import type { PageFacts } from "./indexing/index-part.ts";
import type { VaultIndex } from "./indexing/index-store.ts";
import { livePages, RecallIndex } from "./indexing/recall-index.ts";
import { type Injection, type InjectRules, injectionOf } from "./inject.ts";
import { type NearTitles, openNearTitles } from "./near-titles.ts";
import { type RecallAnswer, type RecallRequest, recall } from "./recall.ts";

type Progress = (done: number, total: number) => void;

export interface SessionRecallParts {
  readonly platform: Platform;
  readonly settings: Settings;
  /** The vaults that exist now, nearest first. */
  vaults(): Promise<readonly Vault[]>;
  /** Brings a vault's saved index up to date somewhere else than on this thread. */
  indexElsewhere(vault: Vault, onProgress?: Progress): Promise<void>;
}

export interface SessionRecall {
  recall(request: RecallRequest): Promise<RecallAnswer>;
  inject(prompt: string, rules?: Partial<InjectRules>): Promise<Injection>;
  /** Ids of pages with names like the query's words. */
  near(query: string, kind: keyof NearTitles, limit: number): Promise<readonly string[]>;
  /** Facts of a vault's pages. */
  facts(vault: Vault): Promise<Iterable<PageFacts>>;
  /** Pages over all vaults, and how many of them are drafts; captured text is no page. */
  counts(): Promise<PageCounts>;
  index(vault: Vault): VaultIndex;
  warm(): Promise<void>;
  save(): Promise<void>;
}

export interface PageCounts {
  readonly pages: number;
  readonly drafts: number;
}

/** Above this many changed files an index is brought up to date elsewhere. */
const inlineChanges = 60;

export const openSessionRecall = (parts: SessionRecallParts): SessionRecall => {
  const { platform, settings } = parts;
  const index = new RecallIndex(platform);
  let names: { readonly key: string; readonly titles: NearTitles } | undefined;

  const running = new Map<string, Promise<void>>();

  const catchUp = async (vault: Vault): Promise<void> => {
    const own = index.of(vault);
    if (own.isFresh() || own.pending() <= inlineChanges) return;
    await parts.indexElsewhere(vault);
    own.reload();
  };

  /** Whoever asks while a vault is being brought up to date waits for that. */
  const caughtUp = (vault: Vault): Promise<void> => {
    const known = running.get(vault.key);
    if (known !== undefined) return known;
    const work = catchUp(vault).finally(() => running.delete(vault.key));
    running.set(vault.key, work);
    return work;
  };

  const current = async (): Promise<readonly Vault[]> => {
    const vaults = await parts.vaults();
    for (const vault of vaults) await caughtUp(vault);
    return vaults;
  };

  const answer = async (request: RecallRequest): Promise<RecallAnswer> => {
    const began = platform.elapsed();
    const vaults = await current();
    const found = await recall(request, { index, vaults, now: platform.now(), elapsed: () => platform.elapsed() });
    return { ...found, elapsed_ms: Math.round((platform.elapsed() - began) * 100) / 100 };
  };

  return {
    recall: answer,
    inject: async (prompt, rules = {}) => {
      const { autoRecall, recallPages, recallTokens } = settings;
      if (autoRecall === "off") return { message: null, pages: [], tokens: 0, gate: "off", elapsed_ms: 0 };
      return injectionOf(await answer({ query: prompt, limit: recallPages }), {
        pages: recallPages,
        tokens: recallTokens,
        personalAlone: autoRecall === "on",
        seen: new Set(),
        ...rules,
      });
    },
    near: async (query, kind, limit) => {
      const { parts: all, owners } = await index.layered(await current());
      const key = owners.map((owner) => `${owner.vault.key}@${owner.version}`).join(" ");
      if (names?.key !== key) names = { key, titles: await openNearTitles([...livePages(all)].map(toEntry)) };
      return names.titles[kind](query, limit).map(({ id }) => id);
    },
    facts: async (vault) => factsOnly(livePages((await index.layered([vault])).parts)),
    counts: async () => {
      const pages = [...livePages((await index.layered(await current())).parts)].map(({ facts }) => facts);
      const written = pages.filter(({ id }) => !id.startsWith("raw/"));
      return { pages: written.length, drafts: written.filter(({ status }) => status === "draft").length };
    },
    index: (vault) => index.of(vault),
    warm: async () => {
      await index.layered(await current());
    },
    save: () => index.save(),
  };
};

const toEntry = ({ facts }: { readonly facts: PageFacts }) => ({
  id: facts.id,
  title: facts.title,
  names: [...facts.aliases, ...facts.tags],
});

function* factsOnly(pages: Iterable<{ readonly facts: PageFacts }>): Generator<PageFacts> {
  for (const { facts } of pages) yield facts;
}
