/** Loose look-up over titles, aliases, tags and ids: for completion and "did you mean"; it never ranks recall. */

import type { Index } from "flexsearch";
import { isOneEdit } from "./ranking/correct.ts";

export interface TitleEntry {
  readonly id: string;
  readonly title: string;
  /** Aliases and tags. */
  readonly names: readonly string[];
}

export interface NearTitles {
  /** Entries whose words begin with the typed ones, best first. */
  complete(typed: string, limit: number): readonly TitleEntry[];
  /** Entries that share words with a query that found nothing, a slip in a word forgiven. */
  suggest(query: string, limit: number): readonly TitleEntry[];
}

/** Lower-case words of any script, parts of identifiers included: FlexSearch's own encoder loses CJK. */
const encode = (text: string): string[] =>
  text
    .normalize("NFKC")
    .replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
    .toLowerCase()
    .match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{M}\p{N}]+/gu) ?? [];

const textOf = ({ id, title, names }: TitleEntry): string => [title, ...names, id].join(" ");

/** The package is loaded at the first call, in about 20 ms. */
export const openNearTitles = async (entries: readonly TitleEntry[]): Promise<NearTitles> => {
  const { default: flexsearch } = await import("flexsearch");
  const index: Index = new flexsearch.Index({ tokenize: "forward", encode });
  for (const [number, entry] of entries.entries()) index.add(number, textOf(entry));
  const look = (query: string, options: { limit: number; suggest: boolean }): readonly TitleEntry[] =>
    index.search(query, options).flatMap((number) => entries[Number(number)] ?? []);
  let words: ReadonlySet<string> | undefined;
  return {
    complete: (typed, limit) => look(typed, { limit, suggest: false }),
    suggest: (query, limit) => {
      words ??= new Set(entries.flatMap((entry) => encode(textOf(entry))));
      return look(withoutSlips(query, words), { limit, suggest: true });
    },
  };
};

const shortestWord = 4;

/** Words that begin no known one become the first known one that is one edit away. */
const withoutSlips = (query: string, words: ReadonlySet<string>): string =>
  encode(query)
    .map((word) => (word.length < shortestWord || words.has(word) ? word : nearest(word, words)))
    .join(" ");

const nearest = (word: string, words: ReadonlySet<string>): string => {
  let near: string | undefined;
  for (const known of words) {
    if (known.startsWith(word)) return word;
    if (near === undefined && isOneEdit(word, known)) near = known;
  }
  return near ?? word;
};
