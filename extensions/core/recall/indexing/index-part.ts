/** One part of a search index: the frozen segment or the growing delta, seen alike by the ranking. */

import type { FileState } from "../../../platform/platform.ts";
import type { Link } from "../../pages/links.ts";
import type { Confidence, Page, Status } from "../../pages/page.ts";
import { fieldOf, idList, isHumanVerified, phraseList } from "../../pages/page-fields.ts";
import type { StemLanguage } from "../analysis/stem.ts";
import type { PackedPostings, Postings } from "./postings.ts";

/** What recall needs to know of a page without opening its file. */
export interface PageFacts {
  readonly id: string;
  /** Relative to the vault's root. */
  readonly path: string;
  readonly title: string;
  readonly aliases: readonly string[];
  readonly type: string;
  readonly status: Status;
  readonly confidence: Confidence | undefined;
  readonly taskId: string | undefined;
  readonly validFrom: string | undefined;
  readonly validUntil: string | undefined;
  readonly staleAfter: string | undefined;
  readonly date: string | undefined;
  readonly tags: readonly string[];
  readonly sources: readonly string[];
  /** The code that it says it is about. */
  readonly files: readonly string[];
  readonly supersedes: readonly string[];
  readonly supersededBy: readonly string[];
  /** Ids of pages that it has become a part of. */
  readonly consolidatedInto: readonly string[];
  /** SHA-256 of the file's bytes, in hex. */
  readonly hash: string;
  readonly language: StemLanguage;
  /** Whether the page says of itself that a person verified it; nobody has checked that. */
  readonly humanVerified: boolean;
}

/** A link as it is kept: what `resolveLink` needs of it. */
export type PageLink = Pick<Link, "kind" | "target">;

/** Sums over the live pages of a part; lengths in words. */
export interface Totals {
  readonly pages: number;
  readonly passages: number;
  readonly title: number;
  readonly middle: number;
  readonly body: number;
}

/** Lengths in words of each page; a page's passages are `passageStart[page] … passageStart[page + 1]`. */
export interface PageLengths {
  readonly titleLength: ArrayLike<number>;
  readonly middleLength: ArrayLike<number>;
  readonly bodyLength: ArrayLike<number>;
  readonly passageStart: ArrayLike<number>;
}

export interface IndexPart extends PageLengths {
  readonly pageCount: number;
  readonly passageCount: number;
  readonly languages: ReadonlySet<StemLanguage>;
  facts(page: number): PageFacts;
  path(page: number): string;
  state(page: number): FileState;
  /** What the page's text links to, as written. */
  links(page: number): readonly PageLink[];
  /** Digests of what the page claims, packed as `packDigests` does. */
  claims(page: number): Uint8Array;
  /** Notes a newer stat of a page whose content is the same. */
  touch(page: number, state: FileState): void;
  /** 1 for each page that was not changed or removed since. */
  readonly live: Uint8Array;
  readonly totals: Totals;
  /** Takes a live page out; its words stay in the postings. */
  remove(page: number): void;
  readonly passageLength: ArrayLike<number>;
  /** Offsets of each passage in the page's body. */
  readonly passageFrom: ArrayLike<number>;
  readonly passageTo: ArrayLike<number>;
  postings(term: string): Postings | undefined;
  /** How many pages hold a term, those taken out included. */
  pagesHolding(term: string): number;
  /** Every term with its packed posting list. */
  packed(): Iterable<readonly [term: string, list: PackedPostings]>;
  /** Terms that begin like a word and may be one edit away from it, with the number of pages that hold each. */
  termsNear(word: string): Iterable<{ readonly term: string; readonly pages: number }>;
}

/** Facts of a parsed page; `date` is the newest time its front matter names. */
export const factsOf = (page: Page, hash: string, language: StemLanguage): PageFacts => ({
  id: page.id,
  path: page.path,
  title: page.title,
  aliases: page.aliases,
  type: page.type,
  status: page.status,
  confidence: page.confidence,
  taskId: page.taskId,
  validFrom: page.validFrom,
  validUntil: page.validUntil,
  staleAfter: page.staleAfter,
  date: dateOf(page),
  tags: page.tags,
  sources: page.sources.map((source) => source.id),
  files: phraseList(fieldOf(page.data, "files")),
  supersedes: page.supersedes,
  supersededBy: page.supersededBy,
  consolidatedInto: idList(fieldOf(page.data, "consolidated_into")),
  hash,
  language,
  humanVerified: isHumanVerified(page.data["verified"]),
});

const dateOf = (page: Page): string | undefined => {
  const generated = page.data["generated"];
  const generatedAt =
    typeof generated === "object" && generated !== null && "at" in generated ? generated.at : undefined;
  const candidates = [page.data["updated"], generatedAt, page.data["created"], page.data["captured"]];
  return candidates.find((value): value is string => typeof value === "string" && /^\d{4}-\d{2}-\d{2}/.test(value));
};
