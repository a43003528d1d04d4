/** Lessons with what was observed of them since, and which of them no later one took the place of. Pure. */

import { byCodePoint } from "../../ledger/canonical.ts";
import { falseMarkers } from "../false-markers.ts";
import type { InventoryLesson, LessonInventory, LessonObservation } from "./deliveries.ts";
import { readLocations } from "./detail-values.ts";
import type { EarnedStore } from "./earned-store.ts";
import type { EarnedRecord } from "./record.ts";
import type { Confidence, DeliveryState } from "./record-kinds.ts";

export interface LessonRecords {
  readonly lessons: readonly EarnedRecord<"lesson">[];
  readonly certified: readonly EarnedRecord<"certified-handoff-lesson">[];
  readonly observations: readonly EarnedRecord<"lesson-delivery-observation">[];
}

export const readLessons = async (store: Pick<EarnedStore, "readAll">): Promise<LessonRecords> => ({
  lessons: await store.readAll("lesson"),
  certified: await store.readAll("certified-handoff-lesson"),
  observations: await store.readAll("lesson-delivery-observation"),
});

/** Oldest first. */
export const joinLessons = ({ lessons, certified, observations }: LessonRecords): readonly InventoryLesson[] => {
  const latest = latestObservations(observations);
  const joined = [
    ...lessons.map((record) => ({ ...lessonOf(record), ...uncertified })),
    ...certified.map((record) => ({ ...lessonOf(record), ...certifiedOf(record, latest.get(record.hash)) })),
  ].sort(
    (left, right) =>
      byCodePoint(left.recorded_at, right.recorded_at) || byCodePoint(left.record_hash, right.record_hash),
  );
  // Of several that take the place of one the last counts.
  const successors = new Map(
    joined.flatMap(({ supersedes, record_hash }) => (supersedes === "" ? [] : [[supersedes, record_hash]])),
  );
  return joined.map((lesson) => ({ ...lesson, superseded_by: successors.get(lesson.record_hash) ?? null }));
};

const latestObservations = (
  observations: LessonRecords["observations"],
): ReadonlyMap<string, EarnedRecord<"lesson-delivery-observation">> => {
  const sorted = [...observations].sort(
    (left, right) => byCodePoint(left.timestamp, right.timestamp) || left.seq - right.seq,
  );
  return new Map(sorted.map((record) => [record.detail.lesson_record_hash, record]));
};

type Uncertified =
  | "delivery_state"
  | "delivery_observation"
  | "receipt_id"
  | "story"
  | "subject"
  | "adapter"
  | "driver_profile"
  | "verdict_ref";
type LessonPart = Omit<InventoryLesson, Uncertified>;

const lessonOf = (record: EarnedRecord<"lesson"> | EarnedRecord<"certified-handoff-lesson">): LessonPart => {
  const { detail, timestamp } = record;
  return {
    record_hash: record.hash,
    seq: record.seq,
    claim: detail.claim,
    locations: readLocations(detail.locations) ?? [],
    confidence: detail.confidence as Confidence, // As the store has seen.
    supersedes: detail.supersedes,
    superseded_by: null,
    origin_kind: record.originKind,
    origin: record.origin,
    head_sha: record.headSha,
    recorded_at: timestamp,
    age_label: `recorded-at:${timestamp}`,
  };
};

const uncertified: Pick<InventoryLesson, Uncertified> = {
  delivery_state: null,
  delivery_observation: null,
  receipt_id: null,
  story: null,
  subject: null,
  adapter: null,
  driver_profile: null,
  verdict_ref: null,
};

const certifiedOf = (
  { detail }: EarnedRecord<"certified-handoff-lesson">,
  observation: EarnedRecord<"lesson-delivery-observation"> | undefined,
): Pick<InventoryLesson, Uncertified> => {
  const { receipt_id, story, subject, adapter, driver_profile, verdict_ref } = detail;
  const state = observation?.detail.delivery_state ?? detail.delivery_state;
  return {
    delivery_state: state as DeliveryState, // As the store has seen.
    delivery_observation: observation === undefined ? null : observationOf(observation),
    receipt_id,
    story,
    subject,
    adapter,
    driver_profile,
    verdict_ref,
  };
};

const observationOf = ({
  hash,
  detail,
  timestamp,
}: EarnedRecord<"lesson-delivery-observation">): LessonObservation => ({
  record_hash: hash,
  delivery_state: detail.delivery_state as DeliveryState, // As the store has seen.
  observed_commit: detail.observed_commit,
  recorded_at: timestamp,
});

/** With a query those that have all of its words. */
export const inventoryOf = (lessons: readonly InventoryLesson[], query = ""): LessonInventory => {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const shown = lessons.filter((lesson) => words.every((word) => textOf(lesson).includes(word)));
  return {
    kind: "delivery-workbench-knowledge-lessons",
    lessons: shown,
    count: shown.length,
    active_count: shown.filter(({ superseded_by }) => superseded_by === null).length,
    ...falseMarkers,
  };
};

const textOf = ({ claim, locations, record_hash, story, delivery_state }: InventoryLesson): string => {
  const places = locations.flatMap((one) => [
    one.reference,
    ...(one.status === "resolved" ? [one.file, one.symbol] : []),
  ]);
  return [claim, ...places, record_hash, story ?? "", delivery_state ?? ""].join("\n").toLowerCase();
};

/** The hashes of the lessons whose place a lesson took, directly or not, nearest first. */
export const chainOf = (
  { supersedes }: InventoryLesson,
  byHash: ReadonlyMap<string, InventoryLesson>,
): readonly string[] => {
  const chain: string[] = [];
  for (let hash = supersedes; hash !== "" && !chain.includes(hash); hash = byHash.get(hash)?.supersedes ?? "")
    chain.push(hash);
  return chain;
};
