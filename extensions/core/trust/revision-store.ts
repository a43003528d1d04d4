/** Proposed texts of pages, kept by their hash until a person has decided on them. Never pages themselves. */

import type { Platform } from "../../platform/platform.ts";
import { vaultPaths } from "../vault/layout.ts";
import { pageFileLimit } from "../vault/page-files.ts";
import type { Vault } from "../vault/vault.ts";

export interface Revisions {
  /** Keeps a proposed file; its SHA-256 is the name to ask for it by. */
  put(text: string): Promise<string>;
  /** Undefined for one that is gone or was altered. */
  read(hash: string): string | undefined;
  remove(hash: string): Promise<void>;
}

export const openRevisions = (platform: Platform, { files, layout }: Vault): Revisions => {
  const pathOf = (hash: string): string => `${vaultPaths[layout].revisions}/${hash}.md`;
  const isHash = (hash: string): boolean => /^[0-9a-f]{64}$/.test(hash);
  const read = (hash: string): string | undefined => {
    const text = isHash(hash) ? files.readText(pathOf(hash), pageFileLimit) : undefined;
    return text !== undefined && platform.hash(text) === hash ? text : undefined;
  };
  return {
    put: async (text) => {
      const hash = platform.hash(text);
      if (read(hash) === undefined) await files.write(pathOf(hash), text);
      return hash;
    },
    read,
    remove: async (hash) => {
      if (isHash(hash)) await files.remove(pathOf(hash));
    },
  };
};
