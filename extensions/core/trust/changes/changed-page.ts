/** What is asked of a page that is there already, and what became of it. */

import type { Finding } from "../../finding.ts";
import type { Status } from "../../pages/page.ts";
import type { RuleCount } from "../../secrets/rule-counts.ts";
import type { CourseStep } from "../../usage/course.ts";
import type { Vault, WriteContext } from "../../vault/vault.ts";
import type { ProposedChange, SaidWords } from "../proposals.ts";
import type { NoteRequest } from "../propose-note.ts";
import type { VaultTrust } from "../trust-store.ts";
import type { CheckedEvidence, EvidencePiece } from "./evidence.ts";

export interface UpdateRequest extends Partial<NoteRequest> {
  readonly action: "update";
  readonly id: string;
}

export interface ConfirmRequest {
  readonly action: "confirm";
  readonly id: string;
  readonly evidence: readonly EvidencePiece[];
  /** What happened in the session; undefined where that can't be seen. */
  readonly steps?: readonly CourseStep[];
}

export interface WithholdRequest {
  readonly action: "reject" | "retire";
  readonly id: string;
  readonly reason: string;
  /** What is not to come back, where it is not the page's first sentence and title. */
  readonly claim?: string;
  /** What the person typed against the page. */
  readonly quote?: string;
  /** What they typed in this session; undefined where that can't be seen. */
  readonly said?: readonly SaidWords[];
}

export type ChangeRequest = UpdateRequest | ConfirmRequest | WithholdRequest;

export interface ChangedPage {
  readonly id: string;
  /** Absolute. */
  readonly path: string;
  /** `known`: the page says it already, or the same is proposed already; nothing was written. */
  readonly outcome: "changed" | "confirmed" | "rejected" | "proposed" | "known";
  /** The one that counts now. */
  readonly status: Status;
  /** What waits for a person. */
  readonly proposed?: ProposedChange;
  /** The person's own words are against it: it is not recalled unasked until they have decided. */
  readonly suspended?: true;
  readonly evidence?: readonly CheckedEvidence[];
  readonly tombstone?: string;
  /** Secrets that were replaced by `[redacted:<rule>]`; absent when there were none. */
  readonly redactions?: readonly RuleCount[];
  readonly findings: readonly Finding[];
}

export interface ChangeSetting {
  readonly vault: Vault;
  readonly context: WriteContext;
  readonly trust: VaultTrust;
}
