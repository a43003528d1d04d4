/** What a vault already holds, as far as an import must know it: which names are taken, which content is there. */

import type { Platform } from "../../../platform/platform.ts";
import { isWikiError } from "../../errors.ts";
import type { LedgerEvent } from "../../ledger/event.ts";
import type { Ledger } from "../../ledger/ledger-store.ts";
import { pageIdOf } from "../../pages/parse-page.ts";
import { vaultPaths } from "../layout.ts";
import { foldId, newPagePath, pageFileLimit } from "../page-files.ts";
import type { Vault } from "../vault.ts";

export interface KnownPages {
  /** The page that holds this content, or that was imported from it, by the content's hash. */
  idOf(hash: string): string | undefined;
  isTaken(foldedId: string): boolean;
  /** Counts a page as there that is about to be written. */
  add(id: string, hashes: readonly string[]): void;
  /** Takes in what other processes have created since; exact while no page can be created. */
  refresh(): void;
}

export const openKnownPages = (
  platform: Platform,
  { vault, ledger }: { readonly vault: Vault; readonly ledger: Pick<Ledger, "read"> },
): KnownPages => {
  const taken = new Set<string>();
  const idByHash = new Map<string, string>();
  let seen: readonly LedgerEvent[] = [];

  const pending = new Set<string>();
  const add = (id: string, hashes: readonly string[]): void => {
    taken.add(foldId(id));
    for (const hash of hashes) idByHash.set(hash, id);
  };
  // An event comes before its page, and a crash may leave it without one.
  const isOnDisk = (id: string): boolean => vault.files.kind(newPagePath(vault, id)) === "file";
  const refresh = (): void => {
    const { events } = ledger.read();
    const isContinued = events[seen.length - 1]?.hash === seen.at(-1)?.hash;
    for (const { details } of isContinued ? events.slice(seen.length) : events) {
      const { page, after, source_hash: source } = details;
      if (typeof page === "string" && isOnDisk(page)) add(page, [after, source].filter(isText));
    }
    seen = events;
  };
  // The ledger first, so that what the files hold now outranks what they held when they were written.
  refresh();
  for (const { path } of vault.files.scan(vaultPaths[vault.layout].wiki, ".md").files) {
    add(pageIdOf(path), hashesOf(platform, vault, path));
  }
  return {
    idOf: (hash) => {
      const id = idByHash.get(hash);
      return id !== undefined && (pending.has(id) || isOnDisk(id)) ? id : undefined;
    },
    isTaken: (id) => taken.has(id),
    add: (id, hashes) => {
      pending.add(id);
      add(id, hashes);
    },
    refresh,
  };
};

const isText = (value: unknown): value is string => typeof value === "string";

const hashesOf = (platform: Platform, vault: Vault, path: string): readonly string[] => {
  try {
    const bytes = vault.files.read(path, pageFileLimit);
    return bytes === undefined ? [] : [platform.hash(bytes)];
  } catch (error) {
    // Its name is taken all the same; what is in it can't be compared.
    if (isWikiError(error)) return [];
    throw error;
  }
};
