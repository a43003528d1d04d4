/**
 * The tree of a repository's index, without a trace in the repository: git works on a copy of the index and writes its
 * objects elsewhere. So it works while another process holds the index's lock.
 */

import type { Files, Platform } from "../../platform/platform.ts";
import { WikiError } from "../errors.ts";
import { BlobStream, type OnBlob } from "./blob-stream.ts";
import { joinBytes } from "./byte-chunks.ts";
import { lastLine, runGit } from "./git.ts";
import { keepTree, knownTree } from "./known-trees-store.ts";
import { decodePath } from "./path-bytes.ts";
import type { Repository } from "./repository.ts";
import { readTreeEntries, type TreeEntry } from "./tree-entries.ts";

export interface IndexTree {
  readonly id: string;
  /** Everything that is tracked, by path. */
  entries(): Promise<readonly TreeEntry[]>;
  /** The id of the index as it is by now. */
  now(): Promise<string>;
}

const copies = "index-copies";
const largestIndex = 1024 * 1024 * 1024;

/**
 * `meanwhile` is called at most once, when there is a while to wait for git. Throws `index_unavailable` for an index that
 * makes no tree, as in an unfinished merge.
 */
export const withIndexTree = async <T>(
  platform: Platform,
  repository: Repository,
  read: (tree: IndexTree) => Promise<T>,
  meanwhile: () => void = () => undefined,
): Promise<T> => {
  const index = indexOf(platform, repository);
  const copy = openCopy(platform, repository, { index, meanwhile });
  let keeping: Promise<void> | undefined;
  try {
    const id = knownTree(platform, repository, index) ?? (await copy.made()).id;
    keeping = keepTree(platform, repository, { index, id });
    // Awaited at the end: until then a failure must not count as one that nobody waits for.
    keeping.catch(() => undefined);
    // The same bytes make the same tree.
    const isSame = (): boolean => equalBytes(index, indexOf(platform, repository));
    return await read({
      id,
      entries: async () => (await copy.made()).entries(),
      now: async () => (isSame() ? id : indexTreeId(platform, repository)),
    });
  } finally {
    await copy.remove();
    await keeping;
  }
};

interface IndexCopy {
  /** Makes the copy and its tree, once. */
  made(): Promise<Omit<IndexTree, "now">>;
  remove(): Promise<void>;
}

interface Copying {
  readonly index: Uint8Array | undefined;
  meanwhile(): void;
}

const openCopy = (platform: Platform, repository: Repository, { index, meanwhile }: Copying): IndexCopy => {
  const place = platform.files(platform.paths.join(platform.environment.cacheRoot, copies));
  const own = platform.newId(12);
  const make = async (): Promise<Omit<IndexTree, "now">> => {
    await place.createFolder(`${own}/objects`);
    // A repository without an index has tracked nothing yet: git takes an absent file for an empty one.
    if (index !== undefined) await place.write(`${own}/index`, index);
    await removeLeftovers(place, own);
    const copy = { index: place.absolute(`${own}/index`), objects: place.absolute(`${own}/objects`) };
    const writing = writeTree(platform, repository, copy);
    // Awaited below, unless what is done meanwhile fails.
    writing.catch(() => undefined);
    await platform.pause();
    meanwhile();
    return await writing;
  };
  let making: ReturnType<typeof make> | undefined;
  return {
    made: () => {
      making ??= make();
      return making;
    },
    remove: async () => {
      if (making !== undefined) await place.remove(own);
    },
  };
};

const indexOf = (platform: Platform, { gitDir }: Repository): Uint8Array | undefined =>
  platform.files(gitDir).read("index", largestIndex);

const equalBytes = (left: Uint8Array | undefined, right: Uint8Array | undefined): boolean =>
  left?.length === right?.length && (left === undefined || left.every((byte, at) => byte === right?.[at]));

const dayMs = 86_400_000;

/** Copies of processes that were killed: those a day older than our own. */
const removeLeftovers = async (place: Files, own: string): Promise<void> => {
  const now = place.state(`${own}/index`)?.mtimeMs ?? 0;
  for (const name of place.list("")) {
    const made = place.state(`${name}/index`)?.mtimeMs;
    if (made !== undefined && now - made > dayMs) await place.remove(name);
  }
};

