/** Where skills were put as Agent Skills, as the ledger tells. Pure. */

import type { Finding } from "../../finding.ts";
import type { LedgerEvent, NewEvent } from "../../ledger/event.ts";

/** `to` is the skill's folder: relative to the vault's folder where it is inside that one's, else absolute. */
export const exportEvent = (skill: {
  readonly page: string;
  readonly text: string;
  readonly to: string;
}): NewEvent => ({
  kind: "skill_exported",
  details: { ...skill },
});

/** By page, each place once. */
export const exportsIn = (events: readonly LedgerEvent[]): ReadonlyMap<string, readonly string[]> => {
  const places = new Map<string, readonly string[]>();
  for (const { kind, details } of events) {
    const { page, to } = details;
    if (kind !== "skill_exported" || typeof page !== "string" || typeof to !== "string") continue;
    places.set(page, [...new Set([...(places.get(page) ?? []), to])]);
  }
  return places;
};

/** Places of a page that was exported, as the ledger names them. */
export interface ExportedCopy {
  readonly page: string;
  readonly places: readonly string[];
}

/** Of a page that is withheld or gone: nobody takes away what was put there for agents. */
export const exportedFindings = (exported: readonly ExportedCopy[] = []): readonly Finding[] =>
  exported.flatMap(({ page, places }) =>
    places.map((path) => ({
      code: "exported-skill-withheld",
      severity: "warning" as const,
      path,
      line: 0,
      message: `${page} is withheld, and agents still read the skill that was made of it`,
      remedy: `Remove ${path} by hand, or with \`pi-wiki skills remove\`.`,
    })),
  );
