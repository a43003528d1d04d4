/** Decides what became of one sealed file: was it tampered with, or is this the user's own history? Pure. */

import type { BlobIds } from "../git-history.ts";

/** What git says of a path. */
export interface FileHistory {
  /** The sealed content, as git would name it. */
  readonly sealed: string;
  /** What is on disk now, by each name git may have for it; undefined when there is no file. */
  readonly disk: BlobIds | undefined;
  readonly head: string | undefined;
  readonly committed: BlobIds;
  readonly stashed: BlobIds;
  /** A merge or rebase is in the middle of it. */
  readonly isUnsettled: boolean;
  /** The call itself committed another content, or none. */
  readonly isCommittedByCall: boolean;
}

/**
 * `tampered`: to be put back. `history`: what is there now is what git put there. `displaced`: the same, but what was
 * sealed is nowhere in git. `waiting`: git has put it away or is not done; ask again when something changes.
 */
export type FileVerdict = "tampered" | "history" | "displaced" | "waiting";

export const judgeFile = (file: FileHistory): FileVerdict => {
  const { sealed, disk, head, committed, stashed, isUnsettled, isCommittedByCall } = file;
  if (isUnsettled) return "waiting";
  const isAsHead = disk === undefined ? head === undefined : head !== undefined && disk.has(head);
  if (!isAsHead || isCommittedByCall) return "tampered";
  if (committed.has(sealed)) return "history";
  if (stashed.has(sealed)) return "waiting";
  // Git itself never overwrites or removes what it does not know, unless it is forced to.
  return disk === undefined ? "tampered" : "displaced";
};
