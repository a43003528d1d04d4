/** The answer to a question: ranked pages of all layers, labelled, with their best passages. */

import type { Page } from "../pages/page.ts";
import type { Tier } from "../trust/page-trust.ts";
import type { LayerName, Vault } from "../vault/vault.ts";
import { type AdmissionRules, exclusionOf, type Included, isStaleAt, labelsOf } from "./admission.ts";
import {
  type Belief,
  type Believe,
  type LabelPages,
  type LeaveOut,
  type MoreLabels,
  openBelief,
  openLabels,
  openUse,
  type WeighUse,
} from "./belief.ts";
import { excerptOf } from "./excerpt.ts";
import { readPage } from "./indexing/indexed-files.ts";
import { linkGraphOf } from "./indexing/link-graph.ts";
import type { LayeredParts, LivePage, RecallIndex } from "./indexing/recall-index.ts";
import { authorityOf } from "./ranking/authority.ts";
import { trustClassOf } from "./ranking/by-use.ts";
import { type Evidence, evidenceOf } from "./ranking/gate.ts";
import { followLinks } from "./ranking/hops.ts";
import { type Ranking, rank, type ScoreParts } from "./ranking/rank.ts";
import { isShadowed, type Placed, shadowedBy, withoutRepeats } from "./shadowing.ts";

export interface RecallRequest {
  readonly query: string;
  /** Most hits, 1 to 20; default 5. */
  readonly limit?: number;
  readonly layer?: LayerName;
  readonly types?: readonly string[];
  readonly task?: string;
  readonly include?: readonly Included[];
  /** The instant at which pages must be valid; by default `knownAt`, or now. */
  readonly asOf?: string;
  /** The time whose beliefs are asked for: statuses as they were then, pages that were known then. */
  readonly knownAt?: string;
  /** Adds pages that are up to so many links (0 to 3) away from the ranked ones; default 0. */
  readonly hops?: number;
  readonly explain?: boolean;
  /** True when nobody asked: captured text that states what was rejected is left out then. */
  readonly automatic?: boolean;
  readonly leaveOut?: LeaveOut;
}

export interface RecallHit {
  readonly id: string;
  /** Absolute: `read` opens it. */
  readonly path: string;
  readonly layer: LayerName;
  readonly title: string;
  readonly type: string;
  readonly status: string;
  readonly tier: Tier;
  readonly labels: readonly string[];
  readonly date?: string;
  readonly score: number;
  readonly excerpt: string;
  readonly sources: readonly string[];
  /** SHA-256 of the page's file. */
  readonly hash: string;
  readonly parts?: ScoreParts;
  /** How many links lead here from a ranked page; absent for a ranked one. */
  readonly hops?: number;
}

export interface RecallAnswer {
  readonly query: string;
  /** In rank order over all layers; pages that links led to come last. */
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
  readonly believe: Believe;
  readonly labels?: LabelPages | undefined;
  readonly weighUse?: WeighUse | undefined;
  readonly now: string;
  elapsed(): number;
}

export const recall = async (request: RecallRequest, setting: RecallSetting): Promise<RecallAnswer> => {
  const began = setting.elapsed();
  const vaults = setting.vaults.filter((vault) => request.layer === undefined || vault.layer === request.layer);
  const layered = await setting.index.layered(vaults);
  const { now, believe, labels, weighUse } = setting;
  return answer(request, layered, { now, believe, labels, weighUse, elapsed: () => setting.elapsed() - began });
};

const defaultLimit = 5;
const mostHits = 20;

const answer = (
  request: RecallRequest,
  layered: LayeredParts,
  clock: Pick<RecallSetting, "now" | "believe" | "labels" | "weighUse" | "elapsed">,
): RecallAnswer => {
  const limit = Math.min(mostHits, Math.max(1, request.limit ?? defaultLimit));
  const rules = rulesOf(request, clock.now);
  const reader = openReader(layered);
  const believe = openBelief(layered, clock.believe, request.knownAt);
  const use = openUse(layered, clock.weighUse);
  const ranking = rankLayers(request, { layered, reader, rules, limit, believe, use, now: clock.now });
  const ranked = withoutRepeats(ranking.ranked, layered).slice(0, limit);
  const shown = withoutRepeats([...ranked, ...linkedPages(request, { layered, rules, ranked, believe })], layered);
  const more = openLabels(layered, clock.labels, { believe, now: clock.now });
  return {
    query: request.query,
    hits: shown.map((page) =>
      toHit(page, { layered, reader, believe, more, now: clock.now, explain: request.explain === true }),
    ),
    excluded: ranking.excluded
      .filter(({ reason }) => reason !== "other-type")
      .slice(0, mostHits)
      .map(({ facts, part, reason }) => ({ id: facts.id, layer: layerOf(layered, part), reason })),
    total: ranking.total,
    corrected: ranking.query.corrected,
    // What was of use before need not be what the prompt is about.
    evidence: evidenceOf({ ...ranking, ranked: ranking.withoutUse }, layered.statistics.pages),
    elapsed_ms: Math.round(clock.elapsed() * 100) / 100,
  };
};

const rulesOf = ({ types, include, task, asOf, knownAt, automatic }: RecallRequest, now: string): AdmissionRules => ({
  types: types ?? [],
  include: include ?? [],
  task,
  // What was believed then was believed of then: an interval that was closed since was open.
  asOf: asOf ?? knownAt ?? now,
  isAutomatic: automatic === true,
});

/** Reads a page at most once for a question. */
type Reader = (placed: Placed) => Page | undefined;

