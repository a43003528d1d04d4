/** Reads the ledger's file, and only what was added since when the rest is still as it was read. */

import type { FileState, Files } from "../../platform/platform.ts";
import { isSameState } from "../same-state.ts";
import { atOnce, type Steps } from "../steps.ts";
import type { ChainRules } from "./chain.ts";
import { foldLedger, type LedgerFold, type OnEvent } from "./ledger-fold.ts";
import { type LedgerLine, linesInPieces, splitLines } from "./ledger-lines.ts";

export interface LedgerReader {
  /** The whole file from its first byte. */
  readAll(): LedgerFold;
  /** The same, a few lines a step; `onEvent` is told of the events of this reading only. */
  readSteps(onEvent?: OnEvent): Steps<LedgerFold>;
  /** The same result; lines that were read before are not looked at again. */
  readNew(): LedgerFold;
}

interface Snapshot {
  readonly fold: LedgerFold;
  readonly state: FileState | undefined;
  /** The last line; undefined for an empty file. */
  readonly last: LedgerLine | undefined;
}

// The ledger is never split and never cut, so it may outgrow the default limit of a read.
const maxBytes = 1024 ** 3;

export const openLedgerReader = (files: Files, { path, rules }: { path: string; rules: ChainRules }): LedgerReader => {
  let snapshot: Snapshot | undefined;

  function* readSteps(onEvent?: OnEvent): Steps<LedgerFold> {
    const state = files.state(path);
    const bytes = files.read(path, maxBytes) ?? new Uint8Array();
    let isReading = true;
    const fold = foldLedger(rules, (event, line) => isReading && onEvent?.(event, line));
    let last: LedgerLine | undefined;
    for (const lines of linesInPieces(bytes)) {
      fold.take(lines);
      last = lines.at(-1) ?? last;
      yield;
    }
    isReading = false;
    snapshot = { fold, state, last };
    return fold;
  }
  const readAll = (): LedgerFold => atOnce(readSteps());
  /** Undefined when what was read is no longer how the file begins, as far as can be seen. */
  const extend = ({ fold, last, state: before }: Snapshot): LedgerFold | undefined => {
    const state = files.state(path);
    if (isSameState(before, state)) return fold;
    if (state?.inode !== before?.inode || last?.text === undefined || !last.isTerminated) return undefined;
    const bytes = files.readTail(path, (state?.size ?? 0) - last.offset) ?? new Uint8Array();
    const [again, ...added] = splitLines(bytes, last);
    if (again?.text !== last.text || !again.isTerminated) return undefined;
    fold.take(added);
    snapshot = { fold, state, last: added.at(-1) ?? last };
    return fold;
  };
  return {
    readAll,
    readSteps,
    readNew: () => (snapshot === undefined ? readAll() : (extend(snapshot) ?? readAll())),
  };
};
