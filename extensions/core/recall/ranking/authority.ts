/** How much a page's own statements about itself weigh in its rank. Pure. */

import type { PageFacts } from "../indexing/index-part.ts";

const byType: Readonly<Record<string, number>> = {
  decision: 0.15,
  pitfall: 0.12,
  procedure: 0.12,
  lesson: 0.1,
  architecture: 0.1,
  workaround: 0.05,
};

const byStatus: Readonly<Record<PageFacts["status"], number>> = { stable: 0.05, draft: -0.25, deprecated: -0.35 };

const byConfidence = { strong: 0.1, weak: 0, shadow: -0.3 };

const byPlace = (id: string): number => {
  if (id.startsWith("syntheses/")) return 0.15;
  return id.startsWith("raw/") ? -0.2 : 0;
};

/** A multiplier from 0.7 to 1.3: one plus the offsets of type, status, confidence and place. */
export const authorityOf = (facts: Pick<PageFacts, "id" | "type" | "status" | "confidence">): number => {
  const offsets =
    (byType[facts.type] ?? 0) +
    byStatus[facts.status] +
    (facts.confidence === undefined ? 0 : byConfidence[facts.confidence]) +
    byPlace(facts.id);
  return Math.min(1.3, Math.max(0.7, Math.round((1 + offsets) * 100) / 100));
};