const openReader = (layered: LayeredParts): Reader => {
  const read = new Map<string, Page | undefined>();
  return ({ facts, part }) => {
    const index = layered.owners[part];
    const key = `${index?.vault.key} ${facts.path}`;
    if (!read.has(key)) read.set(key, index && readPage(index.vault, facts.path));
    return read.get(key);
  };
};

interface Asked {
  readonly layered: LayeredParts;
  readonly reader: Reader;
  readonly believe: Belief;
  readonly use: (placed: Placed) => number;
  readonly now: string;
  readonly rules: AdmissionRules;
  readonly limit: number;
}

const rankLayers = (request: RecallRequest, { layered, reader, rules, limit, believe, use, now }: Asked): Ranking =>
  rank({
    parts: layered.parts,
    statistics: layered.statistics,
    prompt: request.query,
    limit,
    exclude: (facts, part) => {
      const owner = layered.owners[part];
      const reason = exclusionIn({ facts, part }, { layered, rules, believe });
      return reason ?? (owner && request.leaveOut?.(believe({ facts, part }), owner.vault));
    },
    weigh: (facts, part) => authorityOf(believe({ facts, part }), { isStale: isStaleAt(facts, now) }),
    weighUse: (facts, part) => ({
      factor: use({ facts, part }),
      trustClass: trustClassOf(believe({ facts, part })),
    }),
    textOf: (facts, part) => {
      const page = reader({ facts, part });
      return page && `${page.title}\n${page.body.slice(0, feedbackLength)}`;
    },
  });

const feedbackLength = 1200;

const exclusionIn = (
  placed: Placed,
  { layered, rules, believe }: Pick<Asked, "layered" | "rules" | "believe">,
): string | undefined => (isShadowed(placed, layered) ? "shadowed" : exclusionOf(believe(placed), rules));

const layerOf = (layered: LayeredParts, part: number): LayerName => layered.owners[part]?.vault.layer ?? "project";

/** A page to be shown: a ranked one, or one that links led to. */
interface Shown extends Placed {
  readonly page: number;
  /** Within the part; below zero for a page without text. */
  readonly passage: number;
  readonly score: number;
  readonly parts?: ScoreParts;
  readonly linked?: { readonly hops: number; readonly from: string };
}

const linkedPages = (
  { hops = 0 }: RecallRequest,
  {
    layered,
    rules,
    ranked,
    believe,
  }: Pick<Asked, "layered" | "rules" | "believe"> & { readonly ranked: readonly Shown[] },
): readonly Shown[] => {
  if (hops < 1) return [];
  const isAdmitted = (placed: Placed): boolean => exclusionIn(placed, { layered, rules, believe }) === undefined;
  const found = followLinks<LivePage>(
    ranked.map((place) => ({ place, score: place.score })),
    {
      hops,
      keyOf: ({ part, facts }) => `${layered.owners[part]?.vault.key} ${facts.id}`,
      neighbours: (place) => neighboursOf(place, layered).filter(isAdmitted),
    },
  );
  return found.map(({ place, score, hops: far, from }) => ({
    ...place,
    passage: firstPassage(layered, place),
    score,
    linked: { hops: far, from: from.facts.id },
  }));
};

/** Links lead to pages of the same vault; its parts stand in one row among all parts. */
const neighboursOf = ({ part, facts }: LivePage, layered: LayeredParts): readonly LivePage[] => {
  const index = layered.owners[part];
  if (index === undefined) return [];
  const first = layered.owners.indexOf(index);
  const graph = linkGraphOf(index);
  return graph.neighbours(facts.id).flatMap((id) => {
    const page = graph.page(id);
    return page === undefined ? [] : [{ ...page, part: first + page.part }];
  });
};

const firstPassage = (layered: LayeredParts, { part, page }: LivePage): number => {
  const starts = layered.parts[part]?.passageStart;
  const first = starts?.[page] ?? 0;
  return first < (starts?.[page + 1] ?? 0) ? first : -1;
};

const passageOf = (
  layered: LayeredParts,
  { part, passage }: Shown,
): { readonly from: number; readonly to: number } | undefined => {
  const from = layered.parts[part]?.passageFrom[passage];
  const to = layered.parts[part]?.passageTo[passage];
  return from === undefined || to === undefined ? undefined : { from, to };
};

const toHit = (
  shown: Shown,
  {
    layered,
    reader,
    believe,
    more,
    now,
    explain,
  }: Pick<Asked, "layered" | "reader" | "believe" | "now"> & { readonly more: MoreLabels; readonly explain: boolean },
): RecallHit => {
  const { part, parts, linked } = shown;
  const facts = believe(shown);
  // Whoever reviewed the text of then did not review today's: it is not shown beside what was decided on the other.
  const isOtherText = facts.trust?.changedSince === "text";
  const shadows = shadowedBy(shown, layered).map((holder) => `shadows a ${holder.vault.layer} page`);
  return {
    id: facts.id,
    path: layered.owners[part]?.vault.files.absolute(facts.path) ?? facts.path,
    layer: layerOf(layered, part),
    title: isOtherText ? facts.id : facts.title,
    type: facts.type,
    status: facts.status,
    tier: facts.trust?.tier ?? "unverified",
    labels: [
      ...labelsOf(facts, now),
      ...more(shown),
      ...shadows,
      ...(linked === undefined ? [] : [`linked with ${linked.from}`]),
    ],
    ...(facts.date === undefined ? {} : { date: facts.date }),
    score: Math.round(shown.score * 1000) / 1000,
    excerpt: isOtherText ? "" : excerptOf(reader(shown)?.body ?? "", passageOf(layered, shown)),
    sources: isOtherText ? [] : facts.sources,
    hash: facts.hash,
    ...(explain && parts !== undefined ? { parts } : {}),
    ...(linked === undefined ? {} : { hops: linked.hops }),
  };
};
