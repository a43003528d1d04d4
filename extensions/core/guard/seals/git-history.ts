/** What the user's git knows of a vault's files: asked only when one of them is not as it was sealed. */

import type { Platform } from "../../../platform/platform.ts";
import { type Git, gitIn } from "../../git/git.ts";
import type { Vault } from "../../vault/vault.ts";
import { kindWithin } from "./evidence.ts";

/** Names of contents, as git names blobs. */
export type BlobIds = ReadonlySet<string>;

export interface GitHistory {
  /** Blobs at HEAD by path; paths that HEAD does not have are absent. */
  atHead(paths: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** The blob that each file on disk would be, with line ends as git may have stored them. */
  onDisk(paths: readonly string[]): Promise<ReadonlyMap<string, BlobIds>>;
  /** The blobs that contents of other places would be, in the order of the absolute paths. */
  idsOf(absolutePaths: readonly string[]): Promise<readonly string[]>;
  /** What a path was in the commits of branches, tags and of this worktree's recent past. */
  committed(path: string): Promise<BlobIds>;
  /** What stashes keep of a path. */
  stashed(path: string): Promise<BlobIds>;
  text(blob: string): Promise<string>;
  /** Paths that a commit of the call changed: by `git commit` itself, not by a merge, rebase or pull. */
  committedByCall(paths: readonly string[]): Promise<ReadonlySet<string>>;
  /** Paths that a merge, rebase, cherry-pick or revert has staged or left unmerged and has not finished with. */
  unsettled(paths: readonly string[]): Promise<ReadonlySet<string>>;
}

/** `none`: no repository there. `unreadable`: there is one, and git is missing or refuses to read it. */
export type GitState = GitHistory | "none" | "unreadable";

/** How far the history had come, in bytes of HEAD's reflog, before a call; all of it counts when unknown. */
export interface CallStart {
  readonly reflogBytes: number;
}

const timeoutMs = 10_000;
const mostRecent = 200;
const mostStashes = 20;
const absent = /^0+$/;

export const openGitHistory = async (
  { platform, vault }: { readonly platform: Platform; readonly vault: Vault },
  start?: CallStart,
): Promise<GitState> => {
  const repository = repositoryOf(platform, vault);
  if (repository === undefined) return "none";
  const { folder } = repository;
  const git = gitIn(platform, folder, { timeoutMs });
  if ((await git.told(["rev-parse", "--git-dir"])) === undefined) return "unreadable";
  const prefix = platform.paths.inside(folder, vault.root) ?? "";
  return new OpenHistory({ platform, vault, git, ...repository, prefix, since: start?.reflogBytes ?? 0 });
};

/** What to remember before a call; undefined outside a repository. */
export const callStartOf = (platform: Platform, vault: Vault): CallStart | undefined => {
  const repository = repositoryOf(platform, vault);
  return repository && { reflogBytes: reflogOf(platform, repository.gitDir).length };
};

/** Changes whenever something is stashed or taken out of a stash. */
export const stashMarkOf = (platform: Platform, vault: Vault): string => {
  const repository = repositoryOf(platform, vault);
  if (repository === undefined) return "";
  const { paths } = platform;
  return paths.text(paths.join(commonDirOf(platform, repository), "logs", "refs", "stash"), longestReflog) ?? "";
};

const commonDirOf = ({ paths }: Platform, { gitDir }: Repository): string => {
  const common = paths.text(paths.join(gitDir, "commondir"), longestLink)?.trim();
  return common === undefined ? gitDir : paths.resolve(gitDir, common);
};

interface Repository {
  /** The worktree's top. */
  readonly folder: string;
  /** Its own git folder: a linked worktree's is not the repository's. */
  readonly gitDir: string;
}

const repositoryOf = ({ paths }: Platform, { root }: Vault): Repository | undefined => {
  for (let folder = root; ; folder = paths.dirname(folder)) {
    const git = paths.join(folder, ".git");
    const linked = /^gitdir: (.+)/.exec(paths.text(git, longestLink) ?? "")?.[1]?.trimEnd();
    if (linked !== undefined) return { folder, gitDir: paths.resolve(folder, linked) };
    if (paths.kind(git) === "folder") return { folder, gitDir: git };
    if (paths.dirname(folder) === folder) return undefined;
  }
};

const longestLink = 4_096;

const longestReflog = 64 * 1024 * 1024;

const reflogOf = ({ paths }: Platform, gitDir: string): string =>
  paths.text(paths.join(gitDir, "logs", "HEAD"), longestReflog) ?? "";

interface HistoryParts extends Repository {
  readonly platform: Platform;
  readonly vault: Vault;
  readonly git: Git;
  /** The vault below it, with `/`; empty at the top. */
  readonly prefix: string;
  readonly since: number;
}

class OpenHistory implements GitHistory {
  readonly #parts: HistoryParts;
  readonly #versions = new Map<string, Promise<BlobIds>>();

