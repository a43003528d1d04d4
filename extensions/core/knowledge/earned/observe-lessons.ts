/** Observes what became of certified lessons: a commit with the change that was accepted, or a person's word. */

import type { Platform } from "../../../platform/platform.ts";
import { subjectOf } from "../../acceptance/change.ts";
import { commitsSince } from "../../acceptance/change-store.ts";
import { WikiError } from "../../errors.ts";
import { currentCommit } from "../../tasks/task-branches.ts";
import { falseMarkers } from "../false-markers.ts";
import type { InventoryLesson, ObserveAnswer } from "./deliveries.ts";
import type { EarnedStore } from "./earned-store.ts";
import { joinLessons, readLessons } from "./join-lessons.ts";
import { observationReceipt } from "./receipts.ts";
import type { Provenance } from "./record.ts";
import type { DeliveryState } from "./record-kinds.ts";

export interface Observing {
  readonly platform: Platform;
  readonly cwd: string;
  readonly store: EarnedStore;
  readonly origin: Pick<Provenance, "originKind" | "origin">;
}

type Observation = ObserveAnswer["observations"][number];

/** Looks for the commits of those lessons of which nothing was observed yet. */
export const observeCommits = async (
  observing: Observing & { readonly vaults: readonly string[] },
): Promise<ObserveAnswer> => {
  const waiting = (await certifiedLessons(observing)).filter(({ delivery_observation: seen }) => seen === null);
  const observations: Observation[] = [];
  for (const head of new Set(waiting.map(({ head_sha }) => head_sha))) {
    const commits = await subjectsSince(head, observing);
    for (const lesson of waiting.filter(({ head_sha }) => head_sha === head)) {
      const commit = commits.get(lesson.subject ?? "");
      if (commit !== undefined) observations.push(await observe(lesson, { state: "confirmed", commit }, observing));
    }
  }
  return answerOf(observations, waiting.length - observations.length);
};

/** The commit with which a change came, by the change; of several the first. */
const subjectsSince = async (
  since: string,
  { platform, cwd, vaults }: Observing & { readonly vaults: readonly string[] },
): Promise<ReadonlyMap<string, string>> => {
  const found = new Map<string, string>();
  for (const { commit, changes } of await commitsSince(platform, { cwd, since, vaults })) {
    for (const change of changes) {
      const subject = subjectOf(change, platform.hash);
      if (!found.has(subject)) found.set(subject, commit);
    }
  }
  return found;
};

/** `hash` is that of a certified lesson or of its subject; throws `lesson_unknown`. */
export const observeSuperseded = async (hash: string, observing: Observing): Promise<ObserveAnswer> => {
  const certified = await certifiedLessons(observing);
  const meant = certified.filter(({ record_hash, subject }) => record_hash === hash || subject === hash);
  if (meant.length === 0) throw new WikiError("lesson_unknown", { hash });
  const commit = await currentCommit(observing.platform, observing.cwd);
  if (commit === undefined) throw new WikiError("base_unknown", { base: "HEAD" });
  const observations: Observation[] = [];
  for (const lesson of meant) {
    const known = lesson.delivery_observation;
    if (known?.delivery_state === "superseded") {
      const { record_hash, delivery_state, observed_commit } = known;
      observations.push({
        record_hash,
        lesson_record_hash: lesson.record_hash,
        delivery_state,
        observed_commit,
        is_new: false,
      });
    } else observations.push(await observe(lesson, { state: "superseded", commit }, observing));
  }
  const waiting = certified.filter((one) => one.delivery_observation === null && !meant.includes(one));
  return answerOf(observations, waiting.length);
};

const certifiedLessons = async ({ store }: Observing): Promise<readonly InventoryLesson[]> =>
  joinLessons(await readLessons(store)).filter(({ receipt_id }) => receipt_id !== null);

const answerOf = (observations: readonly Observation[], waiting: number): ObserveAnswer => ({
  status: observations.length === 0 ? "no-candidates" : "observed",
  observations,
  waiting,
  ...falseMarkers,
});

const observe = async (
  { receipt_id, record_hash: lessonHash, story, subject }: InventoryLesson,
  { state, commit }: { readonly state: DeliveryState; readonly commit: string },
  { store, origin, platform }: Observing,
): Promise<Observation> => {
  const lessonReceipt = receipt_id ?? "";
  const detail = {
    receipt_id: observationReceipt({ lessonReceipt, lessonHash, state, commit }, platform.hash),
    lesson_receipt_id: lessonReceipt,
    lesson_record_hash: lessonHash,
    story: story ?? "",
    subject: subject ?? "",
    delivery_state: state,
    observed_commit: commit,
  };
  const { record, isNew } = await store.append({
    kind: "lesson-delivery-observation",
    detail,
    headSha: commit,
    ...origin,
  });
  return {
    record_hash: record.hash,
    lesson_record_hash: lessonHash,
    delivery_state: state,
    observed_commit: commit,
    is_new: isNew,
  };
};
