/**
 * Remembers which pages a session has been sent, so that none is sent twice: `sessions/<name>.json` in the state
 * folder, {updated, pages: [content hash]}. Only a convenience: what can't be read or kept is as good as absent.
 */

import type { Files, Instant, Platform } from "../../platform/platform.ts";
import { isWikiError } from "../errors.ts";
import { addDays, compareInstants } from "../instant.ts";
import { parseJsonObject } from "../ledger/canonical.ts";

export interface SessionStore {
  /** Content hashes of the pages that the session has been sent. */
  seen(session: string): ReadonlySet<string>;
  add(session: string, hashes: readonly string[]): Promise<void>;
}

const folder = "sessions";
const keptDays = 30;
const mostPages = 2_000;
const largestFile = 1024 * 1024;

export const openSessionStore = (platform: Platform): SessionStore => {
  const files = platform.files(platform.environment.stateRoot);
  const placeOf = (session: string): string => `${folder}/${safeName(session, platform)}.json`;
  return {
    seen: (session) => new Set(readEntry(files, placeOf(session))?.pages),
    add: async (session, hashes) => {
      try {
        await keep(files, { place: placeOf(session), hashes, now: platform.now() });
      } catch (error) {
        // The page is sent once more; that is all.
        if (!isWikiError(error)) throw error;
      }
    },
  };
};

/** Ids that are no plain file names go by their hash, marked so that no plain name can be the same. */
const safeName = (session: string, { hash }: Platform): string =>
  /^[a-z0-9-]{1,64}$/.test(session) ? session : `_${hash(session).slice(0, 32)}`;

interface Entry {
  readonly updated: Instant;
  readonly pages: readonly string[];
}

const readEntry = (files: Files, place: string): Entry | undefined => {
  try {
    const text = files.readText(place, largestFile);
    const { updated, pages } = (text === undefined ? undefined : parseJsonObject(text)) ?? {};
    if (typeof updated !== "string" || !Array.isArray(pages)) return undefined;
    return { updated, pages: pages.filter((page) => typeof page === "string") };
  } catch (error) {
    if (isWikiError(error)) return undefined;
    throw error;
  }
};

const keep = async (
  files: Files,
  { place, hashes, now }: { readonly place: string; readonly hashes: readonly string[]; readonly now: Instant },
): Promise<void> => {
  const isNew = files.kind(place) === undefined;
  await files.withLock(place, async () => {
    const known = readEntry(files, place)?.pages ?? [];
    const pages = [...new Set([...known, ...hashes])].slice(-mostPages);
    await files.write(place, `${JSON.stringify({ updated: now, pages })}\n`);
  });
  if (isNew) await sweep(files, addDays(now, -keptDays));
};

/** Removes the files of sessions that ended long ago. */
const sweep = async (files: Files, oldest: Instant): Promise<void> => {
  for (const { path } of files.scan(folder, ".json").files) {
    const entry = readEntry(files, path);
    if (entry === undefined || compareInstants(entry.updated, oldest) < 0) await files.remove(path);
  }
};
