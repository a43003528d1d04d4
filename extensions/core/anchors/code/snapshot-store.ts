/** The files of a repository as they are in the work tree, or were in a commit: what anchors are compared with. */

import type { Files, Platform } from "../../../platform/platform.ts";
import { isWikiError } from "../../errors.ts";
import { joinBytes } from "../../git/byte-chunks.ts";
import { runGit } from "../../git/git.ts";
import { type IndexTree, readBlobs } from "../../git/index-tree-store.ts";
import type { Repository } from "../../git/repository.ts";
import { readTreeEntries, type TreeEntry } from "../../git/tree-entries.ts";

export interface Snapshot {
  /** Undefined for what is no file that can be read. */
  read(path: string): Promise<Uint8Array | undefined>;
  /** Whether what can't be read may be there all the same: too large, in a submodule, or left out of the work tree. */
  isUnread(path: string): Promise<boolean>;
  /** Paths of files that hold any of some words; none that git does not know or would ignore. */
  holding(words: readonly string[]): Promise<readonly string[]>;
  /** Tracked files; in a work tree also those that are new. */
  files(): Promise<readonly SnapshotFile[]>;
}

export interface SnapshotFile {
  readonly path: string;
  /** Undefined for one that git has not read yet. */
  readonly blob: string | undefined;
}

const largest = 4_000_000;

const readQuietly = (files: Files, path: string): Uint8Array | undefined => {
  try {
    return files.kind(path) === undefined ? undefined : files.read(path, largest);
  } catch (error) {
    if (isWikiError(error)) return undefined;
    throw error;
  }
};

/** `tree` is undefined where the index makes none, as in an unfinished merge. */
export const workTreeSnapshot = (platform: Platform, { folder }: Repository, tree: IndexTree | undefined): Snapshot => {
  const files = platform.files(folder);
  const others = async (): Promise<readonly string[]> => {
    const listed = await textOf(platform, folder, ["ls-files", "-z", "--others", "--exclude-standard"]);
    return parted(listed).slice(0, mostNew);
  };
  return {
    read: async (path) => readQuietly(files, path),
    isUnread: async (path) => files.kind(path) === "file" || (await isLeftOut(platform, folder, path)),
    holding: (words) => grep(platform, folder, { words, more: ["--untracked"], strip: "" }),
    files: async () => {
      const tracked = (await tree?.entries()) ?? [];
      const fresh = await others();
      return [...tracked.flatMap(asFile), ...fresh.map((path) => ({ path, blob: undefined }))];
    },
  };
};

/** In a submodule, or outside of what a sparse checkout has. */
const isLeftOut = async (platform: Platform, folder: string, path: string): Promise<boolean> => {
  const asked = ["--literal-pathspecs", "ls-files", "-s", "-t", "-z", "--", ...withFolders(path)];
  const listed = parted(await textOf(platform, folder, asked));
  return listed.some((row) => row.startsWith("S ") || / 160000 /.test(row.slice(0, row.indexOf("\t"))));
};

/** The path, behind the folders that it is in. */
const withFolders = (path: string): readonly string[] => {
  const parts = path.split("/");
  return parts.map((_, at) => parts.slice(0, at + 1).join("/"));
};

const mostNew = 2_000;

const asFile = ({ path, kind, id, isUtf8 }: TreeEntry): readonly SnapshotFile[] =>
  kind === "file" && isUtf8 ? [{ path, blob: id }] : [];

/** Undefined for a name that git does not know as a commit. */
export const commitSnapshot = async (
  platform: Platform,
  { folder }: Repository,
  named: string,
): Promise<(Snapshot & { readonly commit: string }) | undefined> => {
  const commit = await commitOf(platform, folder, named);
  if (commit === undefined) return undefined;
  const pieces: Uint8Array[] = [];
  const onOutput = (bytes: Uint8Array): void => {
    pieces.push(bytes);
  };
  await runGit(platform, ["ls-tree", "-r", "-z", "-l", "--full-tree", commit], { cwd: folder, onOutput });
  const tree = readTreeEntries(joinBytes(pieces));
  const submodules = new Set(tree.flatMap(({ kind, path }) => (kind === "submodule" ? [path] : [])));
  const entries = tree.flatMap(asFile);
  const byPath = new Map(entries.map((entry) => [entry.path, entry]));
  return {
    commit,
    read: async (path) => {
      const blob = byPath.get(path)?.blob;
      return blob === undefined ? undefined : readBlob(platform, folder, blob);
    },
    isUnread: async (path) => byPath.has(path) || withFolders(path).some((one) => submodules.has(one)),
    holding: (words) => grep(platform, folder, { words, more: [commit], strip: `${commit}:` }),
    files: async () => entries,
  };
};

/** What may be given as the name of a commit: nothing that git takes for an option. */
export const commitOf = async (platform: Platform, folder: string, named: string): Promise<string | undefined> => {
  if (named.startsWith("-") || /[\s\0]/.test(named) || named === "") return undefined;
  const asked = ["rev-parse", "--verify", "--quiet", "--end-of-options", `${named}^{commit}`];
  const { exitCode, stdout } = await runGit(platform, asked, { cwd: folder });
  return exitCode === 0 ? stdout.trim() : undefined;
};

export const readBlob = async (platform: Platform, folder: string, id: string): Promise<Uint8Array | undefined> => {
  if (!/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(id)) return undefined;
  let found: Uint8Array | undefined;
  await readBlobs(platform, { folder, ids: [id] }, (_, bytes) => {
    found = bytes;
  });
  return found;
};

const textOf = async (platform: Platform, folder: string, args: readonly string[]): Promise<string> =>
  (await runGit(platform, args, { cwd: folder })).stdout;

const parted = (listed: string): readonly string[] => listed.split("\0").filter((path) => path !== "");

const mostFound = 40;

const grep = async (
  platform: Platform,
  folder: string,
  {
    words,
    more,
    strip,
  }: { readonly words: readonly string[]; readonly more: readonly string[]; readonly strip: string },
): Promise<readonly string[]> => {
  if (words.length === 0) return [];
  const patterns = words.flatMap((word) => ["-e", word]);
  // Binary files hold no definitions.
  const found = await textOf(platform, folder, ["grep", "-I", "-l", "-z", "-w", "-F", ...patterns, ...more]);
  return parted(found)
    .map((path) => (path.startsWith(strip) ? path.slice(strip.length) : path))
    .slice(0, mostFound);
};
