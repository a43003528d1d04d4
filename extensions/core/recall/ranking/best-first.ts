/** Gives the scored pages of all parts in order of score, without sorting those that nobody will look at. Pure. */

import type { PartScores, ScoredPage } from "./score.ts";

/** So many of the best are sorted first; the rest only when somebody asks on. */
const sortedFirst = 500;
const bins = 1024;

/** Best first; pages of the same score by path. */
export function* bestFirst(parts: readonly PartScores[]): Generator<ScoredPage> {
  const best = parts.reduce((most, part) => Math.max(most, part.best), 0);
  const binOf = (score: number): number => Math.floor((score / best) * (bins - 1));
  const floor = floorBin(parts, binOf);
  yield* sorted(parts, (score) => binOf(score) >= floor);
  if (floor > 0) yield* sorted(parts, (score) => binOf(score) < floor);
}

/** The highest bin at or above which there are enough pages. */
const floorBin = (parts: readonly PartScores[], binOf: (score: number) => number): number => {
  const counts = new Uint32Array(bins);
  for (const { scores, matches } of parts) {
    for (let at = 0; at < matches.length; at += 1) {
      const bin = binOf(scores[matches[at] ?? 0] ?? 0);
      counts[bin] = (counts[bin] ?? 0) + 1;
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
    for (let at = 0; at < part.matches.length; at += 1) {
      const page = part.matches[at] ?? 0;
      if (isWanted(part.scores[page] ?? 0)) found.push(part.scored(page));
    }
  }
  const pathOf = ({ part, page }: ScoredPage): string => parts[part]?.part.path(page) ?? "";
  return found.sort((left, right) => right.score - left.score || (pathOf(left) < pathOf(right) ? -1 : 1));
};
