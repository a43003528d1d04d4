/** What may be asked of lessons and deliveries, and what the answers say. */

import type { Settings } from "../../settings.ts";
import type { Vault, WriteContext } from "../../vault/vault.ts";
import type { falseMarkers } from "../false-markers.ts";
import type { Confidence, DeliveryState, LessonLocation, RecordKind } from "./record-kinds.ts";
import type { Usage } from "./usage.ts";

export interface DeliveriesNeeds {
  readonly context: WriteContext;
  /** The session's folder: the repository is the one around it. */
  readonly cwd: string;
  readonly settings: Pick<Settings, "maxLessons">;
  /** Those that exist, nearest first. */
  vaults(): Promise<readonly Vault[]>;
}

export interface Deliveries {
  /** The lessons that were earned, oldest first; with a query those that have all of its words. */
  lessons(query?: string): Promise<LessonInventory>;
  /**
   * Keeps the lessons that an agent emits with its session, until a person accepts the task; nothing is earned before.
   * Throws `lesson_refused`, `lesson_unknown`, `tombstoned`, and `invalid_input` where the session works on no task.
   */
  stage(request: StageRequest): Promise<StagedLessons>;
  /** What an acceptance would run and record: to be shown to the person who accepts. Changes nothing. */
  prepare(request: PrepareRequest): Promise<PreparedAcceptance>;
  /**
   * Runs the task's checks, records that a person accepted it, and writes back what was learned. Throws
   * `person_required` for every channel but a person's, `check_needed`, `check_failed`, `nothing_to_accept`.
   */
  accept(request: AcceptRequest): Promise<AcceptAnswer>;
  /**
   * Finds the commits with which certified lessons were delivered. With `superseded`, the hash of a certified lesson or
   * of its subject, a person says that something else took its place; throws `lesson_unknown`.
   */
  observe(request?: ObserveRequest): Promise<ObserveAnswer>;
  /** Everything that was earned, as one text; it holds no secret of the machine. */
  exported(): Promise<ExportAnswer>;
  /** Takes what another clone earned: a chain that goes on from ours goes on, another is kept beside. A person's. */
  imported(text: string): Promise<ImportAnswer>;
  /** Moves what an append left half written aside. A person's. */
  repair(): Promise<RepairAnswer>;
}

export type InventoryLesson = {
  readonly record_hash: string;
  readonly seq: number;
  readonly claim: string;
  readonly locations: readonly LessonLocation[];
  readonly confidence: Confidence;
  /** The hash of the lesson that it takes the place of, or empty. */
  readonly supersedes: string;
  /** The hash of the lesson that took its place. */
  readonly superseded_by: string | null;
  readonly origin_kind: "run" | "operator";
  readonly origin: string;
  readonly head_sha: string;
  readonly recorded_at: string;
  /** `recorded-at:<time>`: no age that changes by itself. */
  readonly age_label: string;
  /** To be shown wherever the lesson is; null for a lesson of a completed delivery. */
  readonly delivery_state: DeliveryState | null;
  readonly delivery_observation: LessonObservation | null;
  readonly receipt_id: string | null;
  readonly story: string | null;
  readonly subject: string | null;
  readonly adapter: string | null;
  readonly driver_profile: string | null;
  readonly verdict_ref: string | null;
};

export type LessonObservation = {
  readonly record_hash: string;
  readonly delivery_state: DeliveryState;
  readonly observed_commit: string;
  readonly recorded_at: string;
};

export type LessonInventory = typeof falseMarkers & {
  readonly kind: "delivery-workbench-knowledge-lessons";
  readonly lessons: readonly InventoryLesson[];
  readonly count: number;
  /** Of those, how many no later lesson took the place of. */
  readonly active_count: number;
};

export interface StageRequest {
  /** The closed document `delivery-workbench-lesson-output`, or its text. */
  readonly document: unknown;
  /** `provider/model` of the agent, as the host knows it. */
  readonly driverProfile: string;
  /** What the agent used up so far, as the host knows it. */
  readonly usage?: Usage;
  /** The session's own when not given. */
  readonly task?: string;
}

export interface StagedLessons {
  readonly task_id: string;
  /** Of this emission. */
  readonly lessons: number;
  /** Of all that wait for the task. */
  readonly waiting: number;
  readonly max_lessons: number;
  readonly redactions: number;
}

export interface PrepareRequest {
  /** The session's own when not given. */
  readonly task?: string | undefined;
  /** A commit from which the change began; the task's own when not given. */
  readonly base?: string | undefined;
}

/** `complete`: all is committed. `handoff`: the change is accepted before it is committed. */
export type DeliveryWay = "complete" | "handoff";

export interface PreparedAcceptance {
  readonly task_id: string;
  readonly way: DeliveryWay;
  readonly base: string;
  readonly head_sha: string;
  /** The task's recorded checks: command lines that `accept` runs in `folder`, once a person has seen them. */
  readonly checks: readonly string[];
  readonly folder: string;
  readonly paths: readonly string[];
  readonly lessons_waiting: number;
}

export interface AcceptRequest extends PrepareRequest {
  /** Those of the recorded checks to run, as the person saw or typed them; at least one. */
  readonly checks: readonly string[];
  readonly onCheck?: (check: string) => void;
  readonly signal?: AbortSignal;
}

export type WriteBack = typeof falseMarkers & {
  readonly status: "recorded";
  readonly delivery_records: number;
  /** Null for a handoff. */
  readonly delivery_record_hash: string | null;
  readonly lessons: number;
  readonly new_lessons: number;
  readonly lesson_hashes: readonly string[];
  readonly receipt_ids: readonly string[];
  readonly deduplicated_lessons: number;
  /** Over the limit. */
  readonly discarded_lessons: number;
  /** A person has rejected their claim since they were emitted. */
  readonly rejected_lessons: number;
};

export interface AcceptAnswer {
  readonly task_id: string;
  readonly way: DeliveryWay;
  readonly base: string;
  readonly head_sha: string;
  /** The hash of the canonical diff. */
  readonly subject: string;
  /** The hash of the check's receipt. */
  readonly verdict_ref: string;
  readonly checks: readonly { readonly command: string; readonly exit_code: number }[];
  readonly paths: readonly string[];
  /** It had been accepted before: nothing was recorded twice. */
  readonly is_replay: boolean;
  readonly write_back: WriteBack;
  readonly usage: Usage;
}

export interface ObserveRequest {
  readonly superseded?: string | undefined;
}

export type ObserveAnswer = typeof falseMarkers & {
  readonly status: "observed" | "no-candidates";
  readonly observations: readonly {
    readonly record_hash: string;
    readonly lesson_record_hash: string;
    readonly delivery_state: DeliveryState;
    readonly observed_commit: string;
    readonly is_new: boolean;
  }[];
  /** Certified lessons of which nothing was observed yet. */
  readonly waiting: number;
};

export interface ExportAnswer {
  readonly text: string;
  readonly records: number;
}

export interface ImportedChain {
  readonly record_kind: RecordKind;
  readonly result: "fast-forward" | "same" | "behind" | "beside";
  readonly added: number;
  /** Of the chain that was kept beside ours, absolute. */
  readonly path?: string;
}

export interface ImportAnswer {
  readonly chains: readonly ImportedChain[];
}

export interface RepairAnswer {
  readonly moved: readonly {
    readonly record_kind: RecordKind;
    readonly byte_offset: number;
    readonly bytes: number;
    /** Where they are kept, absolute. */
    readonly path: string;
  }[];
}
