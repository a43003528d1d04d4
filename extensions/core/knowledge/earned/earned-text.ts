/** What is told of lessons and deliveries, to a person or a model. Pure. */

import type { Paint } from "../../paint.ts";
import { asLine } from "../../visible.ts";
import type {
  AcceptAnswer,
  ImportAnswer,
  InventoryLesson,
  LessonInventory,
  ObserveAnswer,
  PreparedAcceptance,
  RepairAnswer,
} from "./deliveries.ts";
import { counted, stateText } from "./lesson-labels.ts";
import type { LessonLocation } from "./record-kinds.ts";
import { usageText } from "./usage.ts";

export const lessonsText = ({ lessons, count, active_count }: LessonInventory, paint: Paint): string =>
  count === 0
    ? "No lesson was earned."
    : [
        ...lessons.map((lesson) => lessonText(lesson, paint)),
        paint.dim(`${counted(count, "lesson")}, ${active_count} active. Advice, not evidence and no permission.`),
      ].join("\n");

const lessonText = (lesson: InventoryLesson, paint: Paint): string => {
  const { claim, record_hash, confidence, origin, head_sha, age_label, superseded_by, locations } = lesson;
  const facts = [`${confidence} confidence`, asLine(origin), `HEAD ${head_sha.slice(0, 12)}`, age_label];
  return [
    [paint.strong(asLine(claim)), stateText(lesson, paint)].filter(Boolean).join(" "),
    paint.dim(`  ${facts.join(", ")}`),
    paint.dim(`  ${record_hash}`),
    ...(superseded_by === null ? [] : [paint.warn(`  superseded by ${superseded_by}`)]),
    ...locations.map((location) => `  ${placeText(location)}`),
  ].join("\n");
};

const placeText = (location: LessonLocation): string => {
  if (location.status === "unresolved") return `${asLine(location.reference)}: unresolved, ${asLine(location.reason)}`;
  const { file, symbol, line_start, line_end } = location;
  return symbol === "" ? asLine(file) : `${asLine(file)}:${line_start}-${line_end} ${asLine(symbol)}`;
};

const mostNamed = 10;

/** What a person is shown before they accept. */
export const preparedText = (prepared: PreparedAcceptance): string => {
  const { task_id, way, base, head_sha, checks, folder, paths, lessons_waiting } = prepared;
  const rest = paths.length - mostNamed;
  return [
    `Accept ${asLine(task_id)}: ${counted(paths.length, "path")} ${way === "complete" ? "committed" : "not committed yet"},`,
    `from ${base.slice(0, 12)}, HEAD ${head_sha.slice(0, 12)}; ${counted(lessons_waiting, "lesson")} waiting.`,
    ...paths.slice(0, mostNamed).map((path) => `  ${asLine(path)}`),
    ...(rest > 0 ? [`  … and ${rest} more`] : []),
    checks.length === 0 ? "The task has no recorded check." : `In ${asLine(folder)} it runs:`,
    ...checks.map((check) => `  ${asLine(check)}`),
  ].join("\n");
};

export const acceptedText = (answer: AcceptAnswer, paint: Paint): string => {
  const { task_id, way, checks, paths, is_replay, write_back, usage } = answer;
  const { rejected_lessons: rejected } = write_back;
  const done = is_replay ? "was accepted before" : "is accepted";
  const kept = `${counted(write_back.new_lessons, "new lesson")}, ${write_back.deduplicated_lessons} known, ${write_back.discarded_lessons} over the limit${rejected === 0 ? "" : `, ${rejected} rejected meanwhile`}`;
  return [
    `${paint.good(asLine(task_id))} ${done}: ${counted(paths.length, "path")} ${way === "complete" ? "delivered" : "certified, not integrated"}.`,
    `${counted(checks.length, "check")} exited 0; ${kept}.`,
    paint.dim(`Usage: ${usageText(usage)}.`),
  ].join("\n");
};

export const observedText = ({ observations, waiting }: ObserveAnswer, paint: Paint): string =>
  [
    ...observations.map(({ delivery_state, lesson_record_hash, observed_commit }) => {
      const painted = delivery_state === "confirmed" ? paint.good(delivery_state) : paint.warn(delivery_state);
      return `${painted} ${lesson_record_hash} by commit ${observed_commit}`;
    }),
    observations.length === 0 ? "Nothing new was observed." : "",
    waiting === 0 ? "" : `${counted(waiting, "certified lesson")} not integrated yet.`,
  ]
    .filter(Boolean)
    .join("\n");

export const importedText = ({ chains }: ImportAnswer, paint: Paint): string =>
  chains.length === 0
    ? "It holds no record."
    : chains
        .map(({ record_kind, result, added, path }) => {
          const kept = path === undefined ? "" : ` in ${asLine(path)}`;
          const painted = result === "beside" ? paint.warn(result) : paint.good(result);
          return `${record_kind}: ${painted}, ${counted(added, "record")} added${kept}`;
        })
        .join("\n");

export const repairedText = ({ moved }: RepairAnswer, paint: Paint): string =>
  moved.length === 0
    ? "Every chain stands."
    : moved
        .map(
          ({ record_kind, byte_offset, bytes, path }) =>
            `${paint.good(record_kind)}: ${counted(bytes, "byte")} from ${byte_offset} on moved to ${asLine(path)}`,
        )
        .join("\n");
