/** Gives the scored pages of all parts in order of score, without sorting those that nobody will look at. Pure. */

import type { PartScores, ScoredPage } from "./score.ts";

/** So many of the best are sorted first; the rest only when somebody asks on. */
const sortedFirst = 500;
const bins = 1024;

/** Best first; pages of the same score by path. */
export function* bestFirst(parts: readonly PartScores[]): Generator<ScoredPage> {
  const binOf = binning(parts);
  const floor = floorBin(parts, binOf);
  yield* sorted(parts, (score) => binOf(score) >= floor);
  if (floor > 0) yield* sorted(parts, (score) => binOf(score) < floor);
}

const binning = (parts: readonly PartScores[]): ((score: number) => number) => {
  let most = 0;
  for (const { scores } of parts)
    for (let page = 0; page < scores.length; page += 1) most = Math.max(most, at(scores, page));
  return (score) => (most === 0 ? 0 : Math.floor((score / most) * (bins - 1)));
};

const at = (scores: Float64Array, page: number): number => scores[page] ?? 0;

/** The highest bin at or above which there are enough pages. */
const floorBin = (parts: readonly PartScores[], binOf: (score: number) => number): number => {
  const counts = new Uint32Array(bins);
  for (const { scores } of parts) {
    for (let page = 0; page < scores.length; page += 1) {
      const score = at(scores, page);
      if (score > 0) counts[binOf(score)] = (counts[binOf(score)] ?? 0) + 1;
    }
  }
  let total = 0;
  for (let bin = bins - 1; bin > 0; bin -= 1) {
    total += counts[bin] ?? 0;
    if (total >= sortedFirst) return bin;
  }
  return 0;
};

const sorted = (parts: readonly PartScores[], isWanted: (score: number) => boolean): ScoredPage[] => {
  const found: ScoredPage[] = [];
  for (const part of parts) {
    for (let page = 0; page < part.scores.length; page += 1) {
      const score = at(part.scores, page);
      if (score > 0 && isWanted(score)) found.push(part.scored(page));
    }
  }
  const pathOf = ({ part, page }: ScoredPage): string => parts[part]?.part.path(page) ?? "";
  return found.sort((left, right) => right.score - left.score || (pathOf(left) < pathOf(right) ? -1 : 1));
};
