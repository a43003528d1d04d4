/** Pages with a title like another one, found without reading every title again. Pure. */

import { termsOf } from "./analysis/analyse.ts";
import type { IndexPart } from "./indexing/index-part.ts";

export type TitleTerms = ReadonlySet<string>;

export const titleTerms = (title: string): TitleTerms => termsOf(title, { language: "en", keepStopWords: false });

/** Jaccard similarity, 0 to 1. */
export const likeness = (left: TitleTerms, right: TitleTerms): number =>
  share([...left].filter((term) => right.has(term)).length, left.size + right.size);

const share = (shared: number, sizes: number): number => (shared === 0 ? 0 : shared / (sizes - shared));

export interface PlacedTitle {
  /** The part's number. */
  readonly part: number;
  readonly page: number;
}

/** Live pages whose titles are at least as like as `least`, which is above 0. */
export type LikeTitles = (title: string, parts: readonly IndexPart[], least: number) => readonly PlacedTitle[];

interface PartTitles {
  /** Number of terms of each page's title. */
  readonly sizes: number[];
  readonly pagesWith: Map<string, number[]>;
}

/** To be kept for a session: a part's titles are read once. */
export const openLikeTitles = (): LikeTitles => {
  const known = new WeakMap<IndexPart, PartTitles>();
  const titlesOf = (part: IndexPart): PartTitles => {
    const titles = known.get(part) ?? { sizes: [], pagesWith: new Map() };
    known.set(part, titles);
    while (titles.sizes.length < part.pageCount) addTitle(titles, part.facts(titles.sizes.length).title);
    return titles;
  };
  return (title, parts, least) => {
    const wanted = titleTerms(title);
    return parts.flatMap((part, number) => {
      const { sizes, pagesWith } = titlesOf(part);
      const shared = new Map<number, number>();
      for (const term of wanted) {
        for (const page of pagesWith.get(term) ?? []) shared.set(page, (shared.get(page) ?? 0) + 1);
      }
      return [...shared]
        .filter(([page, terms]) => part.live[page] === 1 && share(terms, wanted.size + (sizes[page] ?? 0)) >= least)
        .map(([page]) => ({ part: number, page }));
    });
  };
};

const addTitle = ({ sizes, pagesWith }: PartTitles, title: string): void => {
  const terms = titleTerms(title);
  for (const term of terms) {
    const pages = pagesWith.get(term);
    if (pages === undefined) pagesWith.set(term, [sizes.length]);
    else pages.push(sizes.length);
  }
  sizes.push(terms.size);
};
