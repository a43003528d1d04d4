/** Finds pages by their names while somebody types: ids, titles, other names, tags and types, by FlexSearch. */

import { Index } from "/lib/flexsearch.js";
import { keyOf } from "./page-groups.js";

const pagesPerBreath = 400;

const breath = () => new Promise((resolve) => setTimeout(resolve));

let made;

/** `pages` is kept as it is for as long as nothing changes: an index is made once for each, of the one before. */
export const indexOf = (pages) => {
  if (made?.pages !== pages) made = { pages, found: renewed(made?.found, pages) };
  return made.found;
};

const namesOf = ({ id, title, aliases, tags, type }) =>
  [title, id.replace(/[/_-]/g, " "), ...aliases, ...tags, type].join(" ");

/** To take many out costs more than to begin anew. */
const fewChanges = 200;

const renewed = async (before, pages) => {
  const old = await before?.catch(() => undefined);
  const names = new Map(pages.map((page) => [keyOf(page), namesOf(page)]));
  const places = new Map(pages.map((page, at) => [keyOf(page), at]));
  const changed = changesOf(old?.names ?? new Map(), names);
  const isFew = old !== undefined && changed.gone.length + changed.come.length <= fewChanges;
  const index = isFew ? old.index : new Index({ tokenize: "forward" });
  if (isFew) for (const key of changed.gone) index.remove(key);
  for (const [at, key] of (isFew ? changed.come : [...names.keys()]).entries()) {
    if (at % pagesPerBreath === 0) await breath();
    index.add(key, names.get(key));
  }
  return { index, names, places };
};

/** A page that is named otherwise goes and comes. */
const changesOf = (old, names) => ({
  gone: [...old.keys()].filter((key) => names.get(key) !== old.get(key)),
  come: [...names.keys()].filter((key) => names.get(key) !== old.get(key)),
});

const mostFound = 2000;

/** Places of the pages that match, the best first. */
export const find = ({ index, places }, words) =>
  index
    .search(words, { limit: mostFound })
    .map((key) => places.get(key))
    .filter((at) => at !== undefined);
