/** Finds pages by their names while somebody types: ids, titles, other names, tags and types, by FlexSearch. */

import { Index } from "/lib/flexsearch.js";

const pagesPerBreath = 400;

const breath = () => new Promise((resolve) => setTimeout(resolve));

let made;

/** `pages` is kept as it is for as long as nothing changes: an index is made once for each. */
export const indexOf = (pages) => {
  if (made?.pages !== pages) made = { pages, index: build(pages) };
  return made.index;
};

const build = async (pages) => {
  const index = new Index({ tokenize: "forward" });
  for (const [at, { id, title, aliases, tags, type }] of pages.entries()) {
    if (at % pagesPerBreath === 0) await breath();
    index.add(at, [title, id.replace(/[/_-]/g, " "), ...aliases, ...tags, type].join(" "));
  }
  return index;
};

const mostFound = 2000;

/** Places of the pages that match, the best first. */
export const find = (index, words) => index.search(words, { limit: mostFound });
