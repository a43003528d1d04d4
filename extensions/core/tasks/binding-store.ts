/**
 * Which task a session works on: `meta/task_bindings/<session>.json` {task_id, bound_at, captures: [packet id]}. A
 * capture that succeeded is noted; the session stays bound. One machine's business, and not committed.
 */

import type { Files, Platform } from "../../platform/platform.ts";
import { isWikiError } from "../errors.ts";
import { addDays, compareInstants, isTime } from "../instant.ts";
import { parseJsonObject } from "../ledger/canonical.ts";
import { vaultPaths } from "../vault/layout.ts";
import type { Vault } from "../vault/vault.ts";

export interface Binding {
  readonly task: string;
  readonly boundAt: string;
  /** Packets that were captured for the task. */
  readonly captures: readonly string[];
}

export interface BindingStore {
  of(session: string): Binding | undefined;
  bind(session: string, task: string): Promise<void>;
  unbind(session: string): Promise<void>;
  /** Notes that a capture took its task from the binding. */
  consume(session: string, packet: string): Promise<void>;
}

const keptDays = 30;
const largestFile = 64 * 1024;

export const openBindings = (platform: Platform, { files, layout }: Vault): BindingStore => {
  const folder = vaultPaths[layout].taskBindings;
  const placeOf = (session: string): string => `${folder}/${safeName(session, platform)}.json`;
  const write = (place: string, { task, boundAt, captures }: Binding): Promise<void> =>
    files.write(place, `${JSON.stringify({ task_id: task, bound_at: boundAt, captures })}\n`);
  return {
    of: (session) => readBinding(files, placeOf(session)),
    bind: async (session, task) => {
      const now = platform.now();
      await write(placeOf(session), { task, boundAt: now, captures: [] });
      await sweep(files, { folder, oldest: addDays(now, -keptDays) });
    },
    unbind: (session) => files.remove(placeOf(session)),
    consume: async (session, packet) => {
      const place = placeOf(session);
      await files.withLock(place, async () => {
        const known = readBinding(files, place);
        if (known !== undefined) await write(place, { ...known, captures: [...known.captures, packet] });
      });
    },
  };
};

/** Ids that are no plain file names go by their hash, marked so that no plain name can be the same. */
const safeName = (session: string, { hash }: Platform): string =>
  /^[A-Za-z0-9][\w-]{0,99}$/.test(session) ? session : `_${hash(session).slice(0, 32)}`;

const readBinding = (files: Files, place: string): Binding | undefined => {
  try {
    const text = files.readText(place, largestFile);
    const {
      task_id: task,
      bound_at: boundAt,
      captures,
    } = (text === undefined ? undefined : parseJsonObject(text)) ?? {};
    if (typeof task !== "string" || typeof boundAt !== "string") return undefined;
    const packets = Array.isArray(captures) ? captures.filter((one) => typeof one === "string") : [];
    return { task, boundAt, captures: packets };
  } catch (error) {
    // A session whose binding can't be read is bound to nothing.
    if (isWikiError(error)) return undefined;
    throw error;
  }
};

/** Removes bindings of sessions that ended long ago; one whose time can't be told stays. */
const sweep = async (
  files: Files,
  { folder, oldest }: { readonly folder: string; readonly oldest: string },
): Promise<void> => {
  for (const { path } of files.scan(folder, ".json").files) {
    const boundAt = readBinding(files, path)?.boundAt;
    if (boundAt !== undefined && isTime(boundAt) && compareInstants(boundAt, oldest) < 0) await files.remove(path);
  }
};
