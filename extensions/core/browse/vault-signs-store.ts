/** A cheap sign of what a vault holds beside its pages: it differs after a change of any of these files. */

import type { Files, Platform } from "../../platform/platform.ts";
import { isWikiError } from "../errors.ts";
import { vaultPaths } from "../vault/layout.ts";
import type { Vault } from "../vault/vault.ts";

/** Ledger, usage, settings, tasks; names of packets. Derived files say nothing of their own. */
export const signOfVault = (platform: Platform, vault: Vault): string => {
  const { meta, tasks, raw, config, revisions } = vaultPaths[vault.layout];
  const { files } = vault;
  const state = platform.files(platform.paths.join(platform.environment.stateRoot, vault.key));
  const signs = [
    ...statesIn(files, meta, ".jsonl"),
    ...statesIn(files, tasks, ".md"),
    ...statesIn(files, revisions, ".md"),
    ...statesIn(state, "usage", ".jsonl"),
    ...files.signs([config]).map((sign) => sign?.sign ?? ""),
    ...timesIn(files, raw),
  ];
  return platform.hash(signs.join("\n"));
};

const statesIn = (files: Files, folder: string, suffix: string): readonly string[] =>
  quietly(() =>
    files.scan(folder, suffix).files.map(({ path, size, mtimeMs, inode }) => `${path} ${size} ${mtimeMs} ${inode}`),
  );

const timesIn = (files: Files, folder: string): readonly string[] =>
  quietly(() => [...files.folderTimes(folder)].map(([path, time]) => `${path} ${time}`));

/** What can't be read is as it is: whoever shows it says why. */
const quietly = (read: () => readonly string[]): readonly string[] => {
  try {
    return read();
  } catch (error) {
    if (isWikiError(error)) return [error.message];
    throw error;
  }
};
