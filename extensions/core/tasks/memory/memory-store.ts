/**
 * What a task has taught each user: adds entries, corrects and archives one's own. Every change is made under the
 * file's lock, with its event first.
 */

import { WikiError } from "../../errors.ts";
import { exactText } from "../../exact-text.ts";
import { dayOf, minuteOf } from "../../instant.ts";
import type { NewEvent } from "../../ledger/event.ts";
import type { Ledger } from "../../ledger/ledger-store.ts";
import { vaultPaths } from "../../vault/layout.ts";
import type { Vault, WriteContext } from "../../vault/vault.ts";
import {
  type CompactionPlan,
  firstLines,
  type IsWithheld,
  isCompactionDue,
  planCompaction,
  tellable,
  toSummarise,
} from "./compaction.ts";
import { findEntry } from "./find-entry.ts";
import {
  additionOf,
  archiveAddition,
  compactedText,
  latestEntries,
  type MemoryEntry,
  type MemoryFile,
  type NewEntry,
  parseMemory,
  withSuperseded,
} from "./memory-file.ts";
import { repeatedBy } from "./repeats.ts";

export interface Remembered {
  readonly entry: string;
  readonly time: string;
  /** Absolute. */
  readonly path: string;
  /** One's own entries have become many. */
  readonly isDue: boolean;
}

export interface Compacted {
  readonly isDue: boolean;
  readonly moved: readonly MemoryEntry[];
  readonly kept: number;
  /** Those of the moved that a summary is about. */
  readonly summarised: readonly MemoryEntry[];
  readonly summaryBefore: string;
  /** Relative to the vault's root. */
  readonly archive: string;
}

export interface MemoryStore {
  users(): readonly string[];
  path(user: string): string;
  read(user: string): MemoryFile;
  archived(user: string): MemoryFile;
  /** `text` is tidied and clean. Throws `near_duplicate`. */
  remember(entry: { readonly text: string; readonly capturedAt: string }, context: WriteContext): Promise<Remembered>;
  /** Throws `entry_not_found` and `entry_refused`. */
  correct(
    entry: { readonly named: string; readonly text: string; readonly capturedAt: string },
    context: WriteContext,
  ): Promise<Remembered & { readonly superseded: readonly MemoryEntry[] }>;
  /** What a compaction would do now. */
  plan(through?: string): Compacted;
  /** Does nothing when it is not due. Without a summary the entries' first lines stand for them. */
  compact(
    request: { readonly summary?: string | undefined; readonly through?: string | undefined },
    context: WriteContext,
  ): Promise<Compacted>;
}

export interface MemoryStoreParts {
  readonly vault: Vault;
  readonly ledger: Pick<Ledger, "append">;
  readonly task: string;
  /** Whose memory is written. */
  readonly user: string;
  /** What a summary is not to say. */
  readonly isWithheld?: IsWithheld;
}

const largestFile = 32 * 1024 * 1024;
const idLength = 4;
const longIdLength = 8;
const mostDraws = 20;

/** All of the file. */
interface Change {
  readonly before: Uint8Array;
  readonly after: string | Uint8Array;
}

export const openMemory = (parts: MemoryStoreParts): MemoryStore => new OpenMemory(parts);

class OpenMemory implements MemoryStore {
  readonly #parts: MemoryStoreParts;
  readonly #folder: string;

  constructor(parts: MemoryStoreParts) {
    this.#parts = parts;
    this.#folder = `${vaultPaths[parts.vault.layout].tasks}/${parts.task}`;
  }

  users(): readonly string[] {
    return this.#usersIn("memories");
  }

  path(user: string): string {
    return `${this.#folder}/memories/${user}.md`;
  }

  read(user: string): MemoryFile {
    return parseMemory(this.#text(this.path(user)));
  }

  archived(user: string): MemoryFile {
    return parseMemory(this.#text(this.#archivePath(user)));
  }

  remember(
    { text, capturedAt }: { readonly text: string; readonly capturedAt: string },
    context: WriteContext,
  ): Promise<Remembered> {
    return this.#change(async (path, bytes) => {
      const before = tolerant.decode(bytes);
      const live = latestEntries(before);
      const repeated = repeatedBy(text, live);
      if (repeated !== undefined) {
        const { id, time } = repeated.entry;
        throw new WikiError("near_duplicate", {
          entry: nameOf(repeated.entry),
          task: this.#parts.task,
          id: id ?? time,
        });
      }
      const entry = this.#newEntry({ text, capturedAt }, context);
      const addition = utf8.encode(additionOf(before, entry));
      const after = joined(bytes, addition);
      await this.#record(context, [this.#added(entry, { capturedAt, before: bytes, after }, context)]);
      const { files } = this.#parts.vault;
      // Whole, as an append may be cut short in the middle of a line.
      await files.write(path, after);
      const isDue = isCompactionDue({ live: live.length + 1, bytes: after.length });
      return { entry: entry.id, time: entry.time, path: files.absolute(path), isDue };
    });
  }

