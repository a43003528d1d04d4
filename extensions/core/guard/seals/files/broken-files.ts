/** Asks git about sealed files that are not what they were, and judges each. */

import type { GitHistory } from "../git-history.ts";
import type { Seal } from "../seal.ts";
import { sealKindOf } from "../seal.ts";
import type { FileHealing } from "./file-healing.ts";
import { type FileVerdict, judgeFile } from "./judge-file.ts";

/** One verdict for each. Without a call, what its owner may change by hand was changed by hand. */
export const judgeBroken = async (broken: readonly Seal[], healing: FileHealing): Promise<readonly FileVerdict[]> => {
  if (broken.length === 0) return [];
  const judge = await judgeFor(broken, healing);
  const { call, vault } = healing;
  const verdicts: FileVerdict[] = [];
  for (const [index, { path }] of broken.entries()) {
    const isOwners = call === undefined && sealKindOf(path, vault.layout) === "kept";
    verdicts.push(isOwners ? "history" : await judge(index));
  }
  return verdicts;
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
