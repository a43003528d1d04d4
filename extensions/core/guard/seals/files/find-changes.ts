/** Finds what in a vault is not as it was sealed, by signs first and contents where a sign is new. */

import type { Platform } from "../../../../platform/platform.ts";
import { isWikiError } from "../../../errors.ts";
import { packetFolders, vaultPaths } from "../../../vault/layout.ts";
import type { Vault } from "../../../vault/vault.ts";
import { type Seal, sealKindOf } from "../seal.ts";
import type { SealStore } from "../seal-store.ts";

export interface SealChanges {
  /** Sealed files that are gone, or are another content, a link or a folder now. */
  readonly broken: readonly Seal[];
  /** Files in sealed places that have no seal. */
  readonly fresh: readonly string[];
  /** Links in raw/, which no capture makes. */
  readonly links: readonly string[];
}

export interface ChangeFinder {
  find(): Promise<SealChanges>;
  /** What is there without a seal and may stay; it is not found again. */
  leave(paths: readonly string[]): void;
}

interface Parts {
  readonly platform: Platform;
  readonly vault: Vault;
  readonly store: SealStore;
}

export const openChangeFinder = (parts: Parts): ChangeFinder => {
  const { vault, store } = parts;
  const left = new Set<string>();
  let folders: ReadonlyMap<string, string> | undefined;
  return {
    leave: (paths) => {
      for (const path of paths) left.add(path);
    },
    find: async () => {
      const now = signsOfFolders(vault, store);
      if (folders !== undefined && isSame(folders, now)) {
        return { broken: await findBroken(parts, undefined), fresh: [], links: [] };
      }
      const { files, links } = listSealed(vault);
      const present = new Set([...files, ...links]);
      // What went away is new when it comes again.
      for (const path of left) if (!present.has(path)) left.delete(path);
      const broken = await findBroken(parts, new Set(files));
      const seals = store.seals();
      folders = now;
      return {
        broken,
        fresh: files.filter((path) => !seals.has(path) && !left.has(path)),
        links: links.filter((path) => !left.has(path)),
      };
    },
  };
};

/** By their signs; `listed` are the files that a walk has found, which goes through no links. */
const findBroken = async (
  { platform, vault, store }: Parts,
  listed: ReadonlySet<string> | undefined,
): Promise<readonly Seal[]> => {
  const seals = [...store.seals().values()];
  const signs = vault.files.signs(seals.map(({ path }) => path));
  const isSuspect = ({ sign, path }: Seal, now: string | undefined): boolean =>
    sign === "" || sign !== now || listed?.has(path) === false;
  const suspects = seals.filter((seal, index) => isSuspect(seal, signs[index]?.sign));
  const broken = suspects.filter((seal) => !isIntact(seal, vault, platform));
  const isBroken = new Set(broken);
  await store.renew(suspects.filter((seal) => !isBroken.has(seal)).map(({ path }) => path));
  return broken;
};

const isIntact = ({ path, sha256, bytes }: Seal, { files }: Vault, platform: Platform): boolean => {
  try {
    if (files.kind(path) !== "file" || files.state(path)?.size !== bytes) return false;
    const content = files.read(path, bytes);
    return content !== undefined && platform.hash(content) === sha256;
  } catch (error) {
    // Out of reach, or behind a link that leads elsewhere: not what it was.
    if (isWikiError(error)) return false;
    throw error;
  }
};

/** A new file, or one less, shows in the times of its folder. */
const signsOfFolders = ({ files, layout }: Vault, store: SealStore): ReadonlyMap<string, string> => {
  const { raw, tasks } = vaultPaths[layout];
  const folders = new Set<string>([raw, tasks, ...Object.values(packetFolders)]);
  for (const path of store.seals().keys()) {
    for (let folder = parentOf(path); folder !== "" && !folders.has(folder); folder = parentOf(folder)) {
      folders.add(folder);
    }
  }
  const signs = files.signs([...folders]);
  return new Map([...folders].map((folder, index) => [folder, signs[index]?.sign ?? ""]));
};

const parentOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf("/")));

const isSame = (a: ReadonlyMap<string, string>, b: ReadonlyMap<string, string>): boolean =>
  a.size === b.size && [...a].every(([folder, sign]) => b.get(folder) === sign);

const listSealed = (vault: Vault): { readonly files: readonly string[]; readonly links: readonly string[] } => {
  const { files, layout } = vault;
  const { raw, tasks, config } = vaultPaths[layout];
  const [captured, remembered] = [files.scan(raw), files.scan(tasks)];
  const found = [...captured.files, ...remembered.files].map(({ path }) => path);
  const all = files.kind(config) === "file" ? [config, ...found] : found;
  return {
    files: all.filter((path) => sealKindOf(path, layout) !== undefined),
    links: captured.skipped.filter(({ reason }) => reason === "link").map(({ path }) => path),
  };
};
