/** What there is, in figures: pages by what counts of them, and how they are used. Pure. */

import { counted } from "../counted.ts";
import type { PageFigures } from "./browsed-page.ts";

export interface PageTally {
  readonly by_status: Readonly<Record<string, number>>;
  /** Of those that may be shown. */
  readonly by_tier: Readonly<Record<string, number>>;
  readonly withheld: number;
  readonly shown: number;
  readonly used: number;
  readonly never_shown: number;
}

export const tallyOf = (pages: readonly PageFigures[]): PageTally => {
  const open = pages.filter(({ withheld }) => withheld === null);
  const shown = pages.filter(({ hits }) => hits > 0).length;
  return {
    by_status: counted(pages.map(({ status }) => status)),
    by_tier: counted(open.map(({ tier }) => tier)),
    withheld: pages.length - open.length,
    shown,
    used: pages.filter(({ adopted }) => adopted > 0).length,
    never_shown: pages.length - shown,
  };
};
