/** Would a change at this place harm a vault? Asks the owner of each path, of every vault that the place may touch. */

import type { Paths } from "../../platform/platform.ts";
import { type Owner, olderVaultFolder, ownership, vaultFolder, vaultPaths } from "../vault/layout.ts";
import type { Layout, Vault } from "../vault/vault.ts";
import { type Denial, denial } from "./decision.ts";

export interface GuardWorld {
  /** All layers, those that don't exist yet included. */
  readonly vaults: readonly Vault[];
  readonly paths: Paths;
  readonly caseInsensitive: boolean;
  /** Environment variables of the session's shell; without it they count as unknown. */
  readonly variable?: (name: string) => string | undefined;
  /** The person was asked, and agreed to a change of what is theirs to decide. */
  readonly personAgrees?: true;
}

/** Follows a shell command; undefined when nothing speaks against it. */
export type CommandGuard = (
  command: string,
  place: { readonly cwd: string; readonly world: GuardWorld; readonly protection: Protection },
) => Denial | undefined;

/**
 * What a change reaches: the file that a path leads to (`write`), the entry of that name in its folder (`entry`:
 * making, replacing or removing it), all that lies below it as well (`tree`), or new names in a folder (`into`).
 */
export type Reach = "write" | "entry" | "tree" | "into";

/** Where a vault is, as far as ownership needs to know. */
interface Place {
  readonly root: string;
  readonly layout: Layout;
  readonly vault?: Vault;
}

export interface Protection {
  /** `place` is absolute and physical, but for its last name where an entry is meant. */
  denialOf(place: string, reach: Reach): Denial | undefined;
  /** True for a protected path, or a folder of a vault that holds some; not for what lies above a vault. */
  names(place: string): boolean;
  /** As `denialOf`, for a path of which only the end is known: the vault is told by its folder's name. */
  denialByName(path: string, reach: Reach): Denial | undefined;
  /** Absolute paths of what is protected in the vaults at or below `folder`, folders first; only so many are listed. */
  sealedBelow(folder: string): readonly string[];
}

export const protectionOf = (world: GuardWorld): Protection => new VaultProtection(world);

/** A name in it that the folder of a vault has, or one in an older vault. */
const vaultLike = /(?:^|\/)(?:\.llm-wiki|\.wiki|raw|meta)(?:\/|$)/i;

const mostSealed = 1_000;
const mostSiblings = 256;
/** Where sealed files are, for both layouts. */
const sealedFolders = ["raw", "meta", "tasks", ".discoveries", "templates"] as const;
/** Of these, those in which everything is. */
const wholeFolders: readonly string[] = ["raw", "meta", ".discoveries"];

class VaultProtection implements Protection {
  readonly #world: GuardWorld;
  readonly #known: readonly Place[];
  readonly #sealed = new Map<string, readonly string[]>();
  #identities: ReadonlyMap<string, string> | undefined;

  constructor(world: GuardWorld) {
    this.#world = world;
    this.#known = world.vaults.map((vault) => ({ root: vault.root, layout: vault.layout, vault }));
  }

  denialOf(place: string, reach: Reach): Denial | undefined {
    for (const vault of [...this.#known, ...this.#foreign(place)]) {
      const path = this.#inside(vault.root, place);
      const found = path === undefined ? undefined : this.#owned(path, { vault, reach, place });
      if (found !== undefined) return found;
    }
    if (reach === "tree") return this.#holding(place);
    return reach === "write" ? this.#otherName(place) : undefined;
  }

  names(place: string): boolean {
    return [...this.#known, ...this.#foreign(place)].some((vault) => {
      const path = this.#inside(vault.root, place);
      return path !== undefined && this.#owned(path, { vault, reach: "tree", place }) !== undefined;
    });
  }

  denialByName(path: string, reach: Reach): Denial | undefined {
    const fold = (text: string): string => (this.#world.caseInsensitive ? text.toLowerCase() : text);
    const names = path.split("/").filter((name) => name !== "" && name !== ".");
    const at = names.findLastIndex((name) => fold(name) === vaultFolder);
    const inner = names.slice(at + 1);
    if (at < 0 || inner.includes("..")) return undefined;
    const vault: Place = { root: names.slice(0, at + 1).join("/"), layout: "current" };
    return this.#owned(inner.join("/"), { vault, reach, place: names.slice(at).join("/") });
  }

  sealedBelow(folder: string): readonly string[] {
    const known = this.#sealed.get(folder);
    if (known !== undefined) return known;
    const found: string[] = [];
    for (const vault of [...this.#known, ...this.#foreign(folder)]) {
      const near = this.#inside(folder, vault.root) !== undefined || this.#inside(vault.root, folder) !== undefined;
      if (near) this.#walk(vault.root, { vault, found, folder });
    }
    this.#sealed.set(folder, found);
    return found;
  }

  #owned(path: string, { vault, reach, place }: { vault: Place; reach: Reach; place: string }): Denial | undefined {
    if (reach === "into") return this.#denial(this.#owner(path === "" ? "new" : `${path}/new`, vault), place);
    // Making or touching a folder of folders does nothing to what they hold.
    const isSpared = reach === "entry" || (reach === "write" && path !== "");
    if (isSpared && isContainer(path, vault.layout)) return undefined;
    return this.#denial(this.#owner(path, vault), place);
  }

  #denial(owner: Owner, place: string): Denial | undefined {
    return owner === "human" && this.#world.personAgrees === true ? undefined : denial(owner, place);
  }