  constructor(parts: HistoryParts) {
    this.#parts = parts;
  }

  async atHead(paths: readonly string[]): Promise<ReadonlyMap<string, string>> {
    return this.#treeOf("HEAD", paths);
  }

  async onDisk(paths: readonly string[]): Promise<ReadonlyMap<string, BlobIds>> {
    const { vault } = this.#parts;
    const { files } = vault;
    const present = paths.filter((path) => kindWithin(vault, path) === "file" && !path.includes("\n"));
    const ids = await this.idsOf(present.map((path) => files.absolute(path)));
    const found = new Map<string, BlobIds>();
    for (const [index, path] of present.entries()) {
      const id = ids[index];
      if (id !== undefined) found.set(path, new Set([id, ...(await this.#withLineFeeds(path))]));
    }
    return found;
  }

  async idsOf(absolutePaths: readonly string[]): Promise<readonly string[]> {
    if (absolutePaths.length === 0) return [];
    const input = absolutePaths.map((path) => `${path}\n`).join("");
    return lines(await this.#git(["hash-object", "--no-filters", "--stdin-paths"], input));
  }

  committed(path: string): Promise<BlobIds> {
    const { platform, gitDir } = this.#parts;
    const recent = reflogOf(platform, gitDir).trim().split("\n").slice(-mostRecent).map(newIdOf);
    const from = ["--ignore-missing", "--exclude=refs/stash", "--all", ...recent.filter((id) => id !== "")];
    return this.#remembered(`committed ${path}`, () => this.#blobsIn(from, path));
  }

  stashed(path: string): Promise<BlobIds> {
    return this.#remembered(`stashed ${path}`, async () => {
      const stashes = lines(
        await this.#git(["log", "-g", "--format=%H", "-n", String(mostStashes), "refs/stash", "--"]),
      );
      if (stashes.length === 0) return new Set<string>();
      return this.#blobsIn(["--no-walk", ...stashes.flatMap((id) => [id, `${id}^@`])], path);
    });
  }

  text(blob: string): Promise<string> {
    return this.#git(["cat-file", "blob", blob]);
  }

  async committedByCall(paths: readonly string[]): Promise<ReadonlySet<string>> {
    const { platform, gitDir, since } = this.#parts;
    const entries = reflogOf(platform, gitDir).slice(since).split("\n").filter(isPlainCommit);
    const found = new Set<string>();
    for (const entry of entries.slice(-mostRecent)) {
      const [before, after] = [await this.#treeOf(oldIdOf(entry), paths), await this.#treeOf(newIdOf(entry), paths)];
      for (const path of paths) if (before.get(path) !== after.get(path)) found.add(path);
    }
    return found;
  }

  async unsettled(paths: readonly string[]): Promise<ReadonlySet<string>> {
    const { platform, gitDir, prefix } = this.#parts;
    const heads = headsOfWork.filter((name) => platform.paths.kind(platform.paths.join(gitDir, name)) === "file");
    if (heads.length === 0) return new Set();
    const named = (text: string): readonly string[] => text.split("\0").flatMap((name) => below(prefix, name) ?? []);
    const staged = new Set(named(await this.#git(["diff-index", "--cached", "--name-only", "-z", "HEAD", "--"])));
    const touched = new Set<string>();
    for (const head of heads) {
      // What it brings, and what it changes itself: a file that is none of its business is not excused by it.
      for (const of of [["HEAD", head], [head]]) {
        const names = await this.#git([
          "diff-tree",
          "-r",
          "-m",
          "--root",
          "--no-commit-id",
          "--name-only",
          "-z",
          ...of,
        ]);
        for (const name of named(names)) touched.add(name);
      }
    }
    return new Set(paths.filter((path) => staged.has(path) && touched.has(path)));
  }

  /** Git on Windows may have put carriage returns into the file that the blob does not have. */
  async #withLineFeeds(path: string): Promise<readonly string[]> {
    const text = this.#parts.vault.files.readText(path);
    if (text === undefined || !text.includes("\r\n")) return [];
    return lines(await this.#git(["hash-object", "--no-filters", "--stdin"], text.replaceAll("\r\n", "\n")));
  }

  async #treeOf(commit: string, paths: readonly string[]): Promise<ReadonlyMap<string, string>> {
    if (paths.length === 0 || absent.test(commit)) return new Map();
    const { prefix } = this.#parts;
    const wanted = paths.length > 100 ? [prefix === "" ? "." : prefix] : paths.map((path) => above(prefix, path));
    const listing = await this.#git(["ls-tree", "-r", "-z", commit, "--", ...wanted]);
    const entries = listing.split("\0").flatMap((entry) => {
      const [, id, name] = /^\d+ blob ([0-9a-f]+)\t([\s\S]*)$/.exec(entry) ?? [];
      const path = name === undefined ? undefined : below(prefix, name);
      return id === undefined || path === undefined ? [] : [[path, id] as const];
    });
    return new Map(entries);
  }

  async #blobsIn(from: readonly string[], path: string): Promise<BlobIds> {
    const shape = ["-m", "--raw", "--no-abbrev", "--no-renames", "--format=", "-n", String(mostRecent)];
    const raw = await this.#git(["log", ...shape, ...from, "--", above(this.#parts.prefix, path)]);
    const ids = lines(raw).flatMap((line) => /^:+\d+ \d+ ([0-9a-f]+) ([0-9a-f]+) /.exec(line)?.slice(1) ?? []);
    return new Set(ids.filter((id) => !absent.test(id)));
  }

  #remembered(key: string, find: () => Promise<BlobIds>): Promise<BlobIds> {
    const known = this.#versions.get(key) ?? find();
    this.#versions.set(key, known);
    return known;
  }

  /** What git prints; nothing when it fails, as for a repository without a commit. */
  async #git(args: readonly string[], input?: string): Promise<string> {
    return (await this.#parts.git.told(args, input === undefined ? {} : { input })) ?? "";
  }
}

const headsOfWork = ["MERGE_HEAD", "CHERRY_PICK_HEAD", "REVERT_HEAD", "REBASE_HEAD"] as const;

const lines = (text: string): readonly string[] => text.split("\n").filter((line) => line !== "");
const oldIdOf = (entry: string): string => entry.split(" ")[0] ?? "";
const newIdOf = (entry: string): string => entry.split(" ")[1] ?? "";

/** `commit: …`, `commit (amend): …`, `commit (initial): …`; a merge's own commit is the merge's doing. */
const isPlainCommit = (entry: string): boolean => /\tcommit(?: \((?:amend|initial)\))?: /.test(entry);

const above = (prefix: string, path: string): string => (prefix === "" ? path : `${prefix}/${path}`);
const below = (prefix: string, name: string): string | undefined =>
  prefix === "" ? name : name.startsWith(`${prefix}/`) ? name.slice(prefix.length + 1) : undefined;