/** The id alone. */
export const indexTreeId = (platform: Platform, repository: Repository): Promise<string> =>
  withIndexTree(platform, repository, async ({ id }) => id);

interface Copy {
  readonly index: string;
  readonly objects: string;
}

const writeTree = async (platform: Platform, repository: Repository, copy: Copy): Promise<Omit<IndexTree, "now">> => {
  const { folder, objects } = repository;
  const variables = {
    GIT_INDEX_FILE: copy.index,
    GIT_OBJECT_DIRECTORY: copy.objects,
    GIT_ALTERNATE_OBJECT_DIRECTORIES: quoted(objects),
  };
  const made = await runGit(platform, ["write-tree", "--missing-ok"], { cwd: folder, variables });
  if (made.exitCode !== 0) throw new WikiError("index_unavailable", { folder, reason: whyNoTree(made.stderr) });
  const id = made.stdout.trim();
  return {
    id,
    entries: async () => {
      const listing = ["ls-tree", "-r", "-z", "-l", "--full-tree", id];
      return readTreeEntries(await outputOf(platform, listing, { cwd: folder, variables }));
    },
  };
};

/** In quotes a separator of the list is a part of the path. */
const quoted = (path: string): string => `"${path.replace(/["\\]/g, "\\$&")}"`;

const mostNamed = 5;

const whyNoTree = (stderr: string): string => {
  const unmerged = [...stderr.matchAll(/^(.+): unmerged \(/gm)].map((found) => found[1] ?? "");
  const names = [...new Set(unmerged)];
  if (names.length === 0) return lastLine(stderr);
  const rest = names.length - mostNamed;
  return `unmerged paths ${names.slice(0, mostNamed).join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`;
};

/** Tracked paths whose file in the work tree is not what the index has: what is known of them may be out of date. */
export const dirtyPaths = async (platform: Platform, folder: string): Promise<readonly string[]> => {
  const args = ["status", "--porcelain=v1", "-z", "--no-renames", "--untracked-files=no", "--ignore-submodules=all"];
  const rows = rowsOf(await outputOf(platform, args, { cwd: folder }));
  // `XY path`: Y tells of the work tree.
  return rows.filter((row) => row[1] !== blank).map((row) => decodePath(row.subarray(3)).path);
};

const blank = 32;

const rowsOf = (output: Uint8Array): readonly Uint8Array[] => {
  const rows: Uint8Array[] = [];
  for (let from = 0, end = output.indexOf(0); end >= 0; from = end + 1, end = output.indexOf(0, from)) {
    rows.push(output.subarray(from, end));
  }
  return rows;
};

/** Gives each blob to `onBlob`, in the order of the ids, from one process. */
export const readBlobs = async (
  platform: Platform,
  { folder, ids }: { readonly folder: string; readonly ids: readonly string[] },
  onBlob: OnBlob,
): Promise<void> => {
  if (ids.length === 0) return;
  let count = 0;
  const stream = new BlobStream((id, bytes) => {
    count += 1;
    onBlob(id, bytes);
  });
  const input = ids.map((id) => `${id}\n`).join("");
  const onOutput = (bytes: Uint8Array): void => stream.push(bytes);
  const { stderr } = await runGit(platform, ["cat-file", "--batch"], {
    cwd: folder,
    input,
    onOutput,
    timeoutMs: longestReadMs,
  });
  if (count !== ids.length) {
    throw new WikiError("unreadable", { path: folder, reason: `git gave ${count} of ${ids.length} blobs; ${stderr}` });
  }
};

const longestReadMs = 600_000;

const outputOf = async (
  platform: Platform,
  args: readonly string[],
  options: { readonly cwd: string; readonly variables?: Readonly<Record<string, string | undefined>> },
): Promise<Uint8Array> => {
  const pieces: Uint8Array[] = [];
  const onOutput = (bytes: Uint8Array): void => {
    pieces.push(bytes);
  };
  const { exitCode, stderr } = await runGit(platform, args, { ...options, onOutput });
  if (exitCode !== 0) throw new WikiError("unreadable", { path: options.cwd, reason: lastLine(stderr) });
  return joinBytes(pieces);
};
