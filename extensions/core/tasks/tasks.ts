/** What may be asked of tasks, and what the answers say. */

import type { RuleCount } from "../secrets/rule-counts.ts";
import type { CapturingTask } from "../sources/session-capture.ts";
import type { LayerName } from "../vault/vault.ts";
import type { FoundTask, TaskOffers } from "./find-task.ts";
import type { MemoryEntry } from "./memory/memory-file.ts";
import type { Compacted } from "./memory/memory-store.ts";
import type { EntryHit } from "./memory/search-memory.ts";
import type { TaskContext } from "./task-context.ts";
import type { NewTask, TaskStatus } from "./task-file.ts";

/** The task that is meant; the session's own when it is not named. */
export interface TaskRequest {
  readonly task?: string | undefined;
}

export interface OpenRequest extends Pick<NewTask, "title">, Partial<Pick<NewTask, "aims" | "checks">> {
  readonly layer?: LayerName | undefined;
}

export interface RememberRequest extends TaskRequest {
  readonly text: string;
  /** When it happened; now when not given. */
  readonly capturedAt?: string | undefined;
}

export interface CorrectRequest extends TaskRequest {
  /** Its id, or its time and id where two have the id. */
  readonly entry: string;
  readonly text: string;
}

export interface ContextRequest extends TaskRequest {
  readonly tokens?: number | undefined;
  /** False leaves out the task's pages, for which the index has to be open. */
  readonly withPages?: boolean;
}

export interface SearchRequest extends TaskRequest {
  readonly query: string;
  readonly limit?: number | undefined;
}

export interface CompactionRequest extends TaskRequest {
  /** What a model made of the entries to be moved; their first lines when not given. */
  readonly summary?: string | undefined;
  /** The last entry that the summary is about. */
  readonly through?: string | undefined;
  /** Only says what would be moved. */
  readonly isDryRun?: boolean | undefined;
}

export interface CloseRequest extends TaskRequest {
  readonly status?: Exclude<TaskStatus, "active"> | undefined;
}

export interface OpenedTask {
  readonly task_id: string;
  /** Absolute. */
  readonly path: string;
  readonly layer: LayerName;
}

export interface TaskRow {
  readonly task_id: string;
  readonly title: string;
  readonly status: TaskStatus;
  readonly layer: LayerName;
  readonly branch?: string;
  readonly created_at?: string;
  readonly closed_at?: string;
  /** Entries that hold, of all users. */
  readonly entries: number;
  /** The task that the session works on. */
  readonly is_current: boolean;
}

export interface RememberedEntry {
  readonly task_id: string;
  readonly entry: string;
  /** As in its heading: a UTC minute. */
  readonly time: string;
  /** Absolute. */
  readonly path: string;
  /** The one that it replaces. */
  readonly superseded?: string;
  /** So many of one's own entries hold that a compaction is due. */
  readonly compaction_due?: true;
  /** Secrets that were replaced by `[redacted:<rule>]`; absent when there were none. */
  readonly redactions?: readonly RuleCount[];
}

export interface CompactionAnswer extends Compacted {
  readonly task_id: string;
  readonly is_done: boolean;
}

export interface ClosedTask {
  readonly task_id: string;
  readonly status: TaskStatus;
  /** One's own entries that hold: what outlives the task is to become pages. */
  readonly entries: readonly MemoryEntry[];
}

export interface Tasks {
  /** Binds the session to the new task. Throws `name_taken` with the path of the task that has the name. */
  open(request: OpenRequest): Promise<OpenedTask>;
  list(which: "open" | "all"): Promise<readonly TaskRow[]>;
  /** Throws `invalid_input` where there is no session. */
  bind(task: string, session?: string): Promise<OpenedTask>;
  /** A session that is bound to nothing works on the task of the one that it was forked from. */
  inherit(parent: string): Promise<void>;
  /** The task that the session is bound to. */
  bound(): Promise<FoundTask | undefined>;
  /** The same, for what may be recalled in the session. */
  scope(): Promise<{ readonly task?: string }>;
  /** The same, for a capture: told of its packet, the binding notes it. */
  capturing(): Promise<CapturingTask | undefined>;
  /** What a session that is bound to none is offered. */
  offers(): Promise<TaskOffers>;
  /** Throws `near_duplicate`, `tombstoned`, and `task_closed`. */
  remember(request: RememberRequest): Promise<RememberedEntry>;
  /** Throws `entry_not_found`, `entry_refused` and `tombstoned`. */
  correct(request: CorrectRequest): Promise<RememberedEntry>;
  context(request: ContextRequest): Promise<TaskContext & { readonly task_id: string }>;
  /** In the session's task, else in all of them. */
  search(request: SearchRequest): Promise<readonly EntryHit[]>;
  compact(request: CompactionRequest): Promise<CompactionAnswer>;
  close(request: CloseRequest): Promise<ClosedTask>;
}
