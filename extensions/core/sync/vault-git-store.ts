/**
 * The git repository that carries a vault between machines. What is not the vault's stays as it is, in the work tree,
 * in the index and in what is sent: a commit that is sent stands on the remote's own, and differs from it in the vault alone.
 */

import type { Platform } from "../../platform/platform.ts";
import { WikiError } from "../errors.ts";
import { failed, type Git, gitIn } from "../git/git.ts";
import { readBlobs } from "../git/index-tree-store.ts";
import { openRepository, type Repository } from "../git/repository.ts";
import { type Upstream, upstreamOf } from "../git/upstream.ts";
import type { Vault } from "../vault/vault.ts";
import { isSameListing, type Listing } from "./listing.ts";
import { VaultListings, type VaultListingsParts } from "./vault-listings.ts";

export interface VaultGit {
  readonly upstream: Upstream;
  /** The commit that the branch is at. */
  head(): Promise<string>;
  /** Fetches; the commit that the remote's branch is at, undefined where it has none yet. */
  fetch(): Promise<string | undefined>;
  mergeBase(left: string, right: string): Promise<string | undefined>;
  isAncestor(older: string, newer: string): Promise<boolean>;
  /** The vault's files in a commit. */
  at(commit: string): Promise<Listing>;
  /** The vault's files as they are, their contents known to git. */
  now(): Promise<Listing>;
  read(ids: readonly string[]): Promise<ReadonlyMap<string, Uint8Array>>;
  /** Git's names of files as they are now, in the order of the paths; undefined for one that is not there. */
  idsOf(paths: readonly string[]): Promise<readonly (string | undefined)[]>;
  /**
   * A commit that may be sent: it follows the remote's `theirs` and differs from it in the vault alone. Commits of ours
   * that are not there yet are taken along where they change the vault alone.
   */
  commit(theirs: string, files: Listing, message: string): Promise<string>;
  push(commit: string): Promise<"pushed" | "behind">;
  /** Lets our branch follow, as far as no file outside the vault changes by that. */
  follow(commit: string, files: Listing, message: string): Promise<void>;
}

const networkMs = 300_000;

/** Nothing may wait for a password that nobody is asked for. */
const unasked = { GIT_TERMINAL_PROMPT: "0" } as const;

export type GitAbsence = "no-repository" | "no-remote" | "no-branch" | "unpushed" | "ignored" | "in-progress";

export const openVaultGit = async (
  platform: Platform,
  vault: Vault,
): Promise<VaultGit | { readonly absent: GitAbsence }> => {
  const repository = await repositoryOf(platform, vault);
  if (repository === undefined) return { absent: "no-repository" };
  const git = gitIn(platform, repository.folder);
  if (isInProgress(platform, repository)) return { absent: "in-progress" };
  const local = await git.line(["symbolic-ref", "--quiet", "--short", "HEAD"]);
  if (local === undefined || (await git.line(["rev-parse", "--verify", "--quiet", "HEAD"])) === undefined) {
    return { absent: "no-branch" };
  }
  const upstream = await upstreamOf(git, local);
  if (upstream === undefined) return { absent: "no-remote" };
  const prefix = platform.paths.inside(repository.folder, vault.root) ?? "";
  const specs = await specsOf(git, vault, prefix);
  if (specs.length === 0 || (await areIgnored(git, specs))) return { absent: "ignored" };
  return new OpenVaultGit({ platform, vault, repository, git, prefix, specs, upstream });
};

const repositoryOf = async (platform: Platform, vault: Vault): Promise<Repository | undefined> => {
  try {
    return await openRepository(platform, vault.root);
  } catch (error) {
    if (error instanceof WikiError && error.code === "repository_missing") return undefined;
    throw error;
  }
};

const areIgnored = async (git: Git, specs: readonly string[]): Promise<boolean> => {
  const ignored = ["ls-files", "--others", "--ignored", "--exclude-standard", "--directory", "-z", "--", ...specs];
  const names = (await git.text(ignored)).split("\0");
  return specs.some((spec) => names.includes(`${spec}/`));
};

