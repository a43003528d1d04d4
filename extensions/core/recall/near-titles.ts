/** Loose look-up over titles, aliases, tags and ids: for completion and "did you mean"; it never ranks recall. */

import type { Index } from "flexsearch";

export interface TitleEntry {
  readonly id: string;
  readonly title: string;
  /** Aliases and tags. */
  readonly names: readonly string[];
}

export interface NearTitles {
  /** Entries whose words begin with the typed ones, best first. */
  complete(typed: string, limit: number): readonly TitleEntry[];
  /** Entries that share words with a query that found nothing. */
  suggest(query: string, limit: number): readonly TitleEntry[];
}

/** Lower-case words of any script, parts of identifiers included: FlexSearch's own encoder loses CJK. */
const encode = (text: string): string[] =>
  text
    .normalize("NFKC")
    .replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
    .toLowerCase()
    .match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{N}]+/gu) ?? [];

/** The package is loaded at the first call, in about 20 ms. */
export const openNearTitles = async (entries: readonly TitleEntry[]): Promise<NearTitles> => {
  const { default: flexsearch } = await import("flexsearch");
  const index: Index = new flexsearch.Index({ tokenize: "forward", encode });
  for (const [number, entry] of entries.entries()) {
    index.add(number, [entry.title, ...entry.names, entry.id].join(" "));
  }
  const look = (query: string, options: { limit: number; suggest: boolean }): readonly TitleEntry[] =>
    index.search(query, options).flatMap((number) => entries[Number(number)] ?? []);
  return {
    complete: (typed, limit) => look(typed, { limit, suggest: false }),
    suggest: (query, limit) => look(query, { limit, suggest: true }),
  };
};
