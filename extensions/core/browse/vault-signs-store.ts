/** Cheap signs of what a vault holds beside its pages, which differ after a change of any of these files; and where all of it is. */

import type { Files, Platform } from "../../platform/platform.ts";
import { isWikiError } from "../errors.ts";
import { packetFolders, vaultPaths } from "../vault/layout.ts";
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

/**
 * Absolute folders that hold what is shown of a vault: its pages, what the sign is made of, and the names of packets.
 * Not what is in packets: it does not change.
 */
export const foldersOfVault = (platform: Platform, vault: Vault): readonly string[] => {
  const { meta, tasks, raw, wiki, config, revisions, telemetry } = vaultPaths[vault.layout];
  const { paths, environment } = platform;
  const below = (folder: string): readonly string[] => [...timesByPath(vault.files, folder).keys()];
  const own = [
    "",
    paths.dirname(config),
    meta,
    telemetry,
    raw,
    ...Object.values(packetFolders),
    ...[wiki, tasks, revisions].flatMap(below),
  ];
  const state = paths.join(environment.stateRoot, vault.key, "usage");
  return [...new Set([...own.map((folder) => paths.join(vault.root, folder)), state])];
};

const statesIn = (files: Files, folder: string, suffix: string): readonly string[] =>
  quietly(() =>
    files.scan(folder, suffix).files.map(({ path, size, mtimeMs, inode }) => `${path} ${size} ${mtimeMs} ${inode}`),
  );

const timesIn = (files: Files, folder: string): readonly string[] =>
  quietly(() => [...files.folderTimes(folder)].map(([path, time]) => `${path} ${time}`));

const timesByPath = (files: Files, folder: string): ReadonlyMap<string, number> => {
  try {
    return files.folderTimes(folder);
  } catch (error) {
    if (isWikiError(error)) return new Map();
    throw error;
  }
};

/** What can't be read is as it is: whoever shows it says why. */
const quietly = (read: () => readonly string[]): readonly string[] => {
  try {
    return read();
  } catch (error) {
    if (isWikiError(error)) return [error.message];
    throw error;
  }
};
