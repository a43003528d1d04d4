/** What memory has cost day by day, over several vaults. Pure. */

import type { Instant } from "../../platform/platform.ts";
import { addDays, dayOf } from "../instant.ts";
import type { DayOfUse, UsageFold } from "../usage/usage-fold.ts";

export interface UseOfDay extends DayOfUse {
  /** `YYYY-MM-DD`, in UTC. */
  readonly day: string;
}

/** The last `count` days, today last; days without use are there with zeros. */
export const useByDay = (folds: readonly UsageFold[], now: Instant, count: number): readonly UseOfDay[] =>
  Array.from({ length: count }, (_, at) => {
    const day = dayOf(addDays(now, at + 1 - count));
    const used = folds.flatMap(({ days }) => days.get(day) ?? []);
    const sum = (figure: keyof DayOfUse): number => used.reduce((total, one) => total + one[figure], 0);
    return { day, hits: sum("hits"), tokens: sum("tokens"), adopted: sum("adopted") };
  });
