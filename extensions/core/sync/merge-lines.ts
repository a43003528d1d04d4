/** Brings the lines of two clones together; owns node-diff3. Pure. */

import { diff3Merge } from "node-diff3";

export interface MergedLines {
  readonly text: string;
  /** Neither side changed what the other did. */
  readonly isClean: boolean;
}

/** A three-way merge as git makes it; where both changed the same lines, theirs stand before ours. */
export const mergeLines = (base: string, ours: string, theirs: string): MergedLines => {
  const [own, before, other] = [ours, base, theirs].map((text) => linesOf(text).map(marked));
  const regions = diff3Merge(own ?? [], before ?? [], other ?? [], { excludeFalseConflicts: true });
  const lines = regions
    .flatMap(({ ok, conflict }) => ok ?? [...(conflict?.b ?? []), ...(conflict?.a ?? [])])
    .map((line) => line.slice(1));
  return { text: ended(lines).join(""), isClean: regions.every(({ conflict }) => conflict === undefined) };
};

/** The merge looks lines up by name in an object, which has names of its own, such as `valueOf`. */
const marked = (line: string): string => `|${line}`;

/**
 * Of a file that only grows: their lines in their order, then those that only ours has, in ours. A line that one side
 * has more often is kept as often.
 */
export const unionLines = (theirs: string, ours: string): string => {
  const left = countsOf(theirs);
  const own = ended(linesOf(ours)).filter((line) => {
    const count = left.get(bare(line)) ?? 0;
    left.set(bare(line), count - 1);
    return count <= 0;
  });
  return [...ended(linesOf(theirs)), ...own].join("");
};

/** Lines of `before` that `after` has not, or not as often. */
export const lostLines = (before: string, after: string): readonly string[] => {
  const left = countsOf(after);
  return linesOf(before)
    .map(bare)
    .filter((line) => {
      const count = left.get(line) ?? 0;
      left.set(line, count - 1);
      return line !== "" && count <= 0;
    });
};

const countsOf = (text: string): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const line of linesOf(text).map(bare)) counts.set(line, (counts.get(line) ?? 0) + 1);
  return counts;
};

/** Each with its line feed, but for a last one that has none. */
const linesOf = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];

/** A line without its end could be joined with the one that comes to stand after it. */
const ended = (lines: readonly string[]): string[] =>
  lines.map((line, at) => (line.endsWith("\n") || at === lines.length - 1 ? line : `${line}\n`));

/** Git on Windows may have put a carriage return before the line feed. */
const bare = (line: string): string => line.replace(/\r?\n$/, "");
