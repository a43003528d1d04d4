/** The four markers of every document of repository knowledge: it informs and never authorises. Pure. */

import type { JsonObject } from "../ledger/canonical.ts";

export const falseMarkers = {
  starts_work: false,
  authorizes: false,
  satisfies_gate: false,
  substitutes_for_evidence: false,
} as const;

/** What is wrong with a document's markers: each must be there, and be false itself, not merely something like it. */
export const markersProblem = (document: JsonObject): string | undefined => {
  const claimed = Object.keys(falseMarkers).find((name) => document[name] !== false);
  return claimed === undefined ? undefined : `it violates the exclusion of authority (${claimed})`;
};
