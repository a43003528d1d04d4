/** What automatic recall did with a prompt, told without the prompt: kept, and shown to whoever asks why. Pure. */

import type { Instant } from "../../platform/platform.ts";
import { asLine } from "../visible.ts";
import type { Gate } from "./inject.ts";
import type { ScoreParts } from "./ranking/rank.ts";
import type { ExplainedInjection } from "./session-recall.ts";

export interface Explanation {
  readonly session: string;
  readonly at: Instant;
  readonly gate: Gate;
  readonly tokens: number;
  readonly elapsed_ms: number;
  /** In rank order, those that were not sent too. */
  readonly pages: readonly ExplainedPage[];
  readonly excluded: readonly { readonly id: string; readonly layer: string; readonly reason: string }[];
}

export interface ExplainedPage {
  readonly id: string;
  readonly layer: string;
  readonly labels: readonly string[];
  readonly score: number;
  /** What it cost; null for one that was not sent. */
  readonly tokens: number | null;
  readonly parts?: ScoreParts;
}

export const explain = (
  { gate, tokens, elapsed_ms, pages, answer }: ExplainedInjection,
  told: { readonly session: string; readonly at: Instant },
): Explanation => {
  const sent = new Map(pages.map((page) => [page.hash, page.tokens]));
  return {
    ...told,
    gate,
    tokens,
    elapsed_ms,
    pages: (answer?.hits ?? []).map(({ id, layer, labels, score, hash, parts }) => {
      const page = { id, layer, labels, score, tokens: sent.get(hash) ?? null };
      return parts === undefined ? page : { ...page, parts };
    }),
    excluded: answer?.excluded ?? [],
  };
};

const silences: Readonly<Record<Exclude<Gate, "passed">, string>> = {
  floor: "No page matched it well enough.",
  "rare-term": "The best page shares only common words with it.",
  novelty: "The pages that match are in the conversation already.",
  budget: "The best passage does not fit into recallTokens.",
  off: "Automatic recall was off or not ready.",
};

/** Its lines. */
export const renderExplanation = ({ gate, tokens, elapsed_ms, pages, excluded }: Explanation): readonly string[] => {
  const sent = pages.filter((page) => page.tokens !== null).length;
  return [
    gate === "passed"
      ? `Recalled ${sent === 1 ? "1 page" : `${sent} pages`}, ${tokens} tokens, ${elapsed_ms.toFixed(1)} ms.`
      : `Recalled nothing: ${silences[gate]}`,
    ...pages.map(pageLine),
    ...excluded.map(({ id, layer, reason }) => `left out [[${asLine(id)}]] (${asLine(layer)}): ${asLine(reason)}`),
  ];
};

const pageLine = ({ id, layer, labels, score, tokens, parts }: ExplainedPage): string => {
  const told = parts
    ? ` = (page ${parts.page.toFixed(1)}, passage ${parts.passage.toFixed(1)}, closeness ${parts.proximity.toFixed(1)}, title ${parts.insideTitle.toFixed(1)}) × authority ${parts.multiplier} × use ${parts.usage.toFixed(2)}`
    : "";
  const sent = tokens === null ? "" : `, sent, ${tokens} tokens`;
  return `[[${asLine(id)}]] ${[layer, ...labels].map((label) => asLine(label)).join("; ")}${sent}: ${score.toFixed(1)}${told}`;
};
