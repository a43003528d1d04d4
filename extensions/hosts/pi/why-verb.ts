/** /wiki why: what automatic recall did with the last prompt, and each page's score in parts. */

import type { Injection } from "../../core/recall/inject.ts";
import type { RecallHit } from "../../core/recall/recall.ts";
import { asLine } from "../../core/visible.ts";
import type { Verb } from "./verb.ts";

const silences: Readonly<Record<Exclude<Injection["gate"], "passed">, string>> = {
  floor: "No page matched it well enough.",
  "rare-term": "The best page shares only common words with it.",
  novelty: "The pages that match are in the conversation already.",
  budget: "The best passage does not fit into recallTokens.",
  off: "Automatic recall was off or not ready.",
};

const longestPrompt = 120;

export const whyVerb: Verb = {
  name: "why",
  usage: "",
  summary: "Why the last prompt recalled what it did",
  run: async ({ session: { last } }) => {
    if (last === undefined) return "No prompt was looked at yet in this session.";
    const { injection } = last;
    const { hits, excluded } = injection.answer ?? { hits: [], excluded: [] };
    const outcome =
      injection.gate === "passed"
        ? `Recalled ${injection.pages.length === 1 ? "1 page" : `${injection.pages.length} pages`}, ${injection.tokens} tokens, ${injection.elapsed_ms.toFixed(1)} ms.`
        : `Recalled nothing: ${silences[injection.gate]}`;
    const sent = new Map(injection.pages.map((page) => [page.hash, page.tokens]));
    return [
      `Prompt: ${asLine(last.prompt, longestPrompt)}`,
      outcome,
      ...hits.map((hit) => hitLine(hit, sent.get(hit.hash))),
      ...excluded.map(({ id, layer, reason }) => `left out [[${asLine(id)}]] (${layer}): ${reason}`),
    ].join("\n");
  },
};

const hitLine = (hit: RecallHit, tokens: number | undefined): string => {
  const { parts } = hit;
  const score = parts
    ? ` = (page ${parts.page.toFixed(1)}, passage ${parts.passage.toFixed(1)}, closeness ${parts.proximity.toFixed(1)}, title ${parts.insideTitle.toFixed(1)}) × authority ${parts.multiplier} × use ${parts.usage.toFixed(2)}`
    : "";
  const sent = tokens === undefined ? "" : `, sent, ${tokens} tokens`;
  return `[[${asLine(hit.id)}]] ${[hit.layer, ...hit.labels.map((label) => asLine(label))].join("; ")}${sent}: ${hit.score.toFixed(1)}${score}`;
};
