/** Finds the task that a session means: by name, by what it is bound to, or by its branch. */

import type { Platform } from "../../platform/platform.ts";
import { WikiError } from "../errors.ts";
import { openLedger } from "../ledger/ledger-store.ts";
import type { Vault } from "../vault/vault.ts";
import { openBindings } from "./binding-store.ts";
import { currentBranch, mergedBranches } from "./task-branches.ts";
import type { Task } from "./task-file.ts";
import { openTaskStore, type TaskStore } from "./task-store.ts";

export interface FoundTask {
  readonly vault: Vault;
  readonly store: TaskStore;
  readonly task: Task;
}

export interface TaskOffers {
  /** Open on the session's branch. */
  readonly here: readonly Task[];
  /** Open, and their branch is merged into the session's: what they taught is to become pages. */
  readonly merged: readonly Task[];
}

export interface TaskFinder {
  store(vault: Vault): TaskStore;
  all(): Promise<readonly FoundTask[]>;
  /** Throws `task_not_found`; without a name the session's task, and `invalid_input` where it has none. */
  find(given: string | undefined): Promise<FoundTask>;
  bound(): Promise<FoundTask | undefined>;
  /** The bound one, else the only one that is open on the branch. */
  current(): Promise<FoundTask | undefined>;
  offers(): Promise<TaskOffers>;
  /** False where there is no session. */
  bind(found: FoundTask, session?: string): Promise<boolean>;
  /** Notes in the session's binding that a packet was captured for the task. */
  consume(found: FoundTask, packet: string): Promise<void>;
  inherit(parent: string): Promise<void>;
}

export interface TaskFinderParts {
  readonly platform: Platform;
  readonly cwd: string;
  readonly session: string | undefined;
  vaults(): Promise<readonly Vault[]>;
}

export const openTaskFinder = ({ platform, cwd, session, vaults }: TaskFinderParts): TaskFinder => {
  const store = (vault: Vault): TaskStore => openTaskStore(vault, openLedger({ platform, vault }));
  const findIn = (vault: Vault, given: string): FoundTask | undefined => {
    const own = store(vault);
    const task = own.find(given);
    return task === undefined ? undefined : { vault, store: own, task };
  };
  const all = async (): Promise<readonly FoundTask[]> =>
    (await vaults()).flatMap((vault) =>
      store(vault)
        .ids()
        .flatMap((id) => findIn(vault, id) ?? []),
    );
  const boundTo = async (id: string): Promise<FoundTask | undefined> => {
    for (const vault of await vaults()) {
      const task = openBindings(platform, vault).of(id)?.task;
      if (task !== undefined) return findIn(vault, task);
    }
    return undefined;
  };
  const bound = async (): Promise<FoundTask | undefined> => (session === undefined ? undefined : boundTo(session));
  /** A task of the personal vault belongs to no branch. */
  const openOnes = async (): Promise<readonly FoundTask[]> =>
    (await all()).filter(({ task, vault }) => task.status === "active" && vault.layer === "project");
  const here = (open: readonly FoundTask[]): Promise<readonly FoundTask[]> => onBranch(open, { platform, cwd });
  const current = async (): Promise<FoundTask | undefined> => {
    const own = await bound();
    if (own !== undefined) return own;
    const [first, second] = await here(await openOnes());
    return second === undefined ? first : undefined;
  };
  const bind = async ({ vault, task }: FoundTask, to = session): Promise<boolean> => {
    if (to === undefined) return false;
    // A session works on one task, whatever vault it is in.
    for (const other of await vaults()) if (other.key !== vault.key) await openBindings(platform, other).unbind(to);
    await openBindings(platform, vault).bind(to, task.id);
    return true;
  };
  return {
    store,
    all,
    bound,
    current,
    bind,
    find: async (given) => {
      if (given === undefined) return (await current()) ?? refuseUnnamed();
      for (const vault of await vaults()) {
        const found = findIn(vault, given);
        if (found !== undefined) return found;
      }
      throw new WikiError("task_not_found", { task: given });
    },
    offers: async () => {
      const open = await openOnes();
      const ofBranch = new Set(await here(open));
      const elsewhere = open.filter((found) => !ofBranch.has(found) && found.task.branch !== undefined);
      const merged = elsewhere.length === 0 ? new Map<string, string>() : await mergedBranches(platform, cwd);
      // A branch without a commit of its own is merged everywhere.
      const isMerged = ({ task: { branch = "", baseCommit } }: FoundTask): boolean =>
        merged.has(branch) && merged.get(branch) !== baseCommit;
      return {
        here: [...ofBranch].map(({ task }) => task),
        merged: elsewhere.filter(isMerged).map(({ task }) => task),
      };
    },
    consume: async ({ vault }, packet) => {
      if (session !== undefined) await openBindings(platform, vault).consume(session, packet);
    },
    inherit: async (parent) => {
      if (session === undefined || (await bound()) !== undefined) return;
      const found = await boundTo(parent);
      if (found !== undefined) await bind(found);
    },
  };
};

const onBranch = async (
  open: readonly FoundTask[],
  { platform, cwd }: Pick<TaskFinderParts, "platform" | "cwd">,
): Promise<readonly FoundTask[]> => {
  if (open.length === 0) return [];
  const branch = await currentBranch(platform, cwd);
  return open.filter(({ task }) => task.branch === branch);
};

const refuseUnnamed = (): never => {
  throw new WikiError(
    "invalid_input",
    { what: "task", problem: "none is named, and the session works on none" },
    "Name one, or bind the session to one; `pi-wiki task list` shows them.",
  );
};