const works = new Set(["MERGE_HEAD", "CHERRY_PICK_HEAD", "REVERT_HEAD", "rebase-merge", "rebase-apply"]);

const isInProgress = ({ paths }: Platform, { gitDir }: Repository): boolean =>
  paths.list(gitDir).some((name) => works.has(name));

/** The vault's folder; of the older layout, where the vault lies among the user's own files, its parts. */
const specsOf = async (git: Git, vault: Vault, prefix: string): Promise<readonly string[]> => {
  const above = (path: string): string => [prefix, path].filter((part) => part !== "").join("/");
  if (vault.layout === "current") return [above("") || "."];
  const parts = [".wiki", "raw", "wiki", "meta", "outputs", ".discoveries"];
  const tracked = await git.text(["ls-files", "-z", "--", ...parts.map(above)]);
  const isTracked = (path: string): boolean => `\0${tracked}`.includes(`\0${above(path)}/`);
  return parts.filter((path) => vault.files.kind(path) === "folder" || isTracked(path)).map(above);
};

interface VaultGitParts extends VaultListingsParts {
  readonly platform: Platform;
  readonly repository: Repository;
  readonly upstream: Upstream;
}

class OpenVaultGit implements VaultGit {
  readonly upstream: Upstream;
  readonly #parts: VaultGitParts;
  readonly #git: Git;
  readonly #listings: VaultListings;

  constructor(parts: VaultGitParts) {
    this.#parts = parts;
    this.#listings = new VaultListings(parts);
    this.#git = parts.git;
    this.upstream = parts.upstream;
  }

