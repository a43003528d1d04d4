/** How many secrets each rule found, and how that is said. Pure, and light: no rule is loaded for it. */

export interface RuleCount {
  /** As in `[redacted:<rule>]`. */
  readonly rule: string;
  readonly count: number;
}

/** One count a rule, sorted by rule. */
export const sumCounts = (...lists: readonly (readonly RuleCount[])[]): readonly RuleCount[] => {
  const sums = new Map<string, number>();
  for (const { rule, count } of lists.flat()) sums.set(rule, (sums.get(rule) ?? 0) + count);
  return [...sums].map(([rule, count]) => ({ rule, count })).sort((a, b) => (a.rule < b.rule ? -1 : 1));
};

/** `github 2, jwt 1`. */
export const listCounts = (counts: readonly RuleCount[]): string =>
  counts.map(({ rule, count }) => `${rule} ${count}`).join(", ");

/** A sentence of its own; empty when nothing was found. */
export const replacedText = (counts: readonly RuleCount[] = []): string =>
  counts.length === 0 ? "" : `Secrets in it were replaced: ${listCounts(counts)}.`;
