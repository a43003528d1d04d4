/** What copies of pages still have to be told of their originals, comparing the ledgers of several layers. Pure. */

import type { LayerName } from "../../vault/vault.ts";
import type { TrustFold } from "../trust-fold.ts";
import type { Copy, Fate } from "./copy-fold.ts";
import { decidingChannels } from "./removal-fold.ts";

export interface KnownLayer {
  readonly layer: LayerName;
  readonly fold: TrustFold;
  /** True for a page there that has nothing left to rest on. */
  isSourceless(page: string): boolean;
}

export interface OwedDecision<Layer extends KnownLayer> {
  /** Where the copy is, and where its original. */
  readonly to: Layer;
  readonly from: Layer;
  readonly copy: Copy;
  readonly decision: Fate | "restored";
}

/** Copies of copies are told in the same round; a page that was copied to and fro is decided by what people decided. */
export const owedDecisions = <Layer extends KnownLayer>(layers: readonly Layer[]): readonly OwedDecision<Layer>[] =>
  layers.flatMap((to) =>
    [...to.fold.removals.copies()].flatMap((copy): readonly OwedDecision<Layer>[] => {
      const from = originalLayer(copy, to, layers);
      if (from === undefined) return [];
      const fate = fateOf(copy.page, from, layers, new Set([to]));
      return fate === copy.fate?.is ? [] : [{ to, from, copy, decision: fate ?? "restored" }];
    }),
  );

const originalLayer = <Layer extends KnownLayer>(
  { page, from, hash }: Copy,
  to: Layer,
  layers: readonly Layer[],
): Layer | undefined =>
  layers.find((one) => one !== to && one.layer === from && one.fold.removals.wasPromoted(page, hash));

/** What withholds a page where it is: a decision on it, or on what it is a copy of. */
const fateOf = <Layer extends KnownLayer>(
  page: string,
  layer: Layer,
  layers: readonly Layer[],
  seen: ReadonlySet<Layer>,
): Fate | undefined => {
  const own = ownFate(page, layer);
  const copy = layer.fold.removals.copy(page);
  if (own !== undefined || copy === undefined || seen.has(layer)) return own;
  const from = originalLayer(copy, layer, layers);
  return from === undefined ? copy.fate?.is : fateOf(page, from, layers, new Set([...seen, layer]));
};

/** What a tool drops is a draft: it was no page that could be copied. */
const ownFate = (page: string, { fold, isSourceless }: KnownLayer): Fate | undefined => {
  if (fold.removals.forgetting(page) !== undefined) return "forgotten";
  const { kind, event } = fold.of(page)?.standing?.decision ?? {};
  const isDecided = event !== undefined && decidingChannels.has(event.channel);
  if (isDecided && (kind === "rejected" || kind === "retired")) return kind;
  return isSourceless(page) ? "sourceless" : undefined;
};
