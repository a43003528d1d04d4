/** Looks at a repository's change: what is committed since a commit, and what is not committed yet. Leaves no trace. */

import type { Platform } from "../../platform/platform.ts";
import { WikiError } from "../errors.ts";
import { type Git, gitIn } from "../git/git.ts";
import { type ChangedPath, outside, readCommitDiffs, readRawDiff } from "./change.ts";

export interface Change {
  /** The work tree's top folder. */
  readonly folder: string;
  readonly base: string;
  readonly head: string;
  /** From base to HEAD, vaults left out. */
  readonly committed: readonly ChangedPath[];
  /** From HEAD to the work tree as it would be committed, vaults left out. */
  readonly pending: readonly ChangedPath[];
  /** Everything that `git diff --name-only base..HEAD` names. */
  readonly paths: readonly string[];
}

export interface ChangeRequest {
  readonly cwd: string;
  /** What git calls a commit. */
  readonly base: string;
  /** Absolute folders of vaults. */
  readonly vaults: readonly string[];
}

/** Throws `repository_missing`, and `base_unknown` where git knows no such commit. */
export const lookAtChange = async (platform: Platform, { cwd, base, vaults }: ChangeRequest): Promise<Change> => {
  const folder = await topOf(platform, cwd);
  const git = gitIn(platform, folder);
  const [from, head] = [await commitOf(git, base), await commitOf(git, "HEAD")];
  if (from === undefined || head === undefined) throw new WikiError("base_unknown", { base: head ? base : "HEAD" });
  const folders = vaults.flatMap((vault) => platform.paths.inside(folder, vault) || []);
  const committed = readRawDiff((await git.told([...raw, from, head])) ?? "");
  const named = ["diff", "--name-only", "-z", "--no-renames", "--no-ext-diff", `${from}..${head}`];
  const names = (await git.told(named)) ?? "";
  return {
    folder,
    base: from,
    head,
    committed: outside(committed, folders),
    pending: outside(await pendingIn(platform, { folder, head }), folders),
    paths: names.split("\0").filter((name) => name !== ""),
  };
};

export interface CommitSearch {
  readonly cwd: string;
  /** The commit at HEAD when the change was accepted. */
  readonly since: string;
  readonly vaults: readonly string[];
}

/** Commits that came since, oldest first, each with its own change and the one since then. */
export const commitsSince = async (
  platform: Platform,
  { cwd, since, vaults }: CommitSearch,
): Promise<readonly { readonly commit: string; readonly changes: readonly (readonly ChangedPath[])[] }[]> => {
  const folder = await topOf(platform, cwd);
  const git = gitIn(platform, folder);
  const folders = vaults.flatMap((vault) => platform.paths.inside(folder, vault) || []);
  const base = await commitOf(git, since);
  const range = base === undefined ? ["HEAD"] : [`${base}..HEAD`];
  const listed = await git.told(["rev-list", "--parents", `--max-count=${mostCommits}`, ...range]);
  const commits = (listed ?? "").split("\n").filter(Boolean).reverse();
  const found = new Map<string, (readonly ChangedPath[])[]>(commits.map((row) => [row.split(" ")[0] ?? "", []]));
  for (let at = 0; at < commits.length; at += mostAtOnce) {
    for (const { commit, changes } of await diffsOf(git, commits.slice(at, at + mostAtOnce), base)) {
      const known = found.get(commit) ?? [];
      found.set(commit, [...known, outside(changes, folders)]);
    }
  }
  return [...found].map(([commit, changes]) => ({ commit, changes }));
};

const mostCommits = 200;
/** More might say more than is kept of a program's output. */
const mostAtOnce = 25;

/** Of rows of a commit and its parents: what came with it, and what came since the base. */
const diffsOf = async (git: Git, rows: readonly string[], base: string | undefined) => {
  const asked = rows.flatMap((row) => {
    const [commit = "", parent] = row.split(" ");
    return [parent, base].flatMap((from) => (from === undefined ? [] : [`${commit} ${from}`]));
  });
  const options = ["diff-tree", "--stdin", "--always", "-r", "--raw", "-z", "--no-abbrev", "--no-renames"];
  return readCommitDiffs((await git.told(options, { input: asked.map((line) => `${line}\n`).join("") })) ?? "");
};

const raw = ["diff-tree", "-r", "--raw", "-z", "--no-abbrev", "--no-renames", "--no-commit-id"] as const;
const topOf = async (platform: Platform, cwd: string): Promise<string> => {
  const top = await gitIn(platform, cwd).line(["rev-parse", "--show-toplevel"]);
  if (top !== undefined) return platform.paths.physical(top);
  throw new WikiError("repository_missing", { folder: cwd, reason: "git finds no work tree" });
};

const commitOf = (git: Git, name: string): Promise<string | undefined> =>
  git.line(["rev-parse", "--verify", "--quiet", "--end-of-options", `${name}^{commit}`]);

/** With a copy of the index and objects of its own: what is not added yet is, and nobody sees it. */
const pendingIn = async (
  platform: Platform,
  { folder, head }: Pick<Change, "folder" | "head">,
): Promise<readonly ChangedPath[]> => {
  const git = gitIn(platform, folder);
  const places = (await git.told(["rev-parse", "--git-path", "index", "--git-path", "objects"])) ?? "";
  const [index = "", objects = ""] = places.split(/\r?\n/).map((path) => platform.paths.resolve(folder, path));
  const scratch = platform.files(platform.paths.join(platform.environment.cacheRoot, "acceptance"));
  const own = platform.newId(12);
  try {
    await scratch.createFolder(`${own}/objects`);
    const bytes = platform.files(platform.paths.dirname(index)).read(platform.paths.basename(index), largestIndex);
    if (bytes !== undefined) await scratch.write(`${own}/index`, bytes);
    const variables = {
      GIT_INDEX_FILE: scratch.absolute(`${own}/index`),
      GIT_OBJECT_DIRECTORY: scratch.absolute(`${own}/objects`),
      GIT_ALTERNATE_OBJECT_DIRECTORIES: `"${objects.replace(/["\\]/g, "\\$&")}"`,
    };
    const added = await git.run(["add", "--all", "--", "."], { variables });
    if (added.exitCode !== 0) throw new WikiError("unreadable", { path: folder, reason: added.stderr.trim() });
    const diff = ["diff-index", "--cached", "--raw", "-z", "--no-abbrev", "--no-renames", head];
    return readRawDiff((await git.told(diff, { variables })) ?? "");
  } finally {
    await scratch.remove(own);
  }
};

const largestIndex = 1024 * 1024 * 1024;
