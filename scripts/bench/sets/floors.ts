/** The least that figures may be, and the most that costs may be. Pure. */

import type { Row } from "../output/rows.ts";

/** Figures by their names in a row. */
export interface Floor {
  readonly least?: Readonly<Record<string, number>>;
  readonly most?: Readonly<Record<string, number>>;
}

/** Without anything, with the triggers of the set, with a typo in each query. */
export interface SetFloors {
  readonly recall?: Floor;
  readonly recall_triggers?: Floor;
  readonly recall_typos?: Floor;
  readonly inject?: Floor;
  readonly inject_triggers?: Floor;
}

export type Floors = Readonly<Record<string, SetFloors>>;

export interface Fallen {
  readonly set: string;
  readonly check: string;
  readonly figure: string;
  readonly bound: number;
  readonly measured: number;
}

/** A figure that the row does not have has fallen too. */
export const fallenBelow = (row: Row, floor: Floor, place: Pick<Fallen, "set" | "check">): readonly Fallen[] => {
  const measured = (figure: string): number => Number(row[figure] ?? Number.NaN);
  const bounds = [
    ...Object.entries(floor.least ?? {}).map(([figure, bound]) => ({
      figure,
      bound,
      holds: measured(figure) >= bound,
    })),
    ...Object.entries(floor.most ?? {}).map(([figure, bound]) => ({ figure, bound, holds: measured(figure) <= bound })),
  ];
  return bounds
    .filter(({ holds }) => !holds)
    .map(({ figure, bound }) => ({ ...place, figure, bound, measured: measured(figure) }));
};
