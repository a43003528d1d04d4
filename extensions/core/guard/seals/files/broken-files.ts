/** Asks git about sealed files that are not what they were, and judges each. */

import { isWikiError } from "../../../errors.ts";
import type { GitHistory } from "../git-history.ts";
import type { Seal } from "../seal.ts";
import { isMemory, sealKindOf } from "../seal.ts";
import type { FileHealing } from "./file-healing.ts";
import { type FileVerdict, judgeFile } from "./judge-file.ts";

/**
 * One verdict for each. Without a call, what its owner may change by hand was changed by hand; and a task's verbs may
 * have run beside a call, or in it.
 */
export const judgeBroken = async (broken: readonly Seal[], healing: FileHealing): Promise<readonly FileVerdict[]> => {
  if (broken.length === 0) return [];
  const judge = await judgeFor(broken, healing);
  const { call, vault } = healing;
  const verdicts: FileVerdict[] = [];
  for (const [index, { path }] of broken.entries()) {
    const isOwners = call === undefined && sealKindOf(path, vault.layout) === "kept";
    const isDone = isOwners || isRecordedMemory(path, healing);
    verdicts.push(isDone ? "history" : await judge(index));
  }
  return verdicts;
};

/** Larger ones are told from their seal alone. */
const largestMemory = 32 * 1024 * 1024;

/** Task memory as its verbs left it, in whatever process they ran: the ledger knew of it before it was written. */
const isRecordedMemory = (path: string, { vault, platform, memories }: FileHealing): boolean => {
  if (!isMemory(path, vault.layout) || vault.files.kind(path) !== "file") return false;
  try {
    const content = vault.files.read(path, largestMemory);
    return content !== undefined && memories().has(platform.hash(content));
  } catch (error) {
    if (isWikiError(error)) return false;
    throw error;
  }
};

type Judge = (index: number) => Promise<FileVerdict>;

const judgeFor = async (broken: readonly Seal[], healing: FileHealing): Promise<Judge> => {
  const history = await healing.git();
  if (history === "none") return async () => "tampered";
  // Where git can't be asked, only what a call did is sure to be none of its doing.
  if (history === "unreadable") return async () => (healing.call === undefined ? "waiting" : "tampered");
  return factsOf(broken, history, healing);
};

const factsOf = async (broken: readonly Seal[], history: GitHistory, { store, call }: FileHealing): Promise<Judge> => {
  const paths = broken.map(({ path }) => path);
  const sealed = await history.idsOf(broken.map((seal) => store.copyPath(seal)));
  const [disk, head] = [await history.onDisk(paths), await history.atHead(paths)];
  const unsettled = await history.unsettled(paths);
  const byCall = call === undefined ? new Set<string>() : await history.committedByCall(paths);
  return async (index: number): Promise<FileVerdict> => {
    const path = paths[index] ?? "";
    const facts = {
      sealed: sealed[index] ?? "",
      disk: disk.get(path),
      head: head.get(path),
      isUnsettled: unsettled.has(path),
      isCommittedByCall: byCall.has(path),
    };
    const none: ReadonlySet<string> = new Set();
    // The past is looked through only where it can matter.
    const early = judgeFile({ ...facts, committed: none, stashed: none });
    if (early === "waiting" || (early === "tampered" && (facts.disk !== undefined || facts.head !== undefined))) {
      return early;
    }
    const [committed, stashed] = [await history.committed(path), await history.stashed(path)];
    return judgeFile({ ...facts, committed, stashed });
  };
};
