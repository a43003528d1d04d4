/** Pages that match a text well by their words alone, as they are looked for when a new note may repeat one. Pure. */

import type { BelievedFacts } from "./admission.ts";
import { type Believe, openBelief } from "./belief.ts";
import type { LayeredParts } from "./indexing/recall-index.ts";
import { evidenceOf, gateOf } from "./ranking/gate.ts";
import { rank } from "./ranking/rank.ts";

const most = 3;
/** One that is far behind the best is no neighbour. */
const leastShareOfBest = 0.65;

export interface SoughtNeighbours {
  readonly text: string;
  /** Types of pages that are looked at; all when none are named. */
  readonly types?: readonly string[] | undefined;
}

/** None when not even the best page is about what the text is about. */
export const neighboursOf = (
  { text, types }: SoughtNeighbours,
  layered: LayeredParts,
  believe: Believe,
): readonly BelievedFacts[] => {
  const belief = openBelief(layered, believe);
  const ranking = rank({
    parts: layered.parts,
    statistics: layered.statistics,
    prompt: text,
    limit: most,
    exclude: ({ id, type }) => {
      if (id.startsWith("raw/")) return "captured text";
      return types === undefined || types.includes(type) ? undefined : "other-type";
    },
    weigh: () => 1,
    textOf: () => undefined,
  });
  if (gateOf(evidenceOf(ranking, layered.statistics.pages)) !== "passed") return [];
  const best = ranking.ranked[0]?.score ?? 0;
  return ranking.ranked
    .slice(0, most)
    .filter(({ score }) => score >= best * leastShareOfBest)
    .map(({ facts, part }) => belief({ facts, part }));
};
