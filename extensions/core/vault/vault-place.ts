/** Recognises a vault's place: which folder is one, in which layout, and what only looks like one. */

import type { Platform } from "../../platform/platform.ts";
import type { Finding } from "../finding.ts";
import { parseConfig } from "./config.ts";
import { olderVaultFolder, vaultFolder, vaultPaths } from "./layout.ts";
import type { Layout } from "./vault.ts";

export interface Place {
  /** Physical. */
  readonly root: string;
  readonly layout: Layout;
}

/** A place, or why a path that should be one can't be, or neither. */
export type PlaceFound = { readonly place?: Place; readonly finding?: Finding };

/** The vault that a folder at or above a session's holds, if any. */
export const projectPlace = (platform: Platform, folder: string): PlaceFound => {
  const { paths } = platform;
  const named = paths.join(folder, vaultFolder);
  // Links come with a repository like anything else: one may lead to a vault, not make one somewhere.
  const isBareLink =
    paths.kind(named) === "link" && physicalKind(platform, paths.join(named, "config.json")) !== "file";
  if (isBareLink && physicalKind(platform, named) === "folder") return { finding: linkFinding(named) };
  return placeIn(platform, folder);
};

const placeIn = (platform: Platform, folder: string): PlaceFound => {
  const { paths } = platform;
  const named = paths.join(folder, vaultFolder);
  if (paths.kind(named) !== undefined) return folderPlace(platform, named);
  return isOlderVault(platform, folder) ? { place: { root: paths.physical(folder), layout: "dot-wiki" } } : {};
};

/**
 * The personal vault's place, there or not: `$WIKI_HOME` when it is a vault itself, else the vault in
 * it or in the home folder, else where the first write will create one.
 */
export const personalPlace = (platform: Platform, cwd: string): PlaceFound => {
  const { paths, environment } = platform;
  const wikiHome = environment.variable("WIKI_HOME");
  const home = wikiHome ? paths.resolve(cwd, wikiHome) : environment.home;
  const homeKind = physicalKind(platform, home);
  if (homeKind !== undefined && homeKind !== "folder") return { finding: notFolder(home, homeKind) };
  if (wikiHome && isVaultFolder(platform, home)) return folderPlace(platform, home);

  const held = placeIn(platform, home);
  if (held.place || held.finding) return held;
  const isNamedAsVault = wikiHome !== undefined && paths.basename(home) === vaultFolder;
  const root = paths.physical(isNamedAsVault ? home : paths.join(home, vaultFolder));
  return { place: { root, layout: "current" } };
};

const folderPlace = (platform: Platform, path: string): PlaceFound => {
  const kind = physicalKind(platform, path);
  if (kind === "folder") return { place: { root: platform.paths.physical(path), layout: "current" } };
  return { finding: notFolder(path, kind ?? "link") };
};

const physicalKind = ({ paths }: Platform, path: string) => paths.kind(paths.physical(path));

const notFolder = (path: string, kind: string): Finding => ({
  code: "vault-not-folder",
  severity: "warning",
  path,
  line: 0,
  message: `${path} should be a vault folder, but is a ${kind === "link" ? "broken link" : kind}; it is left alone`,
  remedy: "Move it aside, then run `pi-wiki init`.",
});

const linkFinding = (path: string): Finding => ({
  code: "vault-link-empty",
  severity: "warning",
  path,
  line: 0,
  message: `${path} is a link to a folder that is no vault; it is left alone`,
  remedy: "Remove the link, or run `pi-wiki init` where the vault should be.",
});

const isVaultFolder = (platform: Platform, folder: string): boolean => {
  const kindOf = (name: string) => physicalKind(platform, platform.paths.join(folder, name));
  return kindOf("config.json") === "file" && (kindOf("meta") === "folder" || kindOf("wiki") === "folder");
};

// Many projects have a `.wiki` of another kind, so the older layout must prove itself.
const isOlderVault = (platform: Platform, folder: string): boolean => {
  const { paths } = platform;
  const isFolder = (name: string): boolean => physicalKind(platform, paths.join(folder, name)) === "folder";
  if (!isFolder(olderVaultFolder) || !isFolder("raw") || !isFolder("wiki")) return false;
  const files = platform.files(paths.physical(folder));
  const configPath = vaultPaths["dot-wiki"].config;
  if (files.kind(configPath) !== "file") return false;
  const { config } = parseConfig(files.readText(configPath, configLimit) ?? "");
  return config !== undefined && (config.topic !== "" || config.vault_id !== undefined);
};

/** Bytes of a config that are read at most. */
export const configLimit = 256 * 1024;
