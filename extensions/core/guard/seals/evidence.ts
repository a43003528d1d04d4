/** Keeps what was altered, under outputs/, before the sealed content takes its place. */

import type { Platform } from "../../../platform/platform.ts";
import { isWikiError } from "../../errors.ts";
import { vaultPaths } from "../../vault/layout.ts";
import type { Vault } from "../../vault/vault.ts";

export interface Evidence {
  /** `outputs/tampered/<time>-<random>`, made when first needed; paths below it are as they were. */
  readonly folder: string;
  /** Puts a copy of a file, or what stands in its place, aside; its new place, or undefined when nothing was there. */
  keep(path: string): Promise<string | undefined>;
  /** Moves what should not be there at all out of its place. */
  takeOut(path: string): Promise<string | undefined>;
}

const largest = 1024 ** 3;

/** One folder for each check. */
export const openEvidence = (platform: Platform, vault: Vault): Evidence => {
  const { files, layout } = vault;
  const time = platform.now().replace(/[:.]/g, "-");
  const folder = `${vaultPaths[layout].outputs}/tampered/${time}-${platform.newId(4)}`;
  const takeOut = async (path: string): Promise<string | undefined> => {
    const place = `${folder}/${path}`;
    await files.move(path, place);
    return place;
  };
  return {
    folder,
    takeOut,
    keep: async (path) => {
      const kind = kindWithin(vault, path);
      if (kind === undefined) return undefined;
      if (kind !== "file") return takeOut(path);
      const place = `${folder}/${path}`;
      await files.create(place, files.read(path, largest) ?? "");
      return place;
    },
  };
};

/** Clears the way to a path: what stands where a folder should be is taken out. */
export const clearWay = async (vault: Vault, path: string, evidence: Evidence): Promise<void> => {
  const names = path.split("/").slice(0, -1);
  for (let depth = 1; depth <= names.length; depth += 1) {
    const folder = names.slice(0, depth).join("/");
    const kind = vault.files.kind(folder);
    if (kind === undefined) return;
    if (kind !== "folder") await evidence.takeOut(folder);
  }
};

/** Undefined too behind a folder that is none any more. */
export const kindWithin = ({ files }: Vault, path: string) => {
  try {
    return files.kind(path);
  } catch (error) {
    if (isWikiError(error)) return undefined;
    throw error;
  }
};
