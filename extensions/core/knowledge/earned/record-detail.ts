/** Whether a record's details are exactly those of its kind. Pure. */

import { isJsonObject, type JsonObject } from "../../ledger/canonical.ts";
import { isObjectId, isRecordHash, lengthOf, readIdentifiers, readLocations } from "./detail-values.ts";
import { confidences, detailCaps, type RecordKind } from "./record-kinds.ts";

type Detail = Readonly<Record<string, string>>;

/** What is wrong with the details of a record; undefined when nothing is. */
export const detailProblem = (kind: RecordKind, detail: unknown): string | undefined => {
  if (!isJsonObject(detail)) return "its detail is no object";
  return fieldsProblem(kind, detail) ?? valuesProblem(kind, detail as Detail); // Nothing but texts, as was seen.
};

const fieldsProblem = (kind: RecordKind, detail: JsonObject): string | undefined => {
  const caps = Object.entries(detailCaps[kind]);
  if (Object.keys(detail).length !== caps.length) return "its detail has not exactly the fields of its kind";
  for (const [field, cap] of caps) {
    const value = detail[field];
    if (typeof value !== "string") return `its ${field} is missing or no text`;
    if (value === "" && field !== "supersedes") return `its ${field} is empty`;
    if (value.includes("\0")) return `its ${field} holds a NUL`;
    if (lengthOf(value) > cap) return `its ${field} has ${lengthOf(value)} characters; at most ${cap} are allowed`;
  }
  return undefined;
};

const valuesProblem = (kind: RecordKind, detail: Detail): string | undefined => {
  switch (kind) {
    case "delivery-record":
      return deliveryProblem(detail);
    case "lesson":
      return lessonProblem(detail);
    case "certified-handoff-lesson":
      return (
        hashesProblem(detail, ["receipt_id", "subject", "verdict_ref"]) ??
        stateProblem(detail, ["certified-not-integrated"]) ??
        lessonProblem(detail)
      );
    case "lesson-delivery-observation":
      return observationProblem(detail);
    case "terminal-outcome":
      return outcomeProblem(detail);
  }
};

const isCode = (value: string | undefined): boolean => value !== undefined && /^[A-Za-z0-9_.-]+$/.test(value);

const deliveryProblem = (detail: Detail): string | undefined => {
  const counted = { story_ids: "story_count", files_touched: "file_count", obligation_ids: "obligation_count" };
  for (const [list, count] of Object.entries(counted)) {
    const items = readIdentifiers(detail[list] ?? "");
    if (items === undefined) return `its ${list} is no sorted list of identifiers`;
    if (detail[count] !== String(items.length)) return `its ${count} is not the length of ${list}`;
  }
  return isCode(detail["verdict_outcome"]) ? undefined : "its verdict_outcome is no plain code";
};

const lessonProblem = ({ claim = "", locations = "", confidence, supersedes }: Detail): string | undefined => {
  if (/[\n\r]/.test(claim)) return "its claim has more than one line";
  if (readLocations(locations) === undefined) return "its locations are not 1 to 8 resolved or unresolved references";
  if (!confidences.some((one) => one === confidence)) return "its confidence is not low, medium or high";
  return supersedes === "" || isRecordHash(supersedes) ? undefined : "its supersedes is no record's hash";
};

const observationProblem = (detail: Detail): string | undefined =>
  hashesProblem(detail, ["receipt_id", "lesson_receipt_id", "lesson_record_hash", "subject"]) ??
  stateProblem(detail, ["confirmed", "superseded"]) ??
  (isObjectId(detail["observed_commit"]) ? undefined : "its observed_commit is no full commit id");

const hashesProblem = (detail: Detail, fields: readonly string[]): string | undefined => {
  const wrong = fields.find((field) => !isRecordHash(detail[field]));
  return wrong === undefined ? undefined : `its ${wrong} is no sha256 reference`;
};

const stateProblem = ({ delivery_state }: Detail, states: readonly string[]): string | undefined =>
  states.some((state) => state === delivery_state) ? undefined : `its delivery_state is not ${states.join(" or ")}`;

const listsOfOutcome = [
  "story_ids",
  "recalled_memory_ids",
  "decision_refs",
  "evidence_refs",
  "check_refs",
  "changed_files",
  "failure_signatures",
  "accepted_lesson_hashes",
] as const;

/** A kind of later writers: its form is checked, and its words are theirs. */
const outcomeProblem = (detail: Detail): string | undefined => {
  const wrong = listsOfOutcome.find((field) => readIdentifiers(detail[field] ?? "") === undefined);
  if (wrong !== undefined) return `its ${wrong} is no sorted list of identifiers`;
  const code = ["terminal_state", "memory_state"].find((field) => !isCode(detail[field]));
  if (code !== undefined) return `its ${code} is no plain code`;
  if (!/^(?:0|[1-9]\d*)$/.test(detail["discarded_lesson_count"] ?? ""))
    return "its discarded_lesson_count is no number";
  const { supersedes } = detail;
  if (supersedes !== "" && !isRecordHash(supersedes)) return "its supersedes is no record's hash";
  return hashesProblem(detail, ["receipt_id", "subject"]);
};
