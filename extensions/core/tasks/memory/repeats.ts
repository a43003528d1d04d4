/** Tells an entry that says again what was remembered a moment ago. Pure. */

import type { MemoryEntry } from "./memory-file.ts";

export interface Repetition {
  readonly entry: MemoryEntry;
  /** 0 to 1. */
  readonly similarity: number;
}

const mostRecent = 10;
const tooSimilar = 0.85;
/** Longer texts are compared by their words. */
const longestByCharacter = 1_500;

/**
 * The entry among the last ten that hold which a text repeats most, or undefined. Another number, path or name with a
 * digit in it is another fact, however alike the words are.
 */
export const repeatedBy = (text: string, live: readonly MemoryEntry[]): Repetition | undefined => {
  const said = plain(text);
  const facts = factsOf(said);
  let best: Repetition | undefined;
  for (const entry of live.slice(-mostRecent)) {
    const other = plain(entry.text);
    if (factsOf(other) !== facts) continue;
    const isShort = said.length <= longestByCharacter && other.length <= longestByCharacter;
    const similarity = isShort ? likeness([...said], [...other]) : likeness(said.split(" "), other.split(" "));
    if (similarity > tooSimilar && similarity > (best?.similarity ?? 0)) best = { entry, similarity };
  }
  return best;
};

const plain = (text: string): string => text.normalize("NFKC").toLowerCase().replace(/\s+/g, " ").trim();

/** Words with a digit in them, in their order; a script without spaces parts them from the words around. */
const factsOf = (said: string): string =>
  (said.match(/[\p{Nd}a-z_./:#@+-]+/gu) ?? [])
    .filter((word) => /\p{Nd}/u.test(word))
    .map((word) => word.replace(/[.:]+$/, ""))
    .join(" ");

/** Twice the length of what both have in the same order, of the lengths of both. */
const likeness = (left: readonly string[], right: readonly string[]): number => {
  const all = left.length + right.length;
  if (2 * Math.min(left.length, right.length) <= tooSimilar * all) return 0;
  return all === 0 ? 1 : (2 * commonLength(left, right)) / all;
};

/** Of the longest common subsequence, row by row. */
const commonLength = (left: readonly string[], right: readonly string[]): number => {
  let above = new Uint16Array(right.length + 1);
  let row = new Uint16Array(right.length + 1);
  for (const unit of left) {
    for (let at = 1; at <= right.length; at += 1) {
      const isSame = unit === right[at - 1];
      row[at] = isSame ? (above[at - 1] ?? 0) + 1 : Math.max(above[at] ?? 0, row[at - 1] ?? 0);
    }
    [above, row] = [row, above];
  }
  return above[right.length] ?? 0;
};
