/** Headings for groups of pages by type. Pure. */

import { pageTypes } from "../../pages/page.ts";

const uncountable = new Set(["architecture", "general"]);

/** `known_issue` → `Known Issues`, `synthesis` → `Syntheses`. */
export const typeHeading = (type: string): string => {
  const words = type
    .replace(/[_\s-]+/g, " ")
    .trim()
    .toLowerCase();
  const plural = uncountable.has(words) ? words : pluralOf(words);
  return plural.replace(/(^|\s)(\p{L})/gu, (_, space: string, letter: string) => space + letter.toUpperCase());
};

const endings: readonly (readonly [pattern: RegExp, ending: string])[] = [
  [/sis$/, "ses"],
  [/([^aeiou])y$/, "$1ies"],
  [/(s|x|z|ch|sh)$/, "$1es"],
  [/([a-z])$/, "$1s"],
];

const pluralOf = (words: string): string => {
  const rule = endings.find(([pattern]) => pattern.test(words));
  return rule ? words.replace(...rule) : words;
};

/** Groups in the order of the types, unknown ones after them by name. */
export const groupByType = <T extends { readonly type: string }>(
  items: readonly T[],
): readonly (readonly [string, readonly T[]])[] => {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const type = item.type.trim().toLowerCase() || "general";
    const group = groups.get(type);
    if (group) group.push(item);
    else groups.set(type, [item]);
  }
  const rank = (type: string): number => {
    const known: readonly string[] = pageTypes;
    return known.includes(type) ? known.indexOf(type) : known.length;
  };
  return [...groups].sort(([a], [b]) => rank(a) - rank(b) || (a < b ? -1 : 1));
};
