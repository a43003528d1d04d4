/**
 * Which files of a vault git has: in a commit, or in an index. What is derived is made anew in each clone: it is no part
 * of what is brought together, though somebody may have committed it.
 */

import type { Git, GitCall } from "../git/git.ts";
import { isReservedName, ownership } from "../vault/layout.ts";
import type { Vault } from "../vault/vault.ts";
import type { ListedFile, Listing } from "./listing.ts";

export interface VaultListingsParts {
  readonly vault: Vault;
  readonly git: Git;
  /** The vault below the work tree's top, with `/`; empty at the top. */
  readonly prefix: string;
  /** The vault's folder; of the older layout its parts. */
  readonly specs: readonly string[];
}

export class VaultListings {
  readonly #parts: VaultListingsParts;
  /** With what is derived; a commit's never changes. */
  readonly #commits = new Map<string, Promise<Listing>>();

  constructor(parts: VaultListingsParts) {
    this.#parts = parts;
  }

  async at(commit: string): Promise<Listing> {
    return this.#withoutDerived(await this.#at(commit));
  }

  async staged(variables: GitCall["variables"] = {}): Promise<Listing> {
    return this.#withoutDerived(await this.#staged(variables));
  }

  /** Puts everything of the vault into an index, and tells what that has then. */
  async added(call: GitCall): Promise<Listing> {
    const { git, specs } = this.#parts;
    await git.text(["add", "-A", "--", ...specs], call);
    return this.staged(call.variables);
  }

  /** Makes an index have what `to` has instead of `from`. */
  async stage(from: Listing, to: Listing, variables: GitCall["variables"] = {}): Promise<void> {
    const gone = [...from.keys()].filter((path) => !to.has(path) && !this.#isDerived(path));
    const put = [...to].filter(([path, { id, mode }]) => from.get(path)?.id !== id || from.get(path)?.mode !== mode);
    const input = [
      ...gone.map((path) => `0 ${"0".repeat(40)}\t${this.#above(path)}\0`),
      ...put.map(([path, { id, mode }]) => `${mode} ${id}\t${this.#above(path)}\0`),
    ].join("");
    if (input !== "") await this.#parts.git.text(["update-index", "-z", "--index-info"], { input, variables });
  }

  /** Makes the user's own index have the vault as a commit has it: what they staged elsewhere stays staged. */
  async stageCommit(commit: string): Promise<void> {
    await this.stage(await this.#staged({}), await this.#at(commit));
    await this.#parts.git.run(["update-index", "-q", "--refresh"]);
  }

  /** A name of git's as a path of the vault; undefined for what is none of it. */
  own(name: string): string | undefined {
    const { prefix, specs } = this.#parts;
    const isIn = (spec: string): boolean => spec === "." || name === spec || name.startsWith(`${spec}/`);
    if (name === "" || !specs.some(isIn)) return undefined;
    return prefix === "" ? name : name.slice(prefix.length + 1);
  }

  #above(path: string): string {
    return this.#parts.prefix === "" ? path : `${this.#parts.prefix}/${path}`;
  }

  #at(commit: string): Promise<Listing> {
    const known = this.#commits.get(commit);
    if (known !== undefined) return known;
    const specs = this.#parts.specs.filter((spec) => spec !== ".");
    const rows = this.#parts.git.text(["ls-tree", "-r", "-z", "--full-tree", commit, "--", ...specs]);
    const listing = rows.then((text) => this.#listing(text, /^(\d+) \w+ ([0-9a-f]+)\t([\s\S]+)$/));
    this.#commits.set(commit, listing);
    return listing;
  }

  async #staged(variables: NonNullable<GitCall["variables"]>): Promise<Listing> {
    const rows = await this.#parts.git.text(["ls-files", "-s", "-z", "--", ...this.#parts.specs], { variables });
    return this.#listing(rows, /^(\d+) ([0-9a-f]+) 0\t([\s\S]+)$/);
  }

  /** Links and submodules are no part of a vault. */
  #listing(rows: string, pattern: RegExp): Listing {
    const files = new Map<string, ListedFile>();
    for (const row of rows.split("\0")) {
      const [, mode = "", id = "", name = ""] = pattern.exec(row) ?? [];
      const path = this.own(name);
      if (path !== undefined && mode.startsWith("100")) files.set(path, { id, mode });
    }
    return files;
  }

  #withoutDerived(listing: Listing): Listing {
    return new Map([...listing].filter(([path]) => !this.#isDerived(path)));
  }

  #isDerived(path: string): boolean {
    const isPlain = path.startsWith("raw/") || (path.startsWith("wiki/") && !isReservedName(path));
    return !isPlain && ownership(path, this.#parts.vault) === "derived";
  }
}
