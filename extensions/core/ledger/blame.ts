/**
 * Says which change brought each line of a page. Events hold hashes, never text, so a version whose text is known
 * nowhere leaves a gap: a line that came in it may be of any change in the gap, and is said to be. Pure.
 */

import type { TextChange } from "./history.ts";
import { keptLines, linesOf } from "./line-diff.ts";

/** A version of the page, oldest first. */
export interface PageState<By> {
  readonly hash: string | undefined;
  readonly text: string | undefined;
  /** Undefined for a version that no event made. */
  readonly by: By | undefined;
}

export interface BlamedLine<By> {
  readonly text: string;
  /** The latest change that may have brought the line; undefined when that was made outside, without an event. */
  readonly by: By | undefined;
  /** How many earlier changes may have brought it just as well. */
  readonly others: number;
}

/** The versions that events tell of, those between them that no event made, and the one that is there now. */
export const pageStates = <By extends TextChange>(
  changes: readonly By[],
  { present, textOf }: { readonly present: string; readonly textOf: (hash: string) => string | undefined },
): readonly PageState<By>[] => {
  const states: PageState<By>[] = [];
  const last = (): string | undefined => states.at(-1)?.hash;
  const push = (hash: string | undefined, by: By | undefined): void => {
    states.push({ hash, text: hash === undefined ? "" : textOf(hash), by });
  };
  for (const change of changes) {
    const { before, after } = change;
    const changesNothing = before === undefined ? after === undefined || after === last() : before === after;
    if (changesNothing) continue;
    if (before !== undefined && before !== last()) push(before, undefined);
    push(after, change);
  }
  if (present !== last()) push(present, undefined);
  return states;
};

export const blameLines = <By>(states: readonly PageState<By>[]): readonly BlamedLine<By>[] => {
  const known = new Map<string | undefined, readonly BlamedLine<By>[]>();
  let lines: readonly BlamedLine<By>[] = [];
  let gap = 0;
  for (const { hash, text, by } of states) {
    if (text === undefined) {
      gap += 1;
      continue;
    }
    // Going back to an earlier version, as a checkout does, brings back who wrote it.
    const again = by === undefined ? known.get(hash) : undefined;
    lines = again ?? withChange(lines, { text, by, others: gap });
    known.set(hash, lines);
    gap = 0;
  }
  return lines;
};

const withChange = <By>(before: readonly BlamedLine<By>[], change: BlamedLine<By>): readonly BlamedLine<By>[] => {
  const texts = linesOf(change.text);
  const kept = keptLines(
    before.map(({ text }) => text),
    texts,
  );
  return texts.map((text, index) => {
    const earlier = before[kept[index] ?? -1];
    return earlier ?? { ...change, text };
  });
};
