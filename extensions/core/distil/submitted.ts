/** What became of a submission. */

import type { Finding } from "../finding.ts";
import type { SimilarNote } from "../trust/similar-notes.ts";
import type { DistilKind } from "./distil-kind.ts";

/**
 * `draft`: a new page. `remembered`: in a task's memory. `changed`: a draft in its place. `proposed`: a person decides, the page stays as it is. `known`:
 * it says so already, or was submitted before. `similar`: not written, since it may repeat what is there. `tombstoned`,
 * `refused`: not written.
 */
export type EntryOutcome =
  | "draft"
  | "remembered"
  | "changed"
  | "proposed"
  | "known"
  | "similar"
  | "tombstoned"
  | "refused";

export interface SubmittedEntry {
  readonly title: string;
  readonly outcome: EntryOutcome;
  /** Id of the page. */
  readonly id?: string;
  /** Why it was not written. */
  readonly reason?: string;
  /** Pages that may say the same. */
  readonly candidates?: readonly SimilarNote[];
  /** Ids of the pages that it contradicts until a person has decided. */
  readonly conflicts?: readonly string[];
  /** Ids of the notes whose text it holds from now on. */
  readonly merged?: readonly string[];
  /** Ids of the notes that stay as they are until a person confirms the page that holds their text. */
  readonly waiting?: readonly string[];
}

export interface Submitted {
  readonly kind: DistilKind;
  readonly entries: readonly SubmittedEntry[];
  /** Packets that need no more reading. */
  readonly done: readonly string[];
  /** Packets that were named and of which something is left to do. */
  readonly open: readonly string[];
  readonly findings: readonly Finding[];
}
