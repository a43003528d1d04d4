/** Follows the links of ranked pages, on request: what they lead to is worth half as much a hop. Pure. */

const mostHops = 3;
const mostAdded = 30;
const shareOfHop = 0.5;

export interface Linked<Place> {
  readonly place: Place;
  /** The ranked page's score, halved for each hop. */
  readonly score: number;
  readonly hops: number;
  /** The page that leads here. */
  readonly from: Place;
}

export interface HopRules<Place> {
  readonly hops: number;
  keyOf(place: Place): string;
  /** The admitted pages that a page is linked with; others are neither shown nor passed through. */
  neighbours(place: Place): readonly Place[];
}

/** At most thirty pages that are not ranked already, the worthiest first. */
export const followLinks = <Place>(
  ranked: readonly { readonly place: Place; readonly score: number }[],
  { hops, keyOf, neighbours }: HopRules<Place>,
): readonly Linked<Place>[] => {
  const seen = new Set(ranked.map(({ place }) => keyOf(place)));
  const found: Linked<Place>[] = [];
  let border = ranked.map((one) => ({ ...one, key: keyOf(one.place) }));
  for (let hop = 1; hop <= Math.min(hops, mostHops); hop += 1) {
    const next: (Linked<Place> & { readonly key: string })[] = [];
    for (const from of border.sort(byScore)) {
      for (const place of neighbours(from.place)) {
        const key = keyOf(place);
        if (seen.has(key)) continue;
        seen.add(key);
        next.push({ key, place, score: from.score * shareOfHop, hops: hop, from: from.place });
      }
    }
    // Nothing beyond the best of a hop can be among the best in the end.
    border = next.sort(byScore).slice(0, mostAdded);
    found.push(...next.slice(0, mostAdded).map(({ key: _, ...linked }) => linked));
  }
  return found
    .sort((left, right) => right.score - left.score || (keyOf(left.place) < keyOf(right.place) ? -1 : 1))
    .slice(0, mostAdded);
};

const byScore = (
  left: { readonly score: number; readonly key: string },
  right: { readonly score: number; readonly key: string },
): number => right.score - left.score || (left.key < right.key ? -1 : 1);
