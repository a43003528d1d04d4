/** Tasks for one session: opens and closes them, remembers and recalls what they have taught, binds the session. */

import type { Platform } from "../../platform/platform.ts";
import { WikiError } from "../errors.ts";
import { isTime } from "../instant.ts";
import type { BelievedFacts } from "../recall/admission.ts";
import { openRedactor } from "../secrets/redactor.ts";
import type { Settings } from "../settings.ts";
import type { CapturingTask } from "../sources/session-capture.ts";
import { refuseTombstoned } from "../trust/tombstones/refuse-tombstoned.ts";
import type { LayerName, Vault, WriteContext } from "../vault/vault.ts";
import { type FoundTask, openTaskFinder, type TaskFinder, type TaskOffers } from "./find-task.ts";
import { longestSummary } from "./memory/compaction.ts";
import { tidyEntry } from "./memory/entry-text.ts";
import { liveEntries } from "./memory/memory-file.ts";
import type { Compacted, Remembered } from "./memory/memory-store.ts";
import { type EntryHit, searchEntries } from "./memory/search-memory.ts";
import { openTaskReader, type TaskReader } from "./read-task.ts";
import { currentBranch, currentCommit } from "./task-branches.ts";
import type { TaskContext } from "./task-context.ts";
import { type NewTask, tidyTask } from "./task-file.ts";
import type {
  ClosedTask,
  CloseRequest,
  CompactionAnswer,
  CompactionRequest,
  ContextRequest,
  CorrectRequest,
  OpenedTask,
  OpenRequest,
  RememberedEntry,
  RememberRequest,
  SearchRequest,
  TaskRow,
  Tasks,
} from "./tasks.ts";

export interface TaskWorker {
  readonly context: WriteContext;
  readonly cwd: string;
  /** The vault to write to; the project's when no layer is named. */
  target(layer: LayerName | undefined): Promise<Vault>;
}

export interface SessionTasksParts {
  readonly platform: Platform;
  readonly settings: Pick<Settings, "otherUsers">;
  /** The vaults that exist now, nearest first. */
  vaults(): Promise<readonly Vault[]>;
  facts(vault: Vault): Promise<Iterable<BelievedFacts>>;
}

export type SessionTasks = (worker: TaskWorker) => Tasks;

export const openSessionTasks =
  (parts: SessionTasksParts): SessionTasks =>
  (worker) =>
    new WorkerTasks(parts, worker);

const defaultTokens = 2_000;
const defaultHits = 10;
const longestText = 20_000;

class WorkerTasks implements Tasks {
  readonly #parts: SessionTasksParts;
  readonly #worker: TaskWorker;
  readonly #finder: TaskFinder;
  readonly #reader: TaskReader;

  constructor(parts: SessionTasksParts, worker: TaskWorker) {
    this.#parts = parts;
    this.#worker = worker;
    const { platform, vaults } = parts;
    this.#reader = openTaskReader(parts);
    this.#finder = openTaskFinder({ platform, vaults, cwd: worker.cwd, session: worker.context.origin?.["session"] });
  }

  async open(request: OpenRequest): Promise<OpenedTask> {
    const { context, cwd, target } = this.#worker;
    const { platform } = this.#parts;
    const vault = await target(request.layer);
    const { title, aims, checks } = await openRedactor(platform).all(tidyTask({ aims: [], checks: [], ...request }));
    await refuseTombstoned({ texts: [title, ...aims, ...checks], what: title }, { vault, context });
    // A task of the personal vault belongs to no branch of this project.
    const place = vault.layer === "project" ? await placeIn(platform, cwd) : {};
    const store = this.#finder.store(vault);
    const task = await store.open({ title, aims, checks, ...place }, context);
    await this.#finder.bind({ vault, store, task });
    return openedTask({ vault, store, task });
  }

  async list(which: "open" | "all"): Promise<readonly TaskRow[]> {
    const bound = await this.#finder.bound();
    const rows: TaskRow[] = [];
    for (const found of await this.#finder.all()) {
      const { task, vault } = found;
      if (which === "open" && task.status !== "active") continue;
      const memory = this.#reader.memory(found);
      rows.push({
        task_id: task.id,
        title: task.title,
        status: task.status,
        layer: vault.layer,
        ...(task.branch === undefined ? {} : { branch: task.branch }),
        ...(task.createdAt === undefined ? {} : { created_at: task.createdAt }),
        ...(task.closedAt === undefined ? {} : { closed_at: task.closedAt }),
        entries: memory.users().reduce((sum, user) => sum + liveEntries(memory.read(user)).length, 0),
        is_current: bound?.vault.key === vault.key && bound.task.id === task.id,
      });
    }
    return rows;
  }

