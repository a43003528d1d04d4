/** The tasks of a vault: finds, opens and closes them, each change with its event. */

import { WikiError } from "../errors.ts";
import type { Ledger } from "../ledger/ledger-store.ts";
import { slugify } from "../pages/slug.ts";
import { vaultPaths } from "../vault/layout.ts";
import type { Vault, WriteContext } from "../vault/vault.ts";
import { closedTaskText, type NewTask, newTaskText, parseTask, type Task, type TaskStatus } from "./task-file.ts";

export interface TaskStore {
  /** Sorted. */
  ids(): readonly string[];
  /** By its id, or by its title. */
  find(given: string): Task | undefined;
  /** Throws `name_taken` with the path of the task that has this name. */
  open(task: Omit<NewTask, "id" | "createdAt">, context: WriteContext): Promise<Task>;
  /** False for a task that is closed already. */
  close(id: string, status: Exclude<TaskStatus, "active">, context: WriteContext): Promise<boolean>;
  /** Of `task.md`, absolute. */
  pathOf(id: string): string;
}

const largestFile = 1024 * 1024;

export const openTaskStore = (vault: Vault, ledger: Pick<Ledger, "append">): TaskStore => {
  const { files, layout } = vault;
  const { tasks } = vaultPaths[layout];
  const placeOf = (id: string): string => `${tasks}/${id}/task.md`;
  const pathOf = (id: string): string => files.absolute(placeOf(id));
  const ids = (): readonly string[] =>
    (files.kind(tasks) === "folder" ? files.list(tasks) : []).filter((name) => !name.startsWith(".") && isTask(name));
  // A folder alone may be left of an opening that was cut short.
  const isTask = (name: string): boolean =>
    files.kind(placeOf(name)) === "file" || files.kind(`${tasks}/${name}/memories`) === "folder";
  const read = (id: string): Task =>
    parseTask(id, { path: placeOf(id), text: files.readText(placeOf(id), largestFile) ?? "" });
  const idOf = (given: string): string | undefined => {
    const wanted = [given, slugify(given)].map(fold);
    const known = ids();
    return known.find((id) => id === given) ?? known.find((id) => wanted.includes(fold(id)));
  };
  return {
    ids,
    pathOf,
    find: (given) => {
      const id = idOf(given);
      return id === undefined ? undefined : read(id);
    },
    open: async (task, context) => {
      const id = slugify(task.title);
      const taken = idOf(id);
      if (taken !== undefined && files.kind(placeOf(taken)) === "file")
        throw new WikiError("name_taken", { path: pathOf(taken) }, takenHint);
      const { platform } = context;
      const text = newTaskText({ ...task, id, createdAt: platform.now() });
      await ledger.append(context, [{ kind: "task_opened", details: { task: id, after: platform.hash(text) } }]);
      // Somebody may have been faster.
      const isNew = await files.create(placeOf(id), text);
      if (!isNew) throw new WikiError("name_taken", { path: pathOf(id) }, takenHint);
      return read(id);
    },
    close: async (id, status, context) => {
      const path = placeOf(id);
      return files.withLock(path, async () => {
        const text = files.readText(path, largestFile) ?? "";
        if (parseTask(id, { path, text }).status !== "active") return false;
        const { platform } = context;
        const closed = closedTaskText(text, { status, at: platform.now(), path });
        const [before, after] = [platform.hash(text), platform.hash(closed)];
        await ledger.append(context, [{ kind: "task_closed", details: { task: id, status, before, after } }]);
        await files.write(path, closed);
        return true;
      });
    },
  };
};

const takenHint = "Go on with that task, or choose another title; a task is not renamed.";

const fold = (id: string): string => id.normalize("NFC").toLowerCase();
