/** Takes tasks of another folder into a vault: new files whole, and into a memory that is there what it lacks. */

import type { NewEvent } from "../ledger/event.ts";
import type { Ledger } from "../ledger/ledger-store.ts";
import { vaultPaths } from "../vault/layout.ts";
import type { Vault, WriteContext } from "../vault/vault.ts";
import { olderMemory, type TaskFile } from "./imported-task.ts";
import { archiveAddition, parseMemory } from "./memory/memory-file.ts";

export interface ImportedTaskFile {
  /** Relative to the vault's root. */
  readonly to: string;
  /** What came in; undefined when all of it was there already, or can't be read. */
  readonly text: string | undefined;
}

export interface TaskImport {
  readonly vault: Vault;
  readonly ledger: Pick<Ledger, "append">;
  readonly context: WriteContext;
  read(path: string): string | undefined;
}

const largestFile = 32 * 1024 * 1024;

export const importTaskFile = async (file: TaskFile, setting: TaskImport): Promise<ImportedTaskFile> => {
  const { vault } = setting;
  const to = `${vaultPaths[vault.layout].tasks}/${file.task}/${file.to}`;
  const given = textOf(file, setting);
  const text =
    given === undefined ? undefined : await vault.files.withLock(to, () => put(file, { to, given }, setting));
  return { to, text };
};

const textOf = (file: TaskFile, { read, context }: TaskImport): string | undefined => {
  const text = read(file.path);
  if (text === undefined || !file.isOlder) return text;
  const taskPath = `${file.path.slice(0, file.path.lastIndexOf("/"))}/task.md`;
  return olderMemory(text, { text: read(taskPath) ?? "", now: context.platform.now() });
};

const put = async (
  file: TaskFile,
  { to, given }: { readonly to: string; readonly given: string },
  { vault, ledger, context }: TaskImport,
): Promise<string | undefined> => {
  const present = vault.files.readText(to, largestFile);
  const added = present === undefined ? given : additionTo(file, { present, given });
  if (added === "") return undefined;
  const { platform } = context;
  const after = (present ?? "") + added;
  const before = present === undefined ? {} : { before: platform.hash(present) };
  const details = { task: file.task, file: file.path, ...before, after: platform.hash(after) };
  const events: readonly NewEvent[] = [{ kind: "import", details }];
  await ledger.append(context, events);
  await vault.files.write(to, after);
  return added;
};

/** A task's own text belongs to the vault once it is there. */
const additionTo = (
  { to }: TaskFile,
  { present, given }: { readonly present: string; readonly given: string },
): string => {
  if (to === "task.md") return "";
  const [file, there] = [parseMemory(given), parseMemory(present)];
  return archiveAddition(there, { file, moved: file.entries });
};