  async bind(task: string, session?: string): Promise<OpenedTask> {
    const found = await this.#finder.find(task);
    if (!(await this.#finder.bind(found, session))) {
      throw new WikiError("invalid_input", { what: "session", problem: "there is none to bind; name it" });
    }
    return openedTask(found);
  }

  inherit(parent: string): Promise<void> {
    return this.#finder.inherit(parent);
  }

  bound(): Promise<FoundTask | undefined> {
    return this.#finder.bound();
  }

  async scope(): Promise<{ readonly task?: string }> {
    const found = await this.#finder.bound();
    return found === undefined ? {} : { task: found.task.id };
  }

  async capturing(): Promise<CapturingTask | undefined> {
    const found = await this.#finder.bound();
    return found && { id: found.task.id, captured: (packet) => this.#finder.consume(found, packet) };
  }

  offers(): Promise<TaskOffers> {
    return this.#finder.offers();
  }

  async remember({ task, text, capturedAt }: RememberRequest): Promise<RememberedEntry> {
    const found = await this.#finder.find(task);
    const { status, id } = found.task;
    if (status !== "active") throw new WikiError("task_closed", { task: id, status });
    const at = capturedAt ?? this.#parts.platform.now();
    if (!isTime(at)) throw invalid("captured_at", `"${at}" is no time such as 2026-01-31T12:00:00Z`);
    const clean = await this.#clean(text, found);
    const memory = this.#reader.memory(found);
    const remembered = await memory.remember({ text: clean.text, capturedAt: at }, this.#worker.context);
    return {
      ...rememberedIn(found, remembered),
      ...clean.redactions,
    };
  }

  async correct({ task, entry: named, text }: CorrectRequest): Promise<RememberedEntry> {
    const found = await this.#finder.find(task);
    const clean = await this.#clean(text, found);
    const request = { named, text: clean.text, capturedAt: this.#parts.platform.now() };
    const corrected = await this.#reader.memory(found).correct(request, this.#worker.context);
    const [old] = corrected.superseded;
    return {
      ...rememberedIn(found, corrected),
      superseded: old?.id ?? old?.time ?? named,
      ...clean.redactions,
    };
  }

  async context({
    task,
    tokens = defaultTokens,
    withPages = true,
  }: ContextRequest): Promise<TaskContext & { readonly task_id: string }> {
    const found = await this.#finder.find(task);
    return { task_id: found.task.id, ...(await this.#reader.context(found, { tokens, withPages })) };
  }

  async search({ task, query, limit = defaultHits }: SearchRequest): Promise<readonly EntryHit[]> {
    const named = task === undefined ? await this.#finder.current() : await this.#finder.find(task);
    const places = named === undefined ? await this.#finder.all() : [named];
    const hits = searchEntries(query, {
      entries: places.flatMap((place) => this.#reader.entries(place)),
      limit: limit * 2,
    });
    const withheld = new Map(places.map((place) => [place.task.id, this.#reader.withheld(place)]));
    return hits.filter((hit) => withheld.get(hit.task)?.(hit.entry.text) !== true).slice(0, limit);
  }

  async compact({ task, summary: given, through, isDryRun = false }: CompactionRequest): Promise<CompactionAnswer> {
    const found = await this.#finder.find(task);
    const memory = this.#reader.memory(found);
    const answer = (compacted: Compacted, isDone: boolean): CompactionAnswer => ({
      task_id: found.task.id,
      ...compacted,
      is_done: isDone,
    });
    const last = through?.replace(/^#/, "");
    if (isDryRun) return answer(memory.plan(last), false);
    if (given !== undefined && given.trim().length > longestSummary) {
      const over = given.trim().length - longestSummary;
      throw invalid("summary", `is ${over} characters over the ${longestSummary} that there is room for`);
    }
    const summary = given === undefined ? undefined : (await this.#clean(given, found)).text;
    const compacted = await memory.compact({ summary, through: last }, this.#worker.context);
    return answer(compacted, compacted.isDue);
  }

  async close({ task, status = "completed" }: CloseRequest): Promise<ClosedTask> {
    const found = await this.#finder.find(task);
    const isClosed = await found.store.close(found.task.id, status, this.#worker.context);
    const live = liveEntries(this.#reader.memory(found).read(this.#parts.platform.environment.user));
    const isWithheld = this.#reader.withheld(found);
    return {
      task_id: found.task.id,
      status: isClosed ? status : found.task.status,
      entries: live.filter((entry) => !isWithheld(entry.text)),
    };
  }

  /** Checked, tidied, without secrets, and nothing that was rejected. */
  async #clean(text: string, { vault, task }: FoundTask): Promise<{ text: string; redactions: RedactedCounts }> {
    const redactor = openRedactor(this.#parts.platform);
    const clean = tidyEntry(await redactor.text(tidyEntry(text)));
    if (clean === "") throw invalid("text", "is empty");
    if (clean.length > longestText) throw invalid("text", `is over ${longestText} characters`);
    const { context } = this.#worker;
    const [what = ""] = clean.split("\n");
    await refuseTombstoned({ texts: [clean], what, task: task.id }, { vault, context });
    const found = redactor.found();
    return { text: clean, redactions: found.length === 0 ? {} : { redactions: found } };
  }
}

type RedactedCounts = Pick<RememberedEntry, "redactions">;

const rememberedIn = ({ task }: FoundTask, { entry, time, path, isDue }: Remembered): RememberedEntry => ({
  task_id: task.id,
  entry,
  time,
  path,
  ...(isDue ? { compaction_due: true as const } : {}),
});

const openedTask = ({ vault, store, task }: FoundTask): OpenedTask => ({
  task_id: task.id,
  path: store.pathOf(task.id),
  layer: vault.layer,
});

const placeIn = async (platform: Platform, cwd: string): Promise<Pick<NewTask, "branch" | "baseCommit">> => {
  const branch = await currentBranch(platform, cwd);
  return branch === undefined ? {} : { branch, baseCommit: await currentCommit(platform, cwd) };
};

const invalid = (what: string, problem: string): WikiError => new WikiError("invalid_input", { what, problem });
