/** The answer to a question: ranked pages of all layers, labelled, with their best passages. */

import type { LayerName, Vault } from "../vault/vault.ts";
import { type AdmissionRules, exclusionOf, type Included, labelsOf } from "./admission.ts";
import { excerptOf } from "./excerpt.ts";
import type { PageFacts } from "./indexing/index-part.ts";
import type { VaultIndex } from "./indexing/index-store.ts";
import type { LayeredParts, RecallIndex } from "./indexing/recall-index.ts";
import { authorityOf } from "./ranking/authority.ts";
import { type Evidence, evidenceOf } from "./ranking/gate.ts";
import { type RankedPage, type Ranking, rank, type ScoreParts } from "./ranking/rank.ts";

export interface RecallRequest {
  readonly query: string;
  /** Most hits, 1 to 20; default 5. */
  readonly limit?: number;
  readonly layer?: LayerName;
  readonly types?: readonly string[];
  readonly task?: string;
  readonly include?: readonly Included[];
  /** The instant at which pages must be valid; default now. */
  readonly asOf?: string;
  readonly explain?: boolean;
}

export interface RecallHit {
  readonly id: string;
  /** Absolute: `read` opens it. */
  readonly path: string;
  readonly layer: LayerName;
  readonly title: string;
  readonly type: string;
  readonly status: string;
  readonly tier: "unverified";
  readonly labels: readonly string[];
  readonly date?: string;
  readonly score: number;
  readonly excerpt: string;
  readonly sources: readonly string[];
  /** SHA-256 of the page's file. */
  readonly hash: string;
  readonly parts?: ScoreParts;
}

export interface RecallAnswer {
  readonly query: string;
  /** In rank order over all layers. */
  readonly hits: readonly RecallHit[];
  readonly excluded: readonly { readonly id: string; readonly layer: LayerName; readonly reason: string }[];
  /** Pages that hold any word of the query. */
  readonly total: number;
  readonly corrected: readonly { readonly from: string; readonly to: string }[];
  /** How strongly the best page matches; undefined without hits. */
  readonly evidence: Evidence | undefined;
  readonly elapsed_ms: number;
}

export interface RecallSetting {
  readonly index: RecallIndex;
  readonly vaults: readonly Vault[];
  readonly now: string;
  elapsed(): number;
}

export const recall = async (request: RecallRequest, setting: RecallSetting): Promise<RecallAnswer> => {
  const began = setting.elapsed();
  const vaults = setting.vaults.filter((vault) => request.layer === undefined || vault.layer === request.layer);
  const layered = await setting.index.layered(vaults);
  return answer(request, layered, { now: setting.now, elapsed: () => setting.elapsed() - began });
};

const defaultLimit = 5;
const mostHits = 20;

const answer = (
  request: RecallRequest,
  layered: LayeredParts,
  clock: { readonly now: string; elapsed(): number },
): RecallAnswer => {
  const limit = Math.min(mostHits, Math.max(1, request.limit ?? defaultLimit));
  const ranking = rankLayers(request, layered, { now: clock.now, limit });
  const hits = withoutRepeats(ranking.ranked, layered)
    .slice(0, limit)
    .map((ranked) => toHit(ranked, layered, { now: clock.now, explain: request.explain === true }));
  return {
    query: request.query,
    hits,
    excluded: ranking.excluded
      .filter(({ reason }) => reason !== "other-type")
      .slice(0, mostHits)
      .map(({ facts, part, reason }) => ({ id: facts.id, layer: layerOf(layered, part), reason })),
    total: ranking.total,
    corrected: ranking.query.corrected,
    evidence: evidenceOf(ranking, layered.statistics.pages),
    elapsed_ms: Math.round(clock.elapsed() * 100) / 100,
  };
};

