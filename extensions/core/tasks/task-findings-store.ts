/** Reads all tasks of a vault for what is wrong with their files. */

import { isWikiError } from "../errors.ts";
import type { Finding } from "../finding.ts";
import type { JsonValue } from "../ledger/canonical.ts";
import type { LedgerEvent } from "../ledger/event.ts";
import { vaultPaths } from "../vault/layout.ts";
import type { Vault } from "../vault/vault.ts";
import { parseMemory } from "./memory/memory-file.ts";
import { parseTask } from "./task-file.ts";
import { type KnownEntries, memoryFindings } from "./task-findings.ts";

export interface TaskFindingsParts {
  readonly hash: (text: string) => string;
  /** Of the vault's ledger; asked for where there is a memory. */
  events(): readonly LedgerEvent[];
}

const openKnown = ({ hash, events }: TaskFindingsParts): ((task: string) => KnownEntries) => {
  let hashes: Map<string, Set<string>> | undefined;
  return (task) => ({
    hash,
    of: (user, id) => {
      hashes ??= rememberedIn(events());
      return hashes.get(keyOf(task, user, id));
    },
  });
};

const rememberedIn = (events: readonly LedgerEvent[]): Map<string, Set<string>> => {
  const hashes = new Map<string, Set<string>>();
  for (const { kind, details } of events) {
    if (kind !== "task_memory_added") continue;
    const key = keyOf(details["task"], details["user"], details["entry"]);
    hashes.set(key, (hashes.get(key) ?? new Set()).add(String(details["sha256"])));
  }
  return hashes;
};

const keyOf = (...names: readonly (JsonValue | undefined)[]): string => names.map(String).join("\n");

const largestFile = 32 * 1024 * 1024;

const place = /^([^/]+)\/(?:(task)|memories(?:-archive)?\/[^/]+)\.md$/;

/** A file that can't be read is a finding, and the others are looked at. */
export const taskFindings = ({ files, layout }: Vault, parts: TaskFindingsParts): readonly Finding[] => {
  const known = openKnown(parts);
  const { tasks } = vaultPaths[layout];
  return files.scan(tasks, ".md").files.flatMap(({ path }): readonly Finding[] => {
    const [, task, isTask] = place.exec(path.slice(tasks.length + 1)) ?? [];
    if (task === undefined) return [];
    try {
      const text = files.readText(path, largestFile) ?? "";
      if (isTask !== undefined) return parseTask(task, { path, text }).findings;
      return memoryFindings({ task, path, file: parseMemory(text) }, known(task));
    } catch (error) {
      if (!isWikiError(error)) throw error;
      const { message, hint: remedy } = error;
      return [{ code: "task-unreadable", severity: "error", path, line: 0, message, remedy }];
    }
  });
};
