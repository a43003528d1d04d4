/** How much a page's use so far weighs in its rank: between a fifth less and three twentieths more. Pure. */

import type { Instant } from "../../platform/platform.ts";
import { addDays, compareInstants } from "../instant.ts";
import type { PageUsage } from "./usage-fold.ts";

const lowest = 0.8;
const highest = 1.15;
const mostHeat = 0.15;
const coldness = { days: 180, hits: 3, penalty: 0.2 };
const outcomeRange = { low: 0.85, high: 1.1 };

/** One for a page of which nothing is known. */
export const usageFactor = (usage: PageUsage | undefined, now: Instant): number =>
  usage === undefined ? 1 : Math.min(highest, Math.max(lowest, heatOf(usage, now) * outcomeFactor(usage)));

/** Grows with use; falls when a page that was in use has not been for long. */
export const heatOf = ({ hits, adopted, lastHit }: PageUsage, now: Instant): number => {
  const heat = 1 + Math.min(mostHeat, 0.03 * Math.log(1 + hits) + 0.06 * Math.log(1 + adopted));
  if (hits < coldness.hits || lastHit === undefined) return heat;
  const isCold = compareInstants(lastHit, addDays(now, -coldness.days)) < 0;
  return isCold ? Math.max(lowest, heat - coldness.penalty) : heat;
};

/**
 * The mean of a Beta(2,2) prior and what was observed, one at even odds. What somebody says of their own work does
 * not count.
 */
export const outcomeFactor = ({ outcomes: { observed } }: PageUsage): number => {
  const { success, failure } = observed;
  const mean = (2 + success) / (4 + success + failure);
  return mean >= 0.5 ? 1 + (outcomeRange.high - 1) * (2 * mean - 1) : 1 - (1 - outcomeRange.low) * (1 - 2 * mean);
};
