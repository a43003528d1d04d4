/** An append that brings more with it: both are there, or neither. */

import type { NewEvent } from "./event.ts";
import type { Ledger } from "./ledger-store.ts";

export type MoreEvents = (events: readonly NewEvent[]) => readonly NewEvent[];

export const withMore = (ledger: Pick<Ledger, "append">, more: MoreEvents | undefined): Pick<Ledger, "append"> =>
  more === undefined ? ledger : { append: (context, events) => ledger.append(context, [...events, ...more(events)]) };
