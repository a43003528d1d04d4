/** Finds entries by the words of a query. Pure. */

import { termsOf } from "../../recall/analysis/analyse.ts";
import type { MemoryEntry } from "./memory-file.ts";

export interface KeptEntry {
  readonly task: string;
  readonly user: string;
  readonly entry: MemoryEntry;
  /** A compaction has moved it. */
  readonly isArchived: boolean;
}

export interface EntryHit extends KeptEntry {
  readonly score: number;
}

/** Those that hold any word of the query: words that few entries hold count for more; of equals, the newest first. */
export const searchEntries = (
  query: string,
  { entries, limit }: { readonly entries: readonly KeptEntry[]; readonly limit: number },
): readonly EntryHit[] => {
  const wanted = wordsOf(query);
  const found = entries
    .map((kept) => ({ kept, words: common(wanted, wordsOf(kept.entry.text)) }))
    .filter(({ words }) => words.length > 0);
  const holders = new Map<string, number>();
  for (const { words } of found) for (const word of words) holders.set(word, (holders.get(word) ?? 0) + 1);
  const weigh = (word: string): number => Math.log(1 + entries.length / (holders.get(word) ?? 1));
  return found
    .map(({ kept, words }) => ({ ...kept, score: words.reduce((sum, word) => sum + weigh(word), 0) }))
    .sort((left, right) => right.score - left.score || (left.entry.time < right.entry.time ? 1 : -1))
    .slice(0, limit);
};

const wordsOf = (text: string): ReadonlySet<string> => termsOf(text, { language: "en", keepStopWords: false });

const common = (wanted: ReadonlySet<string>, words: ReadonlySet<string>): readonly string[] =>
  [...wanted].filter((word) => words.has(word));
