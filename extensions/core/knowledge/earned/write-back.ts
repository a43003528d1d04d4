/** Writes back what an accepted task has earned: a delivery record from the ledger's facts alone, and its lessons. */

import type { HashFunction, JsonObject, JsonValue } from "../../ledger/canonical.ts";
import { falseMarkers } from "../false-markers.ts";
import type { WriteBack } from "./deliveries.ts";
import { identifierList, isObjectId, lengthOf, locationList } from "./detail-values.ts";
import type { Appended, EarnedStore } from "./earned-store.ts";
import type { EmittedLesson } from "./lesson-output.ts";
import { certifiedReceipt } from "./receipts.ts";
import type { Provenance } from "./record.ts";
import { type DetailOf, detailCaps, type LessonLocation, type RecordKind } from "./record-kinds.ts";

/** A lesson with the run that learned it. */
export interface WaitingLesson {
  readonly lesson: EmittedLesson;
  /** Its place among all that waited, from 0: those that were rejected since keep theirs. */
  readonly ordinal: number;
  readonly locations: readonly LessonLocation[];
  readonly run: Pick<Provenance, "originKind" | "origin">;
  readonly driverProfile: string;
}

export interface Writing {
  readonly store: EarnedStore;
  readonly hash: HashFunction;
  /** Whose acceptance it is. */
  readonly origin: Pick<Provenance, "originKind" | "origin">;
  readonly maxLessons: number;
  readonly lessons: readonly WaitingLesson[];
  /** How many more waited whose claim a person has rejected since. */
  readonly rejected: number;
}

/** Nothing but what the event `delivery_facts_recorded` says: no diff is read, and nobody's prose. */
export const writeBackDelivery = async (facts: JsonObject, writing: Writing): Promise<WriteBack> => {
  const { store, origin, maxLessons, lessons } = writing;
  const head = facts["head_sha"];
  if (!isObjectId(head)) throw new Error("The event of a delivery names no commit.");
  const deliveries: Appended<"delivery-record">[] = [];
  for (const detail of deliveryDetails(facts)) {
    deliveries.push(await store.append({ kind: "delivery-record", detail, headSha: head, ...origin }));
  }
  const written: Appended<"lesson">[] = [];
  for (const { lesson, locations, run } of lessons.slice(0, maxLessons)) {
    const detail = { ...lesson, locations: locationList(locations) };
    written.push(await store.append({ kind: "lesson", detail, headSha: head, ...run }));
  }
  return writtenBack(writing, {
    written,
    deliveries: deliveries.length,
    first: deliveries[0]?.record.hash ?? null,
    receipts: [],
  });
};

export interface Handoff {
  readonly headSha: string;
  /** The receipt of the acceptance. */
  readonly terminal: string;
  readonly story: string;
  readonly subject: string;
  readonly verdictRef: string;
}

/** Of a change that is accepted and not committed: its lessons say so until a commit of it is seen. */
export const writeBackHandoff = async (handoff: Handoff, writing: Writing): Promise<WriteBack> => {
  const { store, hash, maxLessons, lessons } = writing;
  const written: Appended<"certified-handoff-lesson">[] = [];
  for (const { ordinal, lesson, locations, run, driverProfile } of lessons.slice(0, maxLessons)) {
    const detail = {
      receipt_id: certifiedReceipt({ terminal: handoff.terminal, ordinal, lesson }, hash),
      story: handoff.story,
      subject: handoff.subject,
      adapter: "pi",
      driver_profile: driverProfile,
      verdict_ref: handoff.verdictRef,
      delivery_state: "certified-not-integrated",
      ...lesson,
      locations: locationList(locations),
    };
    written.push(await store.append({ kind: "certified-handoff-lesson", detail, headSha: handoff.headSha, ...run }));
  }
  const receipts = written.map(({ record }) => record.detail.receipt_id);
  return writtenBack(writing, { written, deliveries: 0, first: null, receipts });
};

interface Written {
  readonly written: readonly Appended<RecordKind>[];
  readonly deliveries: number;
  readonly first: string | null;
  readonly receipts: readonly string[];
}

const writtenBack = ({ lessons, rejected }: Writing, { written, deliveries, first, receipts }: Written): WriteBack => {
  const hashes = [...new Set(written.map(({ record }) => record.hash))];
  const fresh = written.filter(({ isNew }) => isNew).length;
  return {
    status: "recorded",
    delivery_records: deliveries,
    delivery_record_hash: first,
    lessons: hashes.length,
    new_lessons: fresh,
    lesson_hashes: hashes,
    receipt_ids: receipts,
    deduplicated_lessons: written.length - fresh,
    discarded_lessons: lessons.length - written.length,
    rejected_lessons: rejected,
    ...falseMarkers,
  };
};

/** One, or as many as the paths of a big change need: a record holds so many characters of them. */
const deliveryDetails = (facts: JsonObject): readonly DetailOf<"delivery-record">[] => {
  const stories = textsOf(facts["task_ids"]);
  const obligations = textsOf(facts["obligation_ids"]);
  return parts(textsOf(facts["paths"])).map((paths) => ({
    story_ids: identifierList(stories),
    story_count: String(new Set(stories).size),
    files_touched: identifierList(paths),
    file_count: String(paths.length),
    verdict_outcome: String(facts["outcome"]),
    obligation_ids: identifierList(obligations),
    obligation_count: String(new Set(obligations).size),
  }));
};

const textsOf = (value: JsonValue | undefined): readonly string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];

const parts = (paths: readonly string[]): readonly (readonly string[])[] => {
  const cap = detailCaps["delivery-record"].files_touched;
  const found: string[][] = [[]];
  let length = 2;
  for (const path of new Set(paths)) {
    const added = lengthOf(JSON.stringify(path)) + 1;
    if (length + added > cap) {
      found.push([]);
      length = 2;
    }
    found.at(-1)?.push(path);
    length += added;
  }
  return found;
};
