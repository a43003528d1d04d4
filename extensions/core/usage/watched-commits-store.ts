/**
 * Commits that were made after pages had been cited, and what became of them: `usage/commits.json` in the vault's state
 * folder, {commits: [{case, commit, doc, folder, session, task?, at, result?}]}. What can't be kept is as good as absent.
 */

import type { Instant, Platform } from "../../platform/platform.ts";
import { addDays, compareInstants, isTime } from "../instant.ts";
import { isJsonObject, type JsonValue, parseJsonObject } from "../ledger/canonical.ts";
import { present } from "../present.ts";
import type { Vault } from "../vault/vault.ts";
import type { CommitFate, CommitHistory } from "./commit-fate.ts";
import type { Outcome, Result } from "./usage-event.ts";

export interface WatchedCommits {
  /** Commits that the session made here after the pages had been cited. */
  watch(pages: readonly CitedBefore[], work: WorkOfCommits, history: CommitHistory): Promise<void>;
  /**
   * What is known now and was not before. A session can't say of its own commits that they were kept, unless it is told
   * to judge all: when it begins. What is not kept is known anew the next time.
   */
  judge(request: JudgeRequest, keep: (outcomes: readonly Outcome[]) => Promise<void>): Promise<void>;
}

export interface CitedBefore {
  readonly doc: string;
  readonly at: Instant;
  /** When the session had made its next commit. */
  readonly until: Instant;
}

export interface WorkOfCommits {
  readonly session: string;
  readonly task?: string;
}

export interface JudgeRequest {
  readonly session: string;
  readonly isBeginning: boolean;
  history(folder: string): Promise<CommitHistory | undefined>;
}

interface Watched {
  /** Names commit and page, wherever the commit moves. */
  readonly case: string;
  readonly commit: string;
  readonly doc: string;
  readonly folder: string;
  readonly session: string;
  readonly task?: string;
  readonly at: Instant;
  readonly result?: Result;
}

const path = "usage/commits.json";
const watchedDays = 90;
const mostWatched = 500;
const largest = 1024 * 1024;
const idLength = 16;

export const openWatchedCommits = (platform: Platform, vault: Vault): WatchedCommits => {
  const files = platform.files(platform.paths.join(platform.environment.stateRoot, vault.key));
  const read = (): readonly Watched[] => {
    const commits = parseJsonObject(files.readText(path, largest) ?? "")?.["commits"];
    return Array.isArray(commits) ? commits.flatMap(parseWatched) : [];
  };
  const change = (edit: (watched: readonly Watched[]) => readonly Watched[]): Promise<void> =>
    files.withLock(path, async () => {
      const since = addDays(platform.now(), -watchedDays);
      const commits = edit(read()).filter(({ at }) => compareInstants(at, since) > 0);
      await files.write(path, `${JSON.stringify({ commits: commits.slice(-mostWatched) })}\n`);
    });
  const idOf = (...parts: readonly string[]): string => platform.hash(parts.join("\n")).slice(0, idLength);

  return {
    watch: async (pages, { session, task }, history) => {
      const at = platform.now();
      const { folder } = history;
      const commits = await history.made();
      const made = pages.flatMap(({ doc, at: from, until }) =>
        commits.flatMap(({ commit, time }): readonly Watched[] => {
          if (compareInstants(time, wholeSecond(from)) < 0 || compareInstants(time, until) > 0) return [];
          return [{ case: idOf("commit", commit, doc), commit, doc, folder, session, ...present({ task }), at }];
        }),
      );
      const known = new Set(read().map((one) => one.case));
      const fresh = new Map(made.filter((one) => !known.has(one.case)).map((one) => [one.case, one]));
      if (fresh.size > 0)
        await change((watched) => [...watched.filter((one) => !fresh.has(one.case)), ...fresh.values()]);
    },
    judge: async (request, keep) => {
      const judged: { readonly watched: Watched; readonly outcomes: readonly Outcome[] }[] = [];
      for (const one of read()) {
        const { fate, commit } = await finalFate(one, request.history);
        const result = resultOf(fate, request.isBeginning || one.session !== request.session);
        if (result !== undefined && result !== one.result) {
          const outcome = outcomeOf(one, { result, fate, now: platform.now(), idOf });
          judged.push({ watched: { ...one, commit, result }, outcomes: [outcome] });
        } else if (commit !== one.commit) judged.push({ watched: { ...one, commit }, outcomes: [] });
      }
      if (judged.length === 0) return;
      await keep(judged.flatMap(({ outcomes }) => outcomes));
      const changed = new Map(judged.map(({ watched }) => [watched.case, watched]));
      await change((watched) => watched.map((one) => changed.get(one.case) ?? one));
    },
  };
};

/** Git knows no smaller part of time. */
const wholeSecond = (time: Instant): Instant => time.replace(/[.,]\d+(?=Z|z|[-+]|$)/, "");

const mostMoves = 5;

/** Follows a commit to where it has moved. */
const finalFate = async (
  { folder, commit: first }: Watched,
  history: JudgeRequest["history"],
): Promise<{ readonly fate: CommitFate; readonly commit: string }> => {
  const repository = await history(folder);
  let commit = first;
  for (let moves = 0; repository !== undefined && moves < mostMoves; moves += 1) {
    const fate = await repository.fateOf(commit);
    if (fate.state !== "moved") return { fate, commit };
    commit = fate.to;
  }
  return { fate: { state: "open" }, commit };
};

const resultOf = ({ state }: CommitFate, mayBeKept: boolean): Result | undefined => {
  if (state === "undone") return "failure";
  return state === "kept" && mayBeKept ? "success" : undefined;
};

interface Judged {
  readonly result: Result;
  readonly fate: CommitFate;
  readonly now: Instant;
  idOf(...parts: readonly string[]): string;
}

const outcomeOf = ({ case: what, doc, session, task }: Watched, { result, fate, now, idOf }: Judged): Outcome => ({
  kind: "outcome",
  id: idOf(what, result, now),
  doc,
  at: now,
  session,
  result,
  judge: "observed",
  case: what,
  ...present({ task_id: task }),
  note: fate.state === "undone" ? `a commit that followed was ${fate.how}` : "a commit that followed was kept",
});

const parseWatched = (value: JsonValue): readonly Watched[] => {
  if (!isJsonObject(value)) return [];
  const { case: what, commit, doc, folder, session, task, at, result } = value;
  if (typeof what !== "string" || typeof commit !== "string" || typeof doc !== "string") return [];
  if (typeof folder !== "string" || typeof session !== "string" || typeof at !== "string" || !isTime(at)) return [];
  const known = typeof task === "string" ? { task } : {};
  const watched: Watched = { case: what, commit, doc, folder, session, ...known, at };
  return [result === "success" || result === "failure" ? { ...watched, result } : watched];
};
