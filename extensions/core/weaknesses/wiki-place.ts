/** Where the files of a weakness wiki stand below a run directory. Pure. */

/** All paths are relative to the run directory. */
export const wikiPaths = {
  wiki: "wiki",
  weaknesses: "wiki/weaknesses",
  solutions: "wiki/solutions",
  results: "wiki/results",
  /** Ours: readers of the format look at no file in it. */
  meta: "wiki/.meta",
  journal: "wiki/.meta/journal.jsonl",
  /** The framework's own record of what its gate accepted. */
  ledger: "LEDGER.md",
} as const;

export const weaknessPath = (slug: string): string => `${wikiPaths.weaknesses}/${slug}.md`;
export const solutionPath = (slug: string, id: string): string => `${wikiPaths.solutions}/${slug}/${id}`;
export const cardName = "solution.md";
export const diffName = "changes.diff";
