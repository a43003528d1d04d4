/** What the seals know of the call after which they are checked. */

import type { CallStart } from "./git-history.ts";

export interface WatchedCall {
  readonly tool: string;
  /** What it was asked to do, as the user may recognise it. */
  readonly command: string;
  /** It ran a program or wrote files by itself: what appeared in sealed places meanwhile is its work. */
  readonly mayWriteAnywhere: boolean;
  /** It stands for all calls of a turn, and every folder is looked at; after one call, those of packets are not. */
  readonly isTurn?: true;
}

/** A call and where git's history stood before it; undefined for a check of what happened between calls. */
export type CheckedCall = (WatchedCall & { readonly start: CallStart | undefined }) | undefined;
