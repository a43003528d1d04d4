/** How much of a page's words stands in the names of a thing. Pure. */

/** Words of two characters or more, in lower case. */
export const wordsOf = (...texts: readonly string[]): ReadonlySet<string> =>
  new Set(
    texts
      .flatMap((text) => text.match(/[A-Za-z0-9_]+/g) ?? [])
      .map((word) => word.toLowerCase())
      .filter((word) => word.length > 1),
  );

const longest = 40;

/** A thousand for each word in common, and its letters. */
export const scoreOf = (query: ReadonlySet<string>, ...texts: readonly string[]): number => {
  let score = 0;
  for (const word of wordsOf(...texts)) if (query.has(word)) score += 1_000 + Math.min(word.length, longest);
  return score;
};
