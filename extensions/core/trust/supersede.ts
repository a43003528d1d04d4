/**
 * What a page that replaces another does to it: its interval ends where the new one's begins, and nothing is
 * overwritten. Intervals hold their first moment and not their last. Pure.
 */

import { compareInstants, isTime } from "../instant.ts";
import type { Status } from "../pages/page.ts";

export interface SupersededPage {
  readonly id: string;
  /** The one that counts. */
  readonly status: Status;
  readonly validFrom: string | undefined;
  readonly validUntil: string | undefined;
  readonly supersededBy: readonly string[];
}

export interface SupersedingPage {
  readonly id: string;
  readonly validFrom: string | undefined;
  readonly validUntil: string | undefined;
}

export type Supersession =
  /** A person decides: until then the new page only says what it would replace. */
  | { readonly outcome: "proposed" }
  /** Its front matter from now on. */
  | {
      readonly outcome: "closed";
      readonly changes: { readonly valid_until?: string; readonly superseded_by: readonly string[] };
    }
  | { readonly outcome: "nothing" };

export interface SupersedeSetting {
  readonly now: string;
  /** The new page is confirmed by a person, or written by one. */
  readonly isDecided: boolean;
}

export const supersessionOf = (
  old: SupersededPage,
  by: SupersedingPage,
  { now, isDecided }: SupersedeSetting,
): Supersession => {
  if (old.id === by.id) return { outcome: "nothing" };
  if (old.status === "stable" && !isDecided) return { outcome: "proposed" };
  const supersededBy = old.supersededBy.includes(by.id) ? undefined : [...old.supersededBy, by.id];
  const until = endOf(old, by, now);
  if (supersededBy === undefined && until === undefined) return { outcome: "nothing" };
  return {
    outcome: "closed",
    changes: {
      ...(until === undefined ? {} : { valid_until: until }),
      superseded_by: supersededBy ?? old.supersededBy,
    },
  };
};

/** Where the old page's interval ends now; undefined when it stays as it is. */
const endOf = (old: SupersededPage, by: SupersedingPage, now: string): string | undefined => {
  const begin = timeOf(by.validFrom) ?? now;
  // An interval that ended sooner has said so, and is not made longer.
  if (isBefore(timeOf(old.validUntil), begin) || timeOf(old.validUntil) === begin) return undefined;
  const oldBegin = timeOf(old.validFrom);
  if (oldBegin === undefined || isBefore(oldBegin, begin)) return begin;
  // Written late about an earlier time, it says nothing of the time of the old page.
  const newEnd = timeOf(by.validUntil);
  if (newEnd !== undefined && !isBefore(oldBegin, newEnd)) return undefined;
  // Replaced from its first moment on: it was never true.
  return oldBegin;
};

/** A time that can't be read says nothing. */
const timeOf = (text: string | undefined): string | undefined =>
  text !== undefined && isTime(text) ? text : undefined;

const isBefore = (left: string | undefined, right: string): boolean =>
  left !== undefined && compareInstants(left, right) < 0;
