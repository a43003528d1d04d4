/** Finds the vaults that a session sees: project vaults nearest first, then the personal one. */

import type { Platform } from "../../platform/platform.ts";
import { isWikiError, WikiError } from "../errors.ts";
import type { Finding } from "../finding.ts";
import { damagedConfig, type ParsedConfig, parseConfig } from "./config.ts";
import { vaultKey } from "./identity.ts";
import { vaultFolder, vaultPaths } from "./layout.ts";
import { type LinkedCheckout, linkedCheckout } from "./main-worktree.ts";
import type { LayerName, Vault } from "./vault.ts";
import { configLimit, type Place, type PlaceFound, personalPlace, projectPlace } from "./vault-place.ts";

export interface Layers {
  /** Project vaults nearest first, then the personal one; the personal one may not exist yet. */
  readonly layers: readonly Vault[];
  /** Places that can't be used and configs that can't be read; their paths are absolute. */
  readonly findings: readonly Finding[];
}

export interface SessionPlace {
  readonly cwd: string;
  /** False leaves the personal vault out; it does not become a project vault either. */
  readonly personal: boolean;
}

export const findLayers = async (platform: Platform, { cwd, personal }: SessionPlace): Promise<Layers> => {
  const folders = foldersUp(platform, platform.paths.physical(cwd));
  const linked = await linkedCheckout(platform, folders);
  const own = personalPlace(platform, cwd);
  const search = (within: readonly string[]): readonly PlaceFound[] =>
    within
      .map((folder) => projectPlace(platform, folder))
      .filter(({ place }) => !place || !own.place || placeKey(platform, place) !== placeKey(platform, own.place));

  const found = linked?.main ? searchLinked(platform, { folders, linked, search }) : search(folders);
  const projects = new Map(found.flatMap(({ place }) => (place ? [[placeKey(platform, place), place]] : [])));
  const opened = [...projects.values()].map((place) =>
    openVault(platform, { layer: "project", ...place, gitCommonDir: commonDirOf(platform, { linked, place }) }),
  );
  if (own.place && personal) opened.push(openVault(platform, { layer: "personal", ...own.place }));
  const findings = [...found, ...(personal ? [own] : [])].flatMap(({ finding }) => finding ?? []);
  return {
    layers: opened.map(({ vault }) => vault),
    findings: [
      ...new Map(findings.map((finding) => [finding.path, finding])).values(),
      ...opened.flatMap((vault) => vault.findings),
    ],
  };
};

interface LinkedSearch {
  readonly folders: readonly string[];
  readonly linked: LinkedCheckout;
  readonly search: (folders: readonly string[]) => readonly PlaceFound[];
}

/** A linked worktree without a vault of its own stands where it would stand in the main worktree. */
const searchLinked = (platform: Platform, { folders, linked, search }: LinkedSearch): readonly PlaceFound[] => {
  const topIndex = folders.indexOf(linked.top);
  const inWorktree = search(folders.slice(0, topIndex + 1));
  const outside = search(folders.slice(topIndex + 1));
  if (!linked.main || inWorktree.some(({ place }) => place)) return [...inWorktree, ...outside];
  const below = platform.paths.inside(linked.top, folders[0] ?? linked.top) ?? "";
  const inMain = search(foldersUp(platform, platform.paths.join(linked.main, below)));
  return [...inWorktree, ...inMain, ...outside];
};

const commonDirOf = (
  { paths }: Platform,
  { linked, place }: { readonly linked: LinkedCheckout | undefined; readonly place: Place },
): string | undefined => (linked && paths.inside(linked.top, place.root) !== undefined ? linked.commonDir : undefined);

/** The place where `init` creates a project vault: the session's own folder. */
export const newProjectVault = async (platform: Platform, cwd: string): Promise<Vault> => {
  const folder = platform.paths.physical(cwd);
  const named = platform.paths.join(folder, vaultFolder);
  // A link that leads to no vault, as a repository may hold one, must not have one made where it leads.
  if (platform.paths.kind(named) === "link" && projectPlace(platform, folder).place === undefined) {
    throw new WikiError("vault_not_folder", { path: named, kind: "link" });
  }
  const place: Place = { root: platform.paths.physical(named), layout: "current" };
  const linked = await linkedCheckout(platform, foldersUp(platform, folder));
  const gitCommonDir = commonDirOf(platform, { linked, place });
  return openVault(platform, { layer: "project", ...place, gitCommonDir }).vault;
};

export interface OpenedVault {
  readonly vault: Vault;
  readonly findings: readonly Finding[];
}

/** Opens the vault at a place that may not hold one yet; writes nothing. */
export const openVault = (
  platform: Platform,
  where: Place & { readonly layer: LayerName; readonly gitCommonDir?: string | undefined },
): OpenedVault => {
  const { layer, root, layout, gitCommonDir } = where;
  const files = platform.files(root);
  const paths = vaultPaths[layout];
  const configText = readConfig(files, platform.paths.join(root, paths.config), paths.config);
  const holdsAnything = [paths.raw, paths.wiki, paths.meta].some((folder) => files.kind(folder) === "folder");
  const config = configText?.config;
  const vault: Vault = {
    layer,
    root,
    layout,
    exists: configText !== undefined || holdsAnything,
    config,
    files,
    key: vaultKey(platform, { vault_id: config?.vault_id, root, gitCommonDir }),
  };
  return { vault, findings: configText?.finding ? [configText.finding] : [] };
};

const readConfig = (files: Vault["files"], shownAs: string, path: string): ParsedConfig | undefined => {
  try {
    const text = files.readText(path, configLimit);
    return text === undefined ? undefined : parseConfig(text, shownAs);
  } catch (error) {
    if (isWikiError(error)) return { finding: damagedConfig(shownAs, error.message) };
    throw error;
  }
};

const placeKey = ({ environment }: Platform, { root }: Place): string =>
  environment.caseInsensitive ? root.toLowerCase() : root;

const foldersUp = ({ paths }: Platform, folder: string): readonly string[] => {
  const folders = [folder];
  for (let parent = paths.dirname(folder); parent !== folders.at(-1); parent = paths.dirname(parent)) {
    folders.push(parent);
  }
  return folders;
};
