/** Corrects words that no page holds: one edit away, same first letter, held by at least two pages. Pure. */

import type { IndexPart } from "../indexing/index-part.ts";

const shortestWord = 4;
const fewestPages = 2;

/** The most frequent correction of a term of Latin letters, or undefined. */
export const correctionOf = (term: string, parts: readonly IndexPart[]): string | undefined => {
  if (term.length < shortestWord || !/^[a-z]+$/.test(term)) return undefined;
  const counts = new Map<string, number>();
  for (const part of parts) {
    for (const { term: candidate, pages } of part.termsNear(term)) {
      if (isOneEdit(term, candidate)) counts.set(candidate, (counts.get(candidate) ?? 0) + pages);
    }
  }
  const [best] = [...counts]
    .filter(([, pages]) => pages >= fewestPages)
    .sort((left, right) => right[1] - left[1] || (left[0] < right[0] ? -1 : 1));
  return best?.[0];
};

/** Damerau-Levenshtein distance of exactly one: a letter added, dropped, changed, or two neighbours swapped. */
export const isOneEdit = (left: string, right: string): boolean => {
  if (left === right || Math.abs(left.length - right.length) > 1) return false;
  let same = 0;
  while (same < left.length && left.charCodeAt(same) === right.charCodeAt(same)) same += 1;
  const restLeft = left.slice(same);
  const restRight = right.slice(same);
  if (left.length !== right.length) {
    return left.length > right.length ? restLeft.slice(1) === restRight : restRight.slice(1) === restLeft;
  }
  const swapped = restLeft.charAt(1) + restLeft.charAt(0) === restRight.slice(0, 2);
  return restLeft.slice(1) === restRight.slice(1) || (swapped && restLeft.slice(2) === restRight.slice(2));
};
