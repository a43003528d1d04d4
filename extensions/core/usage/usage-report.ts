/** What the use of pages comes to, for a person: each page's figures, and the pages that are shown often and never used. Pure. */

import type { Instant } from "../../platform/platform.ts";
import { addDays, compareInstants } from "../instant.ts";
import type { LayerName } from "../vault/vault.ts";
import type { Judge, Result } from "./usage-event.ts";
import { usageFactor } from "./usage-factor.ts";
import type { PageUsage } from "./usage-fold.ts";

export interface UsageOfPage {
  readonly id: string;
  readonly layer: LayerName;
  readonly hits: number;
  readonly asked: number;
  readonly adopted: number;
  /** Spent on showing it. */
  readonly tokens: number;
  readonly last_hit: Instant | null;
  readonly outcomes: Readonly<Record<Judge, Readonly<Record<Result, number>>>>;
  /** What it multiplies the page's score with. */
  readonly weight: number;
}

export interface UnusedPage extends UsageOfPage {
  /** The vault, absolute. */
  readonly root: string;
  readonly proposal: string;
}

const none: PageUsage = {
  hits: 0,
  asked: 0,
  adopted: 0,
  tokens: 0,
  lastHit: undefined,
  outcomes: { observed: { success: 0, failure: 0 }, self: { success: 0, failure: 0 } },
};

export const usageOfPage = (
  { id, layer }: { readonly id: string; readonly layer: LayerName },
  { usage = none, now }: { readonly usage: PageUsage | undefined; readonly now: Instant },
): UsageOfPage => {
  const { hits, asked, adopted, tokens, lastHit, outcomes } = usage;
  const weight = Math.round(usageFactor(usage, now) * 1000) / 1000;
  return { id, layer, hits, asked, adopted, tokens, last_hit: lastHit ?? null, outcomes, weight };
};

const often = { hits: 5, days: 60 };
const mostListed = 20;

/** Those that cost most come first. */
export const unusedPages = (pages: readonly Omit<UnusedPage, "proposal">[], now: Instant): readonly UnusedPage[] => {
  const since = addDays(now, -often.days);
  return pages
    .filter(({ hits, adopted }) => hits >= often.hits && adopted === 0)
    .filter(({ last_hit: last }) => last !== null && compareInstants(last, since) >= 0)
    .sort((a, b) => b.tokens - a.tokens || (a.id < b.id ? -1 : 1))
    .slice(0, mostListed)
    .map((page) => ({ ...page, proposal: proposalFor(page) }));
};

const longPassage = 250;

const proposalFor = ({ hits, asked, tokens }: UsageOfPage): string => {
  if (asked === 0)
    return "It only ever comes unasked: narrow its title, aliases and recall_triggers to what it answers.";
  const each = Math.round(tokens / hits);
  if (each >= longPassage) return `Each showing costs ${each} tokens: shorten it, the answer first.`;
  return "Rewrite it as steps with commands and expected results, or retire it.";
};
