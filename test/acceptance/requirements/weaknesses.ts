/** The weakness wiki: what is broken, what was tried and what was kept, across the iterations of a run. */

export const weaknessesRequirements = [
  {
    id: "weaknesses.reads-documented",
    text: "The documented sample is read whole: comments, nested lists, `{slug, why}`, links; both families of keys, `r1-h1` ids, `Round N` headings; unknown keys are kept.",
    source: "weakness.md Reader",
  },
  {
    id: "weaknesses.reads-damage",
    text: "A broken, foreign or linked-away file is a finding with its path, and the rest is read as usual.",
    source: "weakness.md Reader",
  },
] as const;
