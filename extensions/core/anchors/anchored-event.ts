/** The event that says what the code was that a page is about. Pure. */

import { isJsonObject, type JsonValue } from "../ledger/canonical.ts";
import type { NewEvent } from "../ledger/event.ts";
import type { Anchor } from "./anchor.ts";
import { anchorable } from "./reference.ts";

/** What was found of the code, before it is said of which page. */
export interface FoundAnchors {
  readonly anchors: readonly Anchor[];
  /** The tree of the repository's index; empty where it makes none. */
  readonly tree: string;
  readonly repository: string;
  /** What made the digests, by the ending of the file's name. */
  readonly extractor: Readonly<Record<string, string>>;
}

/** In which repository it was found: `isHome` for the one that the vault is in, wherever that is cloned to. */
export type PlacedAnchors = FoundAnchors & { readonly isHome: boolean };

export const anchoredEvent = (
  page: string,
  hash: string,
  { anchors, tree, repository, extractor, isHome }: PlacedAnchors,
): NewEvent => ({
  kind: "anchored",
  details: { page, page_hash: hash, tree, repository, home: isHome, extractor, anchors },
});

/** Each event of a page's text, with its anchors in the same append: both are there, or neither. */
export const withAnchored =
  (found: PlacedAnchors) =>
  (events: readonly NewEvent[]): readonly NewEvent[] =>
    found.anchors.length === 0
      ? []
      : events.flatMap(({ details: { page, after } }) =>
          typeof page === "string" && typeof after === "string" ? [anchoredEvent(page, after, found)] : [],
        );

export const endingOf = (path: string): string => /\.([a-z]+)$/.exec(path)?.[1] ?? "";

/** Empty for a file that none read. */
export const extractorOf = (ref: string, extractor: JsonValue | undefined): string => {
  const found = isJsonObject(extractor) ? extractor[endingOf(ref.replace(/#.*$/, ""))] : undefined;
  return typeof found === "string" ? found : "";
};

/** As the page names them. */
export const writtenAnchors = ({
  given,
}: {
  readonly given: readonly { readonly given: string; readonly anchor?: Anchor }[];
}): FoundAnchors["anchors"] =>
  given.flatMap(({ given: file, anchor }) => {
    const [reference] = anchorable([file]);
    return anchor === undefined || reference === undefined ? [] : [{ ...anchor, ref: reference.ref }];
  });
