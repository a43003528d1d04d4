/** Tells an entry that says again what was remembered a moment ago. Pure. */

import type { MemoryEntry } from "./memory-file.ts";

export interface Repetition {
  readonly entry: MemoryEntry;
  /** 0 to 1. */
  readonly similarity: number;
}

const mostRecent = 10;
const tooSimilar = 0.85;

/**
 * The entry among the last ten that hold which a text repeats most, or undefined. Another number, path or name with a
 * digit in it is another fact, however alike the words are.
 */
export const repeatedBy = (text: string, live: readonly MemoryEntry[]): Repetition | undefined => {
  const wanted = gramsOf(text);
  const facts = factsOf(text);
  let best: Repetition | undefined;
  for (const entry of live.slice(-mostRecent)) {
    if (factsOf(entry.text) !== facts) continue;
    const similarity = likeness(wanted, gramsOf(entry.text));
    if (similarity > tooSimilar && similarity > (best?.similarity ?? 0)) best = { entry, similarity };
  }
  return best;
};

const plain = (text: string): string => text.normalize("NFKC").toLowerCase().replace(/\s+/g, " ").trim();

/** Words with a digit in them, in their order; a script without spaces parts them from the words around. */
const factsOf = (text: string): string =>
  (plain(text).match(/[\p{Nd}a-z_./:#@+-]+/gu) ?? [])
    .filter((word) => /\p{Nd}/u.test(word))
    .map((word) => word.replace(/[.:]+$/, ""))
    .join(" ");

/** Pairs of neighbouring characters, with how often each occurs. */
const gramsOf = (text: string): ReadonlyMap<string, number> => {
  const characters = [...plain(text)];
  const grams = new Map<string, number>();
  for (const [index, character] of characters.entries()) {
    const gram = `${character}${characters[index + 1] ?? ""}`;
    grams.set(gram, (grams.get(gram) ?? 0) + 1);
  }
  return grams;
};

/** Twice what both have, of all that they have. */
const likeness = (left: ReadonlyMap<string, number>, right: ReadonlyMap<string, number>): number => {
  let [shared, all] = [0, 0];
  for (const [gram, count] of left) {
    shared += Math.min(count, right.get(gram) ?? 0);
    all += count;
  }
  for (const count of right.values()) all += count;
  return all === 0 ? 1 : (2 * shared) / all;
};
