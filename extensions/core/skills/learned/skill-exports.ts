/** Where skills were put as Agent Skills, as the ledger tells. Pure. */

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
