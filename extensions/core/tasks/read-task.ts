/** Reads what a task has taught: its memories, its pages, and which of it must not be shown. */

import type { Platform } from "../../platform/platform.ts";
import { openLedger } from "../ledger/ledger-store.ts";
import { type BelievedFacts, exclusionOf } from "../recall/admission.ts";
import type { Settings } from "../settings.ts";
import { openTombstones } from "../trust/tombstones/tombstone-store.ts";
import type { Vault } from "../vault/vault.ts";
import type { FoundTask } from "./find-task.ts";
import type { IsWithheld } from "./memory/compaction.ts";
import { entryKey, liveEntries, type MemoryEntry } from "./memory/memory-file.ts";
import { type MemoryStore, openMemory } from "./memory/memory-store.ts";
import type { KeptEntry } from "./memory/search-memory.ts";
import { type TaskContext, taskContext } from "./task-context.ts";

export interface TaskReader {
  memory(found: FoundTask): MemoryStore;
  context(found: FoundTask, rules: { readonly tokens: number; readonly withPages: boolean }): Promise<TaskContext>;
  /** That hold: one's own with the archive, and of others what they have not archived. */
  entries(found: FoundTask): readonly KeptEntry[];
  /** Whether a text states what was rejected. */
  withheld(found: FoundTask): IsWithheld;
}

export interface TaskReaderParts {
  readonly platform: Platform;
  readonly settings: Pick<Settings, "otherUsers">;
  facts(vault: Vault): Promise<Iterable<BelievedFacts>>;
}

export const openTaskReader = ({ platform, settings, facts }: TaskReaderParts): TaskReader => {
  const { user } = platform.environment;
  const memory = (found: FoundTask): MemoryStore => {
    const { vault, task } = found;
    const ledger = openLedger({ platform, vault });
    return openMemory({ vault, ledger, task: task.id, user, isWithheld: withheld(found) });
  };
  const otherUsers = (of: MemoryStore): readonly string[] =>
    settings.otherUsers === "off" ? [] : of.users().filter((other) => other !== user);
  const withheld = ({ vault, task }: FoundTask): IsWithheld => {
    let isBlocked: IsWithheld | undefined;
    return (text) => {
      isBlocked ??= openBlocked(vault, task.id);
      return isBlocked(text);
    };
  };
  const openBlocked = (vault: Vault, task: string): IsWithheld => {
    const tombstones = openTombstones({ platform, vault, ledger: openLedger({ platform, vault }) });
    if (tombstones.all().length === 0) return () => false;
    return (text) => tombstones.blocks([text], { task }).length > 0;
  };
  const pages = async ({ vault, task }: FoundTask): Promise<readonly LinkedPage[]> => {
    const rules = { types: [], include: [], task: task.id, asOf: platform.now(), isAutomatic: true };
    const linked: LinkedPage[] = [];
    for (const page of await facts(vault)) {
      if (page.taskId !== task.id || exclusionOf(page, rules) !== undefined) continue;
      linked.push({ id: page.id, title: page.status === "draft" ? `[unconfirmed] ${page.title}` : page.title });
    }
    return linked;
  };
  return {
    memory,
    withheld,
    context: async (found, { tokens, withPages }) => {
      const own = memory(found);
      return taskContext({
        task: found.task,
        own: own.read(user),
        others: otherUsers(own).map((other) => ({ user: other, file: own.read(other) })),
        pages: withPages ? await pages(found) : [],
        tokens,
        isWithheld: withheld(found),
      });
    },
    entries: (found) => {
      const own = memory(found);
      const kept = (of: string, entries: readonly MemoryEntry[], isArchived: boolean): readonly KeptEntry[] =>
        entries.map((entry) => ({ task: found.task.id, user: of, entry, isArchived }));
      const file = own.read(user);
      // What a compaction that was cut short left in both places is told of where it can be corrected.
      const keys = new Set(file.entries.map(entryKey));
      const archived = liveEntries(own.archived(user)).filter((entry) => !keys.has(entryKey(entry)));
      return [
        ...kept(user, liveEntries(file), false),
        ...kept(user, archived, true),
        ...otherUsers(own).flatMap((other) => kept(other, liveEntries(own.read(other)), false)),
      ];
    },
  };
};

type LinkedPage = { readonly id: string; readonly title: string };
