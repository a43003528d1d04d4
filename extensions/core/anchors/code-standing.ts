/** What is to be said of a page whose code was checked, and what follows from it. Pure, and light: recall reads it. */

import type { CheckedAnchor, CheckedPage, PageVerdict } from "./anchor.ts";
import type { AnchorFold } from "./anchor-fold.ts";

/** Of a page; undefined where nothing is known, or nothing is to be said. */
export interface CodeStanding {
  readonly verdict: PageVerdict;
  readonly labels: readonly string[];
}

export interface StandingSetting {
  /** Since when each reference of the page was vouched for. */
  since(ref: string): string | undefined;
  /** Changed bodies of pages of this type are no news to anybody. */
  readonly isQuiet: boolean;
}

/** Of each page of a vault. */
export type CodeStandings = (page: { readonly id: string; readonly type: string }) => CodeStanding | undefined;

/** Each page is looked at once. */
export const codeStandings = (
  pages: ReadonlyMap<string, Pick<CheckedPage, "verdict" | "anchors">>,
  fold: Pick<AnchorFold, "since" | "isQuiet">,
): CodeStandings => {
  const standings = new Map<string, CodeStanding>();
  return ({ id, type }) => {
    const page = pages.get(id);
    if (page === undefined) return undefined;
    const told =
      standings.get(id) ?? codeStanding(page, { since: (ref) => fold.since(id, ref), isQuiet: fold.isQuiet(type) });
    standings.set(id, told);
    return told;
  };
};

const mostNamed = 2;

export const codeStanding = (
  { verdict, anchors }: Pick<CheckedPage, "verdict" | "anchors">,
  setting: StandingSetting,
): CodeStanding => ({ verdict, labels: [...alarmOf(verdict, anchors, setting), ...movesOf(anchors)] });

const alarmOf = (
  verdict: PageVerdict,
  anchors: readonly CheckedAnchor[],
  { since, isQuiet }: StandingSetting,
): readonly string[] => {
  switch (verdict) {
    case "fresh":
    case "unknown":
      return [];
    case "touched": {
      if (isQuiet) return [];
      const changed = anchors.filter((one) => one.verdict === "body");
      const day = changed.flatMap(({ ref }) => since(ref)?.slice(0, 10) ?? []).sort()[0];
      return [`code changed${day === undefined ? "" : ` since ${day}`}: ${named(changed.map(({ ref }) => ref))}`];
    }
    case "stale":
    case "unfounded":
      return [
        `stale: ${named(alarming(anchors).map(({ ref, verdict: own }) => (own === "gone" ? `${ref} is gone` : ref)))}`,
      ];
  }
};

/** Those whose shape changed, or that are gone. */
const alarming = (anchors: readonly CheckedAnchor[]): readonly CheckedAnchor[] =>
  anchors.filter(({ verdict }) => verdict === "shape" || verdict === "gone");

/** Those that have lost their shape, or are gone, and had not before. */
export const lostSince = (
  page: CheckedPage,
  before: CheckedPage | undefined,
  isVouched: (ref: string) => boolean,
): readonly CheckedAnchor[] => {
  const lost = new Set(before === undefined ? [] : alarming(before.anchors).map(({ ref }) => ref));
  return alarming(page.anchors).filter(({ ref }) => isVouched(ref) || (before !== undefined && !lost.has(ref)));
};

const movesOf = (anchors: readonly CheckedAnchor[]): readonly string[] => {
  const moved = anchors.flatMap(({ now }) => now ?? []);
  return moved.length === 0 ? [] : [`now at ${named(moved)}`];
};

const named = (refs: readonly string[]): string => {
  const rest = refs.length - mostNamed;
  return `${refs.slice(0, mostNamed).join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`;
};
