/** The ids of receipts: the same for the same lesson of the same acceptance, however often it is written back. Pure. */

import { canonicalHash, type HashFunction } from "../../ledger/canonical.ts";
import type { EmittedLesson } from "./lesson-output.ts";
import type { DeliveryState } from "./record-kinds.ts";

export const certifiedReceipt = (
  {
    terminal,
    ordinal,
    lesson,
  }: { readonly terminal: string; readonly ordinal: number; readonly lesson: EmittedLesson },
  hash: HashFunction,
): string => {
  const { claim, locations, confidence, supersedes } = lesson;
  return canonicalHash(
    {
      kind: "delivery-workbench-certified-lesson-receipt",
      schema_version: 1,
      terminal_receipt_id: terminal,
      ordinal,
      lesson: { claim, locations: [...locations], confidence, supersedes },
    },
    hash,
  );
};

export interface Observed {
  readonly lessonReceipt: string;
  readonly lessonHash: string;
  readonly state: DeliveryState;
  readonly commit: string;
}

export const observationReceipt = (
  { lessonReceipt, lessonHash, state, commit }: Observed,
  hash: HashFunction,
): string =>
  canonicalHash(
    {
      kind: "delivery-workbench-lesson-delivery-observation-receipt",
      schema_version: 1,
      lesson_receipt_id: lessonReceipt,
      lesson_record_hash: lessonHash,
      delivery_state: state,
      observed_commit: commit,
    },
    hash,
  );
