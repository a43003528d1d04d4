/** An anchor: what the code that a page is about was when somebody vouched for it. Pure. */

import type { JsonObject } from "../ledger/canonical.ts";

/** As an event of the ledger keeps it. A file without symbols has no shape; what was accepted as gone has no body. */
export interface Anchor extends JsonObject {
  readonly ref: string;
  /** Git's name of the file's content. */
  readonly blob: string;
  readonly shape: string;
  readonly body: string;
}

/** One that stands, with the extractor that made it and since when. */
export interface AcceptedAnchor {
  readonly blob: string;
  readonly shape: string;
  readonly body: string;
  readonly extractor: string;
  readonly at: string;
  /** That it is of; empty for the one that the vault itself is in. */
  readonly repository: string;
}

export const anchorVerdicts = ["same", "moved", "body", "shape", "gone", "unknown"] as const;
export type AnchorVerdict = (typeof anchorVerdicts)[number];

export interface CheckedAnchor {
  readonly ref: string;
  readonly verdict: AnchorVerdict;
  /** Where what was moved stands now. */
  readonly now?: string;
}

export type PageVerdict = "fresh" | "touched" | "stale" | "unfounded" | "unknown";

/** Nothing for a page without anchors. */
export const pageVerdict = (anchors: readonly Pick<CheckedAnchor, "verdict">[]): PageVerdict | undefined => {
  const count = (...wanted: readonly AnchorVerdict[]): number =>
    anchors.filter(({ verdict }) => wanted.includes(verdict)).length;
  if (anchors.length === 0) return undefined;
  if (count("gone") === anchors.length) return "unfounded";
  if (count("shape", "gone") > 0) return "stale";
  if (count("body") > 0) return "touched";
  return count("unknown") === anchors.length ? "unknown" : "fresh";
};

/** A page's anchors, each with what was accepted for it: main and a branch may differ. */
export interface AnchoredPage {
  readonly id: string;
  readonly anchors: readonly { readonly ref: string; readonly accepted: readonly AcceptedAnchor[] }[];
}

export interface CheckedPage {
  readonly id: string;
  readonly verdict: PageVerdict;
  readonly anchors: readonly CheckedAnchor[];
}

export const unknownPage = ({ id, anchors }: AnchoredPage): CheckedPage => ({
  id,
  verdict: "unknown",
  anchors: anchors.map(({ ref }) => ({ ref, verdict: "unknown" })),
});