const rankLayers = (
  request: RecallRequest,
  layered: LayeredParts,
  { now, limit }: { readonly now: string; readonly limit: number },
): Ranking => {
  const rules: AdmissionRules = {
    types: request.types ?? [],
    include: request.include ?? [],
    task: request.task,
    asOf: request.asOf ?? now,
  };
  return rank({
    parts: layered.parts,
    statistics: layered.statistics,
    prompt: request.query,
    limit,
    exclude: (facts, part) => (isShadowed(facts, layered, part) ? "shadowed" : exclusionOf(facts, rules)),
    weigh: authorityOf,
    textOf: (part, page, passage) => feedbackText(layered, { part, page, passage }),
  });
};

const layerOf = (layered: LayeredParts, part: number): LayerName => layered.owners[part]?.vault.layer ?? "project";

/** Packets and their pages are numbered by day in each vault: equal ids there are different things. */
const isOwnToVault = (id: string): boolean => /^(?:raw\/|sources\/SRC-|trajectories\/)/.test(id);

const isShadowed = (facts: PageFacts, layered: LayeredParts, part: number): boolean =>
  !isOwnToVault(facts.id) && nearerHolders(facts, layered, part).length > 0;

const nearerHolders = (facts: PageFacts, layered: LayeredParts, part: number): readonly VaultIndex[] => {
  const own = layered.owners[part];
  const indexes = [...new Set(layered.owners)];
  return indexes.slice(0, own === undefined ? 0 : indexes.indexOf(own)).filter((index) => index.has(facts.path));
};

const fartherHolders = (facts: PageFacts, layered: LayeredParts, part: number): readonly VaultIndex[] => {
  const own = layered.owners[part];
  const indexes = [...new Set(layered.owners)];
  if (own === undefined || isOwnToVault(facts.id)) return [];
  return indexes.slice(indexes.indexOf(own) + 1).filter((index) => index.has(facts.path));
};

/** The same content is shown once, and a captured source once: its page or its text, whichever ranks better. */
const withoutRepeats = (ranked: readonly RankedPage[], layered: LayeredParts): readonly RankedPage[] => {
  const seen = new Set<string>();
  return ranked.filter(({ facts, part }) => {
    const packet = /(?:^|\/)(SRC-[\d-]+)$/.exec(facts.id)?.[1];
    const keys = [`hash ${facts.hash}`, ...(packet ? [`${layered.owners[part]?.vault.key} ${packet}`] : [])];
    const isNew = keys.every((key) => !seen.has(key));
    for (const key of keys) seen.add(key);
    return isNew;
  });
};

const passageOf = (
  layered: LayeredParts,
  { part, passage }: { readonly part: number; readonly passage: number },
): { readonly from: number; readonly to: number } | undefined => {
  const from = layered.parts[part]?.passageFrom[passage];
  const to = layered.parts[part]?.passageTo[passage];
  return from === undefined || to === undefined ? undefined : { from, to };
};

const feedbackLength = 1200;

const feedbackText = (
  layered: LayeredParts,
  place: { readonly part: number; readonly page: number; readonly passage: number },
): string | undefined => {
  const path = layered.parts[place.part]?.path(place.page);
  const page = path === undefined ? undefined : layered.owners[place.part]?.page(path);
  return page && `${page.title}\n${page.body.slice(0, feedbackLength)}`;
};

const toHit = (
  ranked: RankedPage,
  layered: LayeredParts,
  { now, explain }: { readonly now: string; readonly explain: boolean },
): RecallHit => {
  const { facts, part } = ranked;
  const index = layered.owners[part];
  const page = index?.page(facts.path);
  const shadows = fartherHolders(facts, layered, part).map((holder) => `shadows a ${holder.vault.layer} page`);
  return {
    id: facts.id,
    path: index?.vault.files.absolute(facts.path) ?? facts.path,
    layer: layerOf(layered, part),
    title: facts.title,
    type: facts.type,
    status: facts.status,
    tier: "unverified",
    labels: [...labelsOf(facts, now), ...shadows],
    ...(facts.date === undefined ? {} : { date: facts.date }),
    score: Math.round(ranked.score * 1000) / 1000,
    excerpt: excerptOf(page?.body ?? "", passageOf(layered, ranked)),
    sources: facts.sources,
    hash: facts.hash,
    ...(explain ? { parts: ranked.parts } : {}),
  };
};
