/** How much a page's own statements about itself weigh in its rank. Pure. */

import type { PageTrust } from "../../trust/page-trust.ts";
import type { BelievedFacts } from "../admission.ts";
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

const byTrust = ({ tier, isDoubtful }: PageTrust): number =>
  (tier === "human-reviewed" ? 0.05 : 0) - (isDoubtful ? 0.15 : 0);

/** Out of date by its age, by its code, or by both: that is one doubt. */
const byAge = (isStale: boolean, trust: PageTrust | undefined): number => {
  if (trust?.code?.verdict === "unfounded") return -0.15;
  return isStale || trust?.code?.verdict === "stale" ? -0.1 : 0;
};

/** A multiplier from 0.7 to 1.3: one plus the offsets of type, status, confidence, place, tier and staleness. */
export const authorityOf = (
  facts: Pick<BelievedFacts, "id" | "type" | "status" | "confidence" | "trust">,
  { isStale = false }: { readonly isStale?: boolean } = {},
): number => {
  const offsets =
    (byType[facts.type] ?? 0) +
    byStatus[facts.status] +
    (facts.confidence === undefined ? 0 : byConfidence[facts.confidence]) +
    byPlace(facts.id) +
    (facts.trust === undefined ? 0 : byTrust(facts.trust)) +
    byAge(isStale, facts.trust);
  return Math.min(1.3, Math.max(0.7, Math.round((1 + offsets) * 100) / 100));
};
