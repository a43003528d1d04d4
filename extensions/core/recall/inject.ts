/**
 * Automatic recall: what is put before the model ahead of a user's turn, or the reason for silence. Five gates:
 * relevance, a rare word, trust (excluded pages never come this far), novelty, and the budget. Pure.
 */

import { dataNotice, fence } from "./fence.ts";
import { type GateVerdict, gateOf } from "./ranking/gate.ts";
import type { RecallAnswer, RecallHit } from "./recall.ts";
import { byLayer, messageTag, renderItem } from "./render-hit.ts";
import { tokensOf } from "./tokens.ts";

export type Gate = GateVerdict | "novelty" | "budget" | "off";

export interface InjectRules {
  readonly pages: number;
  readonly tokens: number;
  /** False silences pages of the personal layer unless a project page comes with them. */
  readonly personalAlone: boolean;
  /** Content hashes of pages that are in the model's context already. */
  readonly seen: ReadonlySet<string>;
  /** Ids of pages that are to come first, whatever the prompt is about. */
  readonly first?: readonly string[];
  /** Those pages, as far as they may be shown. */
  readonly offered?: readonly RecallHit[];
  /** The session's task, whose own pages may be shown. */
  readonly task?: string;
}

export interface InjectedPage {
  readonly id: string;
  readonly layer: string;
  readonly path: string;
  readonly title: string;
  readonly labels: readonly string[];
  readonly hash: string;
  readonly tokens: number;
  readonly score: number;
}

export interface Injection {
  /** Null is silence. */
  readonly message: string | null;
  readonly pages: readonly InjectedPage[];
  readonly tokens: number;
  readonly gate: Gate;
  readonly elapsed_ms: number;
}

/** A page far behind the best one is noise, whatever the budget. */
const leastShareOfBest = 0.65;

export const injectionOf = (answer: RecallAnswer, rules: InjectRules): Injection => {
  const silence = (gate: Gate): Injection => ({
    message: null,
    pages: [],
    tokens: 0,
    gate,
    elapsed_ms: answer.elapsed_ms,
  });
  const { offered = [] } = rules;
  const found = foundHits(answer, rules);
  if (typeof found === "string" && offered.length === 0) return silence(found);
  const isOffered = ({ id, layer }: RecallHit): boolean => offered.some((one) => one.id === id && one.layer === layer);
  const fresh = typeof found === "string" ? [] : found.filter((hit) => !isOffered(hit));
  const chosen = withinBudget([...offered, ...fresh], rules);
  if (chosen.length === 0) return silence("budget");
  const message = renderMessage(chosen.map(({ hit }) => hit));
  return {
    message,
    pages: chosen.map(({ hit, tokens }) => pageOf(hit, tokens)),
    tokens: tokensOf(message),
    gate: "passed",
    elapsed_ms: answer.elapsed_ms,
  };
};

/** What the prompt is about, or the gate that keeps it back. */
const foundHits = (answer: RecallAnswer, rules: InjectRules): readonly RecallHit[] | Gate => {
  const verdict = gateOf(answer.evidence);
  if (verdict !== "passed") return verdict;
  const best = answer.hits[0]?.score ?? 0;
  const close = answer.hits.filter((hit) => hit.score >= best * leastShareOfBest);
  if (!rules.personalAlone && close.every((hit) => hit.layer === "personal")) return "floor";
  const fresh = close.filter((hit) => !rules.seen.has(hit.hash));
  return fresh.length === 0 ? "novelty" : fresh;
};

interface Chosen {
  readonly hit: RecallHit;
  readonly tokens: number;
}

/** Whole passages only, by rank; a passage that does not fit ends the list. */
const withinBudget = (hits: readonly RecallHit[], rules: InjectRules): readonly Chosen[] => {
  const chosen: Chosen[] = [];
  let spent = tokensOf(renderMessage([]));
  for (const hit of hits.slice(0, rules.pages)) {
    const tokens = tokensOf(`\n\n${renderItem(hit)}`);
    if (spent + tokens > rules.tokens) break;
    spent += tokens;
    chosen.push({ hit, tokens });
  }
  return chosen;
};

const pageOf = (hit: RecallHit, tokens: number): InjectedPage => ({
  id: hit.id,
  layer: hit.layer,
  path: hit.path,
  title: hit.title,
  labels: hit.labels,
  hash: hit.hash,
  tokens,
  score: hit.score,
});

const renderMessage = (hits: readonly RecallHit[]): string =>
  fence(messageTag, [dataNotice, ...byLayer(hits).map(renderItem)].join("\n\n"));