  #owner(path: string, { layout, vault }: Place): Owner {
    return ownership(path, {
      layout,
      caseInsensitive: this.#world.caseInsensitive,
      ...(vault?.config === undefined ? {} : { knowledgeFormat: vault.config.knowledge_format }),
    });
  }

  #inside(folder: string, place: string): string | undefined {
    const { paths, caseInsensitive } = this.#world;
    const fold = (text: string): string => (caseInsensitive ? text.normalize("NFC").toLowerCase() : text);
    return paths.inside(folder, place) ?? (caseInsensitive ? paths.inside(fold(folder), fold(place)) : undefined);
  }

  /** Vaults of other projects, told by their folder's name. */
  #foreign(place: string): readonly Place[] {
    if (!vaultLike.test(place)) return [];
    const found: Place[] = [];
    const names = place.split("/");
    for (const [index, name] of names.entries()) {
      const folded = this.#world.caseInsensitive ? name.toLowerCase() : name;
      const above = names.slice(0, index).join("/");
      if (folded === vaultFolder) found.push({ root: `${above}/${name}`, layout: "current" });
      if (folded === olderVaultFolder || folded === "raw" || folded === "meta") {
        found.push({ root: above, layout: "dot-wiki" });
      }
    }
    return found.filter((one) => one.root !== "" && !this.#isKnown(one.root) && this.#isVault(one));
  }

  #isKnown(root: string): boolean {
    return this.#known.some((known) => known.root === root);
  }

  #isVault({ root, layout }: Place): boolean {
    const { paths } = this.#world;
    const has = (...names: readonly string[]): boolean => paths.kind(paths.join(root, ...names)) !== undefined;
    if (layout === "dot-wiki") return has(olderVaultFolder, "config.json") && has("raw") && has("wiki");
    return has("config.json") || has("raw") || has("meta");
  }

  /** A folder goes with the vaults in it. */
  #holding(place: string): Denial | undefined {
    const { paths } = this.#world;
    const known = this.#known.filter(({ vault }) => vault?.exists !== false);
    if (known.some(({ root }) => this.#inside(place, root) !== undefined)) return denial("ledger", place);
    if (paths.kind(place) !== "folder") return undefined;
    const children = paths.list(place).slice(0, mostSiblings);
    const inner = children.map((name) => `${place}/${name}`).filter((path) => paths.kind(path) !== "file");
    const roots = [place, ...inner].map((at) => `${at}/${vaultFolder}`);
    const held = roots.some((root) => paths.kind(root) === "folder" && this.#isVault({ root, layout: "current" }));
    return held ? denial("ledger", place) : undefined;
  }

  /** A file outside with the inode of a protected one is that file. */
  #otherName(place: string): Denial | undefined {
    const identity = this.#world.paths.identity(place);
    if (identity === undefined || identity.names < 2) return undefined;
    this.#identities ??= this.#sealedIdentities();
    const sealed = this.#identities.get(identity.key);
    return sealed === undefined ? undefined : this.denialOf(sealed, "entry");
  }

  #sealedIdentities(): ReadonlyMap<string, string> {
    const sealed = this.#known.flatMap(({ root }) => this.sealedBelow(root));
    const keys = sealed.map((path) => [this.#world.paths.identity(path)?.key ?? "", path] as const);
    return new Map(keys.filter(([key]) => key !== ""));
  }

  #walk(from: string, within: Walking): void {
    const { paths } = this.#world;
    for (const name of paths.list(from)) {
      if (within.found.length >= mostSealed) return;
      const path = `${from}/${name}`;
      const relative = path.slice(within.vault.root.length + 1);
      if (!isSealedName(relative, within.vault) || !this.#isNear(path, within)) continue;
      const isWhole = within.isWhole === true || wholeFolders.includes(relative);
      if (paths.kind(path) === "folder") this.#walk(path, { ...within, isWhole });
    }
  }

  /** On the way to the folder, or in it: then it is listed if it is sealed. */
  #isNear(path: string, { found, folder, isWhole }: Walking): boolean {
    if (this.#inside(folder, path) === undefined) return this.#inside(path, folder) !== undefined;
    if (isWhole === true || this.denialOf(path, "entry") !== undefined) found.push(path);
    return true;
  }
}

interface Walking {
  readonly vault: Place;
  readonly found: string[];
  readonly folder: string;
  /** All that is here is sealed: no further question. */
  readonly isWhole?: boolean;
}

const isSealedName = (path: string, { layout }: Place): boolean => {
  const names = vaultPaths[layout];
  const single = [names.config, names.schema, names.gitattributes];
  const below = (folder: string): boolean => path === folder || path.startsWith(`${folder}/`);
  const own = layout === "dot-wiki" ? [olderVaultFolder] : [];
  return single.includes(path) || [...sealedFolders, ...own].some(below);
};

const isContainer = (path: string, layout: Layout): boolean => {
  const { tasks } = vaultPaths[layout];
  return path === "" || path === tasks || (path.startsWith(`${tasks}/`) && !path.slice(tasks.length + 1).includes("/"));
};
