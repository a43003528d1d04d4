/** Holds one solution to the rules of the format: its links, its card, and that nobody accepted it but the gate. Pure. */

import { isInstant } from "../../instant.ts";
import type { Baseline } from "../journal-store.ts";
import { verdictIn } from "../read-gate.ts";
import type { ReadSolution } from "../read-solution.ts";
import type { Weakness } from "../weakness.ts";
import { cardName, diffName } from "../wiki-place.ts";
import { lineOfKey } from "./validate-weakness.ts";
import { type Breach, breaches } from "./wiki-rules.ts";

export interface SolutionContext {
  readonly owner: Weakness | undefined;
  readonly baseline: Baseline | undefined;
  /** The text of LEDGER.md. */
  readonly ledger: string | undefined;
}

export const solutionBreaches = (file: ReadSolution, context: SolutionContext): readonly Breach[] => {
  const { path: folder, hasCard } = file.solution;
  if (hasCard) return [...joinBreaches(file, context), ...cardBreaches(file), ...outcomeBreaches(file, context)];
  return [
    { code: "weakness-card-missing", path: folder, line: 0, message: `The folder of a solution has no ${cardName}.` },
  ];
};

const cardOf = ({ solution }: ReadSolution): string => `${solution.path}/${cardName}`;

const joinBreaches = (file: ReadSolution, { owner }: SolutionContext): readonly Breach[] => {
  const { id, weakness: slug, linksTo, iteration } = file.solution;
  const path = cardOf(file);
  return breaches(
    owner === undefined && { code: "weakness-solution-orphan", path, message: `There is no weakness ${slug}.` },
    owner?.solutionLinks.includes(id) === false && {
      code: "weakness-solution-unlinked",
      path,
      message: `${slug} does not list [[${slug}-${id}]] among its solutions.`,
    },
    linksTo !== slug && {
      code: "weakness-solution-backlink",
      path,
      line: lineOfKey(file, "weakness"),
      message: `It links back to ${linksTo ?? "nothing"}, and lies with ${slug}.`,
    },
    iteration !== undefined &&
      iteration !== id && {
        code: "weakness-solution-iteration",
        path,
        line: lineOfKey(file, "iteration", "round"),
        message: `Its iteration is ${iteration}, and its folder is ${id}.`,
      },
  );
};

const cardBreaches = (file: ReadSolution): readonly Breach[] => {
  const { outcome, metric, timestamp, diffBytes, path: folder } = file.solution;
  const path = cardOf(file);
  return breaches(
    outcome !== "pending" &&
      outcome !== "kept" && {
        code: "weakness-outcome",
        path,
        line: lineOfKey(file, "outcome"),
        message: `Its outcome is ${outcome}.`,
      },
    metric === undefined && {
      code: "weakness-card-metric",
      path,
      line: lineOfKey(file, "primary_metric"),
      message: "It has no primary_metric with a name and a number.",
    },
    (timestamp === undefined || !isInstant(timestamp)) && {
      code: "weakness-time",
      path,
      line: lineOfKey(file, "timestamp"),
      message: `Its timestamp is ${timestamp ?? "missing"}.`,
    },
    diffBytes === undefined && {
      code: "weakness-diff-missing",
      path: folder,
      line: 0,
      message: `There is no ${diffName} beside the card.`,
    },
  );
};

/** Acceptance is never self-reported: what says kept must be shown accepted by the ledger, or by what we noted. */
const outcomeBreaches = (file: ReadSolution, { baseline, ledger }: SolutionContext): readonly Breach[] => {
  const { id, outcome } = file.solution;
  if (outcome !== "kept") return [];
  const noted = baseline?.solutions.get(id);
  const shown = ledger === undefined ? undefined : verdictIn(ledger, id);
  const isNoted = noted === "kept";
  if (shown === "accepted" || (isNoted && shown === undefined)) return [];
  const at = { path: cardOf(file), line: lineOfKey(file, "outcome") };
  if (isNoted)
    return [
      { ...at, code: "weakness-kept-revoked", message: `It was kept, and LEDGER.md shows ${id} rejected since.` },
    ];
  if (shown === "rejected") {
    return [{ ...at, code: "weakness-kept-unproven", message: `It says kept, and LEDGER.md shows ${id} rejected.` }];
  }
  if (ledger !== undefined || noted === "pending") {
    return [
      {
        ...at,
        code: "weakness-kept-unproven",
        message: `It says kept, and nothing shows that the gate accepted ${id}.`,
      },
    ];
  }
  return [{ ...at, code: "weakness-kept-unchecked", message: "It says kept, and there is no LEDGER.md to show it." }];
};