  correct(
    { named, text, capturedAt }: { readonly named: string; readonly text: string; readonly capturedAt: string },
    context: WriteContext,
  ): Promise<Remembered & { readonly superseded: readonly MemoryEntry[] }> {
    return this.#change(async (path, bytes) => {
      const before = parseMemory(exactText(path, bytes));
      const { task, user, vault } = this.#parts;
      const others = this.users().filter((other) => other !== user);
      const superseded = findEntry(named, {
        task,
        file: before,
        archive: this.archived(user),
        others: () => others.map((other) => ({ user: other, file: this.read(other) })),
      });
      const entry = this.#newEntry({ text, capturedAt }, context);
      const day = dayOf(context.platform.now());
      const marked = withSuperseded(before, { entries: superseded, day, by: entry.id });
      const after = marked + additionOf(marked, entry);
      const change = { capturedAt, before: bytes, after };
      const old = superseded[0]?.id ?? superseded[0]?.time ?? "";
      await this.#record(context, [
        this.#added(entry, change, context),
        this.#event("task_memory_superseded", { entry: old, by: entry.id }, change, context),
      ]);
      await vault.files.write(path, after);
      const { isDue } = planCompaction(parseMemory(after), {});
      return { entry: entry.id, time: entry.time, path: vault.files.absolute(path), isDue, superseded };
    });
  }

  plan(through?: string): Compacted {
    const file = this.read(this.#parts.user);
    return this.#compacted(file, planCompaction(file, { through }));
  }

  compact(
    { summary, through }: { readonly summary?: string | undefined; readonly through?: string | undefined },
    context: WriteContext,
  ): Promise<Compacted> {
    return this.#change(async (path, bytes) => {
      const file = parseMemory(exactText(path, bytes));
      const plan = planCompaction(file, { through });
      const compacted = this.#compacted(file, plan);
      if (!plan.isDue) return compacted;
      const { user, vault } = this.#parts;
      const archive = this.#archivePath(user);
      const archived = exactText(archive, vault.files.read(archive, largestFile) ?? new Uint8Array());
      const after = compactedText(file, {
        summary: summary ?? firstLines(compacted.summaryBefore, compacted.summarised),
        kept: plan.kept,
        archive: `memories-archive/${user}.md`,
        day: dayOf(context.platform.now()),
        moved: plan.moved.length,
      });
      const addition = archiveAddition(parseMemory(archived), { file, moved: plan.moved });
      const change = { before: bytes, after };
      const details = { entries: plan.moved.length, archive: context.platform.hash(archived + addition) };
      await this.#record(context, [this.#event("task_compacted", details, change, context)]);
      if (addition !== "") await vault.files.write(archive, archived + addition);
      await vault.files.write(path, after);
      return compacted;
    });
  }

  #compacted(file: MemoryFile, plan: CompactionPlan): Compacted {
    const { isWithheld = () => false } = this.#parts;
    return {
      isDue: plan.isDue,
      moved: plan.moved,
      kept: plan.kept.length,
      summarised: toSummarise(file, plan, isWithheld),
      summaryBefore: tellable(file.summary, isWithheld),
      archive: this.#archivePath(this.#parts.user),
    };
  }

  #archivePath(user: string): string {
    return `${this.#folder}/memories-archive/${user}.md`;
  }

  #text(path: string): string {
    return this.#parts.vault.files.readText(path, largestFile) ?? "";
  }

  #usersIn(folder: string): readonly string[] {
    const { files } = this.#parts.vault;
    const place = `${this.#folder}/${folder}`;
    const names = files.kind(place) === "folder" ? files.list(place) : [];
    return names.filter((name) => /^[^.].*\.md$/.test(name)).map((name) => name.slice(0, -3));
  }

  /** Alone with one's own file. */
  #change<Result>(work: (path: string, bytes: Uint8Array) => Promise<Result>): Promise<Result> {
    const path = this.path(this.#parts.user);
    const { files } = this.#parts.vault;
    return files.withLock(path, () => work(path, files.read(path, largestFile) ?? new Uint8Array()));
  }

  #newEntry(
    { text, capturedAt }: { readonly text: string; readonly capturedAt: string },
    { platform }: WriteContext,
  ): NewEntry {
    // Of all users, so that an id names one entry of the task.
    const texts = [
      ...this.users().map((user) => this.#text(this.path(user))),
      ...this.#usersIn("memories-archive").map((user) => this.#text(this.#archivePath(user))),
    ];
    const isTaken = (id: string): boolean => texts.some((known) => known.includes(`#${id}`));
    let id = platform.newId(idLength);
    for (let draw = 1; isTaken(id); draw += 1) id = platform.newId(draw < mostDraws ? idLength : longIdLength);
    return { id, time: minuteOf(capturedAt), text };
  }

  #record(context: WriteContext, events: readonly NewEvent[]): Promise<unknown> {
    return this.#parts.ledger.append(context, events);
  }

  #added({ id, text }: NewEntry, change: Change & { readonly capturedAt: string }, context: WriteContext): NewEvent {
    const { capturedAt } = change;
    const details = { entry: id, captured_at: capturedAt, sha256: context.platform.hash(text) };
    return this.#event("task_memory_added", details, change, context);
  }

  #event(
    kind: NewEvent["kind"],
    details: NewEvent["details"],
    { before, after }: Change,
    { platform }: WriteContext,
  ): NewEvent {
    const { task, user } = this.#parts;
    const hashes = { ...(before.length === 0 ? {} : { before: platform.hash(before) }), after: platform.hash(after) };
    return { kind, details: { task, user, ...details, ...hashes } };
  }
}

/** As a person names it: its heading. */
const nameOf = ({ time, id }: Pick<MemoryEntry, "time" | "id">): string =>
  id === undefined ? time : `#${id} of ${time}`;

const utf8 = new TextEncoder();
const tolerant = new TextDecoder("utf-8", { ignoreBOM: true });

const joined = (first: Uint8Array, second: Uint8Array): Uint8Array => {
  const all = new Uint8Array(first.length + second.length);
  all.set(first);
  all.set(second, first.length);
  return all;
};
