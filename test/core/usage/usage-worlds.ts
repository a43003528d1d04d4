/** Uses of a lighthouse's pages. */

import type { Adoption, Hit, Outcome } from "../../../extensions/core/usage/usage-event.ts";
import type { PageUsage } from "../../../extensions/core/usage/usage-fold.ts";

export const today = "2026-11-30T12:00:00.000Z";

let uses = 0;

const newId = (): string => {
  uses += 1;
  return `use-${uses}`;
};

export const hit = (doc: string, more: Partial<Hit> = {}): Hit => ({
  kind: "hit",
  id: newId(),
  doc,
  at: today,
  session: "watch",
  turn: 1,
  tokens: 100,
  how: "injected",
  ...more,
});

export const adoption = (doc: string, more: Partial<Adoption> = {}): Adoption => ({
  kind: "adopted",
  id: newId(),
  doc,
  at: today,
  session: "watch",
  ...more,
});

export const outcome = (doc: string, result: Outcome["result"], more: Partial<Outcome> = {}): Outcome => ({
  kind: "outcome",
  id: newId(),
  doc,
  at: today,
  session: "watch",
  result,
  judge: "observed",
  ...more,
});

export const usage = (more: Partial<PageUsage> = {}): PageUsage => ({
  hits: 0,
  asked: 0,
  adopted: 0,
  tokens: 0,
  lastHit: undefined,
  outcomes: { observed: { success: 0, failure: 0 }, self: { success: 0, failure: 0 } },
  ...more,
});
