/** What the derived files need to know of an event, whoever wrote it. Pure. */

/** Events of the ledger and lines of other tools both fit. */
export interface LoggedEvent {
  readonly kind: string;
  readonly timestamp: string;
  readonly details: Readonly<Record<string, unknown>>;
  readonly actor?: string;
  readonly channel?: string;
}

/** The latest time, as text: only events of one spelling (UTC) can be compared so, and ours are. */
export const latestTime = (events: readonly LoggedEvent[]): string => {
  let latest = "";
  for (const { timestamp } of events) if (timestamp > latest) latest = timestamp;
  return latest;
};
