/** Finds what in a vault is not as it was sealed, by signs first and contents where a sign is new. */

import type { Platform } from "../../../../platform/platform.ts";
import { isWikiError } from "../../../errors.ts";
import { packetFolders, vaultPaths } from "../../../vault/layout.ts";
import type { Vault } from "../../../vault/vault.ts";
import { packetOf, type Seal, sealKindOf } from "../seal.ts";
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
  /** Without `everywhere`, a file that was added to a packet's folder is not found: half as many looks are taken. */
  find(everywhere: boolean): Promise<SealChanges>;
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
  const signs = openFolderSigns(vault, store);
  let before: FolderSigns | undefined;
  return {
    leave: (paths) => {
      for (const path of paths) left.add(path);
    },
    find: async (everywhere) => {
      const now: FolderSigns = { holders: signs.holders(), packets: everywhere ? signs.packets() : before?.packets };
      if (before !== undefined && isSame(before.holders, now.holders) && isSame(before.packets, now.packets)) {
        return { broken: await findBroken(parts, undefined), fresh: [], links: [] };
      }
      const { files, links } = listSealed(vault);
      const present = new Set([...files, ...links]);
      // What went away is new when it comes again.
      for (const path of left) if (!present.has(path)) left.delete(path);
      const broken = await findBroken(parts, new Set(files));
      const seals = store.seals();
      before = now;
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
interface FolderSigns {
  /** Of the folders that hold packets, and of those of task memory. */
  readonly holders: readonly string[];
  /** Of packets and the folders in them; undefined before they were first looked at. */
  readonly packets: readonly string[] | undefined;
}

const openFolderSigns = ({ files, layout }: Vault, store: SealStore) => {
  const { raw, tasks } = vaultPaths[layout];
  let known: { version: number; holders: readonly string[]; packets: readonly string[] } | undefined;
  const folders = () => {
    const version = store.version();
    if (known?.version === version) return known;
    const all = new Set<string>([raw, tasks, ...Object.values(packetFolders)]);
    for (const path of store.seals().keys()) {
      for (let folder = parentOf(path); folder !== "" && !all.has(folder); folder = parentOf(folder)) all.add(folder);
    }
    const isPacket = (folder: string): boolean => packetOf(`${folder}/x`) !== undefined;
    const sorted = [...all].sort();
    known = { version, holders: sorted.filter((one) => !isPacket(one)), packets: sorted.filter(isPacket) };
    return known;
  };
  const signsOf = (of: readonly string[]): readonly string[] =>
    files.signs(of).map((sign, index) => `${of[index] ?? ""} ${sign?.sign ?? ""}`);
  return { holders: () => signsOf(folders().holders), packets: () => signsOf(folders().packets) };
};

const parentOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf("/")));

const isSame = (a: readonly string[] = [], b: readonly string[] = []): boolean =>
  a.length === b.length && a.every((sign, index) => sign === b[index]);

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
