/** Shows how one text became another, as `diff -u` does. Pure. */

import { keptLines, linesOf } from "./line-diff.ts";

export interface DiffLine {
  /** `@` opens a piece and says where it stands. */
  readonly mark: "@" | " " | "-" | "+";
  readonly text: string;
}

/** Lines around a change that did not change. */
const context = 3;

/** None for texts that differ in no line. */
export const unifiedDiff = (before: string, after: string): readonly DiffLine[] => {
  const steps = stepsBetween(linesOf(before), linesOf(after));
  const shown = steps.map((_, at) => steps.slice(Math.max(0, at - context), at + context + 1).some(isChange));
  return steps.flatMap((step, at) => {
    if (!shown[at]) return [];
    return shown[at - 1] === true ? [step.line] : [headOf(steps, shown, at), step.line];
  });
};

interface Step {
  readonly line: DiffLine;
  /** How many lines of each text come before it. */
  readonly before: number;
  readonly after: number;
}

const isChange = ({ line }: Step): boolean => line.mark !== " ";

const stepsBetween = (before: readonly string[], after: readonly string[]): readonly Step[] => {
  const steps: Step[] = [];
  const kept = keptLines(before, after);
  let [left, right] = [0, 0];
  const changeTo = (leftEnd: number, rightEnd: number): void => {
    for (; left < leftEnd; left += 1) {
      steps.push({ line: { mark: "-", text: before[left] ?? "" }, before: left, after: right });
    }
    for (; right < rightEnd; right += 1) {
      steps.push({ line: { mark: "+", text: after[right] ?? "" }, before: left, after: right });
    }
  };
  for (const [at, same] of kept.entries()) {
    if (same === undefined) continue;
    changeTo(same, at);
    steps.push({ line: { mark: " ", text: after[at] ?? "" }, before: left, after: right });
    left += 1;
    right += 1;
  }
  changeTo(before.length, after.length);
  return steps;
};

const headOf = (steps: readonly Step[], shown: readonly boolean[], at: number): DiffLine => {
  const end = shown.indexOf(false, at);
  const piece = steps.slice(at, end === -1 ? undefined : end);
  const [old, fresh] = [piece.filter(({ line }) => line.mark !== "+"), piece.filter(({ line }) => line.mark !== "-")];
  const { before = 0, after = 0 } = steps[at] ?? {};
  return { mark: "@", text: `@@ -${rangeOf(before, old.length)} +${rangeOf(after, fresh.length)} @@` };
};

/** As `diff -u` counts: from 1, and of no lines the one before. */
const rangeOf = (start: number, count: number): string => `${count === 0 ? start : start + 1},${count}`;
