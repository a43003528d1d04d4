/** Pages that match a text well by their words alone, as they are looked for when a new note may repeat one. Pure. */

import type { BelievedFacts } from "./admission.ts";
import { type Believe, openBelief } from "./belief.ts";
import type { LayeredParts } from "./indexing/recall-index.ts";
import { evidenceOf, gateOf } from "./ranking/gate.ts";
import { rank } from "./ranking/rank.ts";

const most = 3;
/** One that is far behind the best is no neighbour. */
const leastShareOfBest = 0.65;

/** None when not even the best page is about what the text is about. */
export const neighboursOf = (text: string, layered: LayeredParts, believe: Believe): readonly BelievedFacts[] => {
  const belief = openBelief(layered, believe);
  const ranking = rank({
    parts: layered.parts,
    statistics: layered.statistics,
    prompt: text,
    limit: most,
    exclude: (facts) => (facts.id.startsWith("raw/") ? "captured text" : undefined),
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
