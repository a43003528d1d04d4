/** The one form in which an agent may emit lessons: a closed document, taken whole or not at all. Pure. */

import { WikiError } from "../../errors.ts";
import { isJsonObject, type JsonObject, type JsonValue, parseJsonObject } from "../../ledger/canonical.ts";
import { isPlainText, isRecordHash, mostLocations } from "./detail-values.ts";
import { type Confidence, confidences } from "./record-kinds.ts";

export interface EmittedLesson {
  readonly claim: string;
  /** Symbols or tracked paths, as the agent names them. */
  readonly locations: readonly string[];
  readonly confidence: Confidence;
  readonly supersedes: string;
}

export const lessonOutputKind = "delivery-workbench-lesson-output";
/** Of one document, and of one acceptance. */
const mostLessons = 50;

/** Throws `lesson_refused` for anything but exactly the document. */
export const readLessonOutput = (given: unknown): readonly EmittedLesson[] => {
  const document = typeof given === "string" ? parseJsonObject(given) : given;
  if (!isJsonObject(document)) throw refusal("it is no JSON object");
  if (!hasExactly(document, ["kind", "schema_version", "lessons"])) throw refusal("its fields are not exactly three");
  const { kind, schema_version: version, lessons } = document;
  if (kind !== lessonOutputKind || version !== 1) throw refusal(`it is no ${lessonOutputKind} of version 1`);
  if (!Array.isArray(lessons) || lessons.length > mostLessons)
    throw refusal(`lessons is no list of at most ${mostLessons}`);
  return lessons.map((lesson, index) => lessonOf(lesson, index + 1));
};

const refusal = (problem: string): WikiError => new WikiError("lesson_refused", { problem });

const hasExactly = (fields: JsonObject, names: readonly string[]): boolean =>
  Object.keys(fields).length === names.length && names.every((name) => Object.hasOwn(fields, name));

const lessonOf = (value: JsonValue, number: number): EmittedLesson => {
  const lesson = isJsonObject(value) ? value : {};
  const wrong = (problem: string): WikiError => refusal(`lesson ${number}: ${problem}`);
  if (!hasExactly(lesson, ["claim", "locations", "confidence", "supersedes"])) {
    throw wrong("it has not exactly claim, locations, confidence and supersedes");
  }
  const { claim, locations, supersedes } = lesson;
  if (!isPlainText(claim, 1_000)) throw wrong("its claim is not 1 to 1000 characters on one line");
  const confidence = confidences.find((one) => one === lesson["confidence"]);
  if (confidence === undefined) throw wrong("its confidence is not low, medium or high");
  if (supersedes !== "" && !isRecordHash(supersedes))
    throw wrong("its supersedes is neither empty nor a record's hash");
  if (!isReferences(locations))
    throw wrong(`its locations are not 1 to ${mostLocations} names of at most 200 characters`);
  return { claim, locations, confidence, supersedes };
};

const isReferences = (value: JsonValue | undefined): value is readonly string[] =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.length <= mostLocations &&
  value.every((one) => isPlainText(one, 200));