  async head(): Promise<string> {
    return (await this.#git.text(["rev-parse", "HEAD"])).trim();
  }

  async fetch(): Promise<string | undefined> {
    const { remote, branch } = this.upstream;
    const ref = `refs/remotes/${remote}/${branch}`;
    const args = ["fetch", "--quiet", "--no-tags", remote, `+refs/heads/${branch}:${ref}`];
    const { exitCode, stderr } = await this.#git.run(args, { variables: unasked, timeoutMs: networkMs });
    if (exitCode !== 0 && /couldn't find remote ref/.test(stderr)) return undefined;
    if (exitCode !== 0) throw failed(args, stderr);
    return (await this.#git.text(["rev-parse", "--verify", `${ref}^{commit}`])).trim();
  }

  async mergeBase(left: string, right: string): Promise<string | undefined> {
    return left === right ? left : this.#git.line(["merge-base", left, right]);
  }

  async isAncestor(older: string, newer: string): Promise<boolean> {
    return older === newer || (await this.#git.told(["merge-base", "--is-ancestor", older, newer])) !== undefined;
  }

  at(commit: string): Promise<Listing> {
    return this.#listings.at(commit);
  }

  async now(): Promise<Listing> {
    const { platform, repository } = this.#parts;
    // Its notes on unchanged files spare reading them.
    const index = platform.files(repository.gitDir).read("index", largestIndex);
    return this.#withIndex((variables) => this.#listings.added({ variables, timeoutMs: networkMs }), index);
  }

  async read(ids: readonly string[]): Promise<ReadonlyMap<string, Uint8Array>> {
    const { platform, repository } = this.#parts;
    const contents = new Map<string, Uint8Array>();
    await readBlobs(platform, { folder: repository.folder, ids: [...new Set(ids)] }, (id, bytes) => {
      if (bytes !== undefined) contents.set(id, bytes);
    });
    return contents;
  }

  async idsOf(paths: readonly string[]): Promise<readonly (string | undefined)[]> {
    const { files } = this.#parts.vault;
    const present = paths.filter((path) => files.kind(path) === "file" && !path.includes("\n"));
    if (present.length === 0) return paths.map(() => undefined);
    const input = present.map((path) => `${files.absolute(path)}\n`).join("");
    const ids = (await this.#git.text(["hash-object", "--no-filters", "--stdin-paths"], { input })).split("\n");
    const known = new Map(present.map((path, at) => [path, ids[at]]));
    return paths.map((path) => known.get(path));
  }

  async commit(theirs: string, files: Listing, message: string): Promise<string> {
    const head = await this.head();
    const isKnown = await this.isAncestor(head, theirs);
    const isOurs = !isKnown && (await this.#changeVaultAlone(`${theirs}..${head}`));
    if (isOurs && (await this.isAncestor(theirs, head)) && isSameListing(await this.at(head), files)) return head;
    return this.#commitOn(isOurs ? [theirs, head] : [theirs], files, message);
  }

  /** As the first parent, but for the vault. */
  async #commitOn(parents: readonly [string, ...string[]], files: Listing, message: string): Promise<string> {
    const [first] = parents;
    const tree = await this.#withIndex(async (variables) => {
      await this.#git.text(["read-tree", first], { variables });
      await this.#listings.stage(await this.at(first), files, variables);
      return (await this.#git.text(["write-tree"], { variables })).trim();
    });
    const from = parents.flatMap((parent) => ["-p", parent]);
    return (await this.#git.text(["commit-tree", tree, ...from, "-m", message])).trim();
  }

  async push(commit: string): Promise<"pushed" | "behind"> {
    const { remote, branch } = this.upstream;
    const args = ["push", "--quiet", "--porcelain", remote, `${commit}:refs/heads/${branch}`];
    const { exitCode, stdout, stderr } = await this.#git.run(args, { variables: unasked, timeoutMs: networkMs });
    if (exitCode === 0) return "pushed";
    // Somebody else was faster; locks of the remote are held for moments.
    if (
      /\[(?:remote )?rejected\] \((?:fetch first|non-fast-forward|.*lock)|cannot lock ref/i.test(`${stdout}\n${stderr}`)
    ) {
      return "behind";
    }
    throw failed(["push"], reasonOf(stdout) ?? stderr);
  }

  async follow(commit: string, files: Listing, message: string): Promise<void> {
    const head = await this.head();
    if (await this.isAncestor(commit, head)) return;
    const next = (await this.#isVaultAlone(head, commit)) ? commit : await this.#ownCommit(head, files, message);
    if (next === undefined) return;
    await this.#git.text(["update-ref", "-m", message, `refs/heads/${this.upstream.local}`, next, head]);
    await this.#listings.stageCommit(next);
  }

  /** Whether the branch may go to the commit with no file outside the vault changing. */
  async #isVaultAlone(head: string, commit: string): Promise<boolean> {
    if (!(await this.isAncestor(head, commit))) return false;
    return this.#areOwn(await this.#git.text(["diff-tree", "-r", "-z", "--name-only", head, commit]));
  }

  async #changeVaultAlone(range: string): Promise<boolean> {
    return this.#areOwn(await this.#git.text(["log", "--format=", "--name-only", "-z", "-m", range]));
  }

  #areOwn(names: string): boolean {
    return names.split("\0").every((name) => name === "" || this.#listings.own(name) !== undefined);
  }

  /** A commit of the branch's own, so that what came stands in no pull's way; undefined when HEAD has it all. */
  async #ownCommit(head: string, files: Listing, message: string): Promise<string | undefined> {
    return isSameListing(await this.at(head), files) ? undefined : this.#commitOn([head], files, message);
  }

  /** Git works on an index of its own. */
  async #withIndex<T>(
    work: (variables: Readonly<Record<string, string>>) => Promise<T>,
    index?: Uint8Array,
  ): Promise<T> {
    const { platform } = this.#parts;
    const place = platform.files(platform.paths.join(platform.environment.cacheRoot, "sync"));
    const folder = platform.newId(12);
    try {
      await place.createFolder(folder);
      if (index !== undefined) await place.write(`${folder}/index`, index);
      return await work({ GIT_INDEX_FILE: place.absolute(`${folder}/index`) });
    } finally {
      await place.remove(folder);
    }
  }
}

const largestIndex = 1024 * 1024 * 1024;

const reasonOf = (porcelain: string): string | undefined => /^!\t\S*\t(.+)$/m.exec(porcelain)?.[1];
