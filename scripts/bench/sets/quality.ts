/** How good rankings are, from the judged documents' places in them. Pure. */

export interface JudgedRanking {
  /** Document ids, best first. */
  readonly ranked: readonly string[];
  readonly grades: ReadonlyMap<string, number>;
}

/** Means over queries, as fractions of 1. */
export interface Quality {
  readonly n: number;
  readonly r5: number;
  readonly r10: number;
  readonly r20: number;
  readonly hit5: number;
  /** Of the first ten. */
  readonly mrr: number;
  /** Of the first ten, the gain of a document being its grade. */
  readonly ndcg: number;
}

export const qualityOf = (rankings: readonly JudgedRanking[]): Quality => {
  const mean = (figure: (ranking: JudgedRanking) => number): number =>
    rounded(rankings.reduce((sum, ranking) => sum + figure(ranking), 0) / Math.max(1, rankings.length));
  return {
    n: rankings.length,
    r5: mean((ranking) => recallAt(ranking, 5)),
    r10: mean((ranking) => recallAt(ranking, 10)),
    r20: mean((ranking) => recallAt(ranking, 20)),
    hit5: mean((ranking) => (foundAt(ranking, 5) > 0 ? 1 : 0)),
    mrr: mean(reciprocalRank),
    ndcg: mean(discountedGain),
  };
};

/** Four digits are enough for figures of at most a few thousand queries. */
const rounded = (value: number): number => Math.round(value * 10_000) / 10_000;

const depth = 10;

const foundAt = ({ ranked, grades }: JudgedRanking, k: number): number =>
  ranked.slice(0, k).filter((id) => grades.has(id)).length;

const recallAt = (ranking: JudgedRanking, k: number): number => foundAt(ranking, k) / ranking.grades.size;

const reciprocalRank = ({ ranked, grades }: JudgedRanking): number => {
  const at = ranked.slice(0, depth).findIndex((id) => grades.has(id));
  return at < 0 ? 0 : 1 / (at + 1);
};

const discountedGain = ({ ranked, grades }: JudgedRanking): number => {
  const ideal = [...grades.values()].sort((a, b) => b - a).slice(0, depth);
  return gain(ranked.slice(0, depth).map((id) => grades.get(id) ?? 0)) / gain(ideal);
};

const gain = (grades: readonly number[]): number =>
  grades.reduce((sum, grade, at) => sum + grade / Math.log2(at + 2), 0);
