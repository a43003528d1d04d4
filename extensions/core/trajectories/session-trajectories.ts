/** Trajectories for one session: what was done for its task is kept and sealed, and what is kept can be listed. */

import type { Platform } from "../../platform/platform.ts";
import { WikiError } from "../errors.ts";
import type { SessionSeals } from "../guard/seals/session-seals.ts";
import type { Settings } from "../settings.ts";
import { filesOf } from "../sources/capture-source.ts";
import { listPackets } from "../sources/packet-store.ts";
import { openBindings } from "../tasks/binding-store.ts";
import type { Tasks } from "../tasks/tasks.ts";
import type { LayerName, Vault, WriteContext } from "../vault/vault.ts";
import type { ReadRecord, SessionRecord } from "./recorded.ts";
import { segmentOf } from "./segment.ts";
import {
  type CapturedTrajectory,
  captureTrajectory,
  type ListedTrajectory,
  listedTrajectory,
  type TrajectoryRequest,
} from "./trajectory-store.ts";

export interface TrajectoryWorker {
  readonly context: WriteContext;
  readonly tasks: Pick<Tasks, "capturing" | "list">;
  /** The vault to write to; the project's when no layer is named. */
  target(layer: LayerName | undefined): Promise<Vault>;
}

export interface SessionTrajectoriesParts {
  readonly platform: Platform;
  readonly settings: Pick<Settings, "testCommands">;
  readonly seals: Pick<SessionSeals, "take">;
  /** The vaults that exist now, nearest first. */
  vaults(): Promise<readonly Vault[]>;
}

export type KeptTrajectory = CapturedTrajectory & {
  readonly layer: LayerName;
  /** Absolute. */
  readonly folder: string;
};

export type LayeredTrajectory = ListedTrajectory & { readonly layer: LayerName };

export interface CaptureTrajectoryRequest extends TrajectoryRequest {
  /** The task it was done for, in place of the session's own. */
  readonly task?: string | undefined;
  readonly layer?: LayerName | undefined;
}

export interface Trajectories {
  /** Undefined when nothing was done; throws `task_not_found`. */
  capture(read: ReadRecord, request: CaptureTrajectoryRequest): Promise<KeptTrajectory | undefined>;
  /** Over all vaults, oldest first. */
  list(): Promise<readonly LayeredTrajectory[]>;
}

export type SessionTrajectories = (worker: TrajectoryWorker) => Trajectories;

export const openSessionTrajectories =
  (parts: SessionTrajectoriesParts): SessionTrajectories =>
  (worker) => ({
    capture: (read, request) => capture(read(parts.platform), request, { parts, worker }),
    list: async () =>
      (await parts.vaults()).flatMap((vault) =>
        listPackets(vault, "TRJ").map((packet) => ({ ...listedTrajectory(packet), layer: vault.layer })),
      ),
  });

const capture = async (
  record: SessionRecord,
  { task: named, layer, ...request }: CaptureTrajectoryRequest,
  { parts, worker }: { readonly parts: SessionTrajectoriesParts; readonly worker: TrajectoryWorker },
): Promise<KeptTrajectory | undefined> => {
  // A session in which nothing was done must not make a vault.
  if (segmentOf(record.steps, { captured: new Set() }).length === 0) return undefined;
  const task = named === undefined ? await taskOf(record, parts, worker) : { id: await knownTask(named, worker) };
  const vault = await worker.target(layer);
  const { testCommands } = parts.settings;
  const kept = await captureTrajectory(record, request, { vault, context: worker.context, testCommands, task });
  if (kept === undefined) return undefined;
  if (kept.duplicate_of === undefined) {
    await parts.seals.take(vault, filesOf(kept));
    const bound = named === undefined ? await worker.tasks.capturing() : undefined;
    await bound?.captured(kept.id);
  }
  return { ...kept, layer: vault.layer, folder: vault.files.absolute(kept.path) };
};

/** The task that the recorded session is bound to, and since when. */
const taskOf = async (
  { session }: SessionRecord,
  { platform, vaults }: SessionTrajectoriesParts,
  { tasks }: TrajectoryWorker,
): Promise<{ readonly id: string; readonly since?: string } | undefined> => {
  for (const vault of await vaults()) {
    const binding = openBindings(platform, vault).of(session);
    if (binding !== undefined) return { id: binding.task, since: binding.boundAt };
  }
  const own = await tasks.capturing();
  return own && { id: own.id };
};

const knownTask = async (named: string, { tasks }: TrajectoryWorker): Promise<string> => {
  const id = named.replace(/^tasks\//, "");
  if ((await tasks.list("all")).some(({ task_id }) => task_id === id)) return id;
  throw new WikiError("task_not_found", { task: named });
};
