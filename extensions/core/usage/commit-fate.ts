/** Asks git what has become of a commit: is it still part of the work, was it taken back, or did it move? */

import type { Instant, Platform } from "../../platform/platform.ts";
import { gitIn } from "../git/git.ts";

/** `open` is all that says neither: another branch, a history that git can't read. */
export type CommitFate =
  | { readonly state: "kept" | "open" }
  | { readonly state: "undone"; readonly how: "reverted" | "reset away" }
  | { readonly state: "moved"; readonly to: string };

export interface CommitHistory {
  /** The worktree's top folder. */
  readonly folder: string;
  /** Commits that were made here, at HEAD, and when. */
  made(): Promise<readonly { readonly commit: string; readonly time: Instant }[]>;
  fateOf(commit: string): Promise<CommitFate>;
}

const timeoutMs = 5_000;
const mostRecent = 500;
const field = "%x09";
const recordEnd = "\u001e";

/** Undefined outside a repository, or where git can't read it. */
export const openCommitHistory = async (platform: Platform, cwd: string): Promise<CommitHistory | undefined> => {
  const git = gitIn(platform, cwd, { timeoutMs });
  const ask: Ask = (...words) => git.told(words);
  const folder = (await ask("rev-parse", "--show-toplevel"))?.trimEnd();
  if (folder === undefined || folder === "") return undefined;
  return {
    folder,
    made: async () => (await headLog(ask)).filter(({ subject }) => /^commit(?: \([a-z]+\))?: /.test(subject)),
    fateOf: async (commit) => (/^[0-9a-f]{40,64}$/.test(commit) ? await fateOf(commit, ask) : { state: "open" }),
  };
};

type Ask = (...words: readonly string[]) => Promise<string | undefined>;

interface HeadMove {
  readonly commit: string;
  readonly time: string;
  /** What moved HEAD, such as `commit: Trim the wick` or `reset: moving to HEAD~1`. */
  readonly subject: string;
}

/** What HEAD was, newest first. */
const headLog = async (ask: Ask): Promise<readonly HeadMove[]> => {
  const text = await ask("log", "-g", `-n${mostRecent}`, `--format=%H${field}%cI${field}%gs`, "HEAD");
  return linesOf(text).map((line) => {
    const [commit = "", time = "", subject = ""] = line.split("\t");
    return { commit, time, subject };
  });
};

const linesOf = (text: string | undefined): readonly string[] => (text ?? "").split("\n").filter(Boolean);

const isIn = async (ask: Ask, commit: string, tip: string): Promise<boolean> =>
  (await ask("merge-base", "--is-ancestor", commit, tip)) !== undefined;

const fateOf = async (commit: string, ask: Ask): Promise<CommitFate> => {
  if ((await ask("cat-file", "-e", `${commit}^{commit}`)) === undefined) return { state: "open" };
  if (await isIn(ask, commit, "HEAD")) {
    return (await isReverted(commit, ask)) ? { state: "undone", how: "reverted" } : { state: "kept" };
  }
  const to = await successorOf(commit, ask);
  if (to !== undefined) return { state: "moved", to };
  const holders = await ask("for-each-ref", "--count=1", "--contains", commit);
  if (holders === undefined || holders.trim() !== "") return { state: "open" };
  return (await isResetAway(commit, ask)) ? { state: "undone", how: "reset away" } : { state: "open" };
};

/** By a revert that was not reverted itself. */
const isReverted = async (commit: string, ask: Ask): Promise<boolean> => {
  const text = (await ask("log", `-n${mostRecent}`, `--format=%H%n%B${recordEnd}`, `${commit}..HEAD`)) ?? "";
  // Newest first: whatever undoes a revert was seen before it.
  const undone = new Set<string>();
  for (const record of text.split(recordEnd)) {
    const [own = "", ...message] = record.trimStart().split("\n");
    if (undone.has(own)) continue;
    for (const [, reverted = ""] of message.join("\n").matchAll(/^This reverts commit ([0-9a-f]{40,64})\b/gm)) {
      undone.add(reverted);
    }
  }
  return undone.has(commit);
};

/** The commit that took its place: amended, rebased or picked, or made anew with the same content. */
const successorOf = async (commit: string, ask: Ask): Promise<string | undefined> => {
  const facts = `%H${field}%T${field}%at %ae`;
  const [own] = linesOf(await ask("log", "-n1", `--format=${facts}`, commit));
  const [, tree, author] = own?.split("\t") ?? [];
  const later = linesOf(await ask("log", `-n${mostRecent}`, `--format=${facts}`, `${commit}..HEAD`));
  const found = later.map((line) => line.split("\t")).find((one) => one[1] === tree || one[2] === author);
  return found?.[0];
};

/** HEAD was moved off it by a reset. */
const isResetAway = async (commit: string, ask: Ask): Promise<boolean> => {
  const moves = await headLog(ask);
  for (const [index, { commit: to, subject }] of moves.entries()) {
    const from = moves[index + 1]?.commit;
    if (from === undefined || !subject.startsWith("reset: ")) continue;
    if ((await isIn(ask, commit, from)) && !(await isIn(ask, commit, to))) return true;
  }
  return false;
};
