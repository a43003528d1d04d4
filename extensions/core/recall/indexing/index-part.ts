/** One part of a search index: the frozen segment or the growing delta, seen alike by the ranking. */

import type { FileState } from "../../../platform/platform.ts";
import type { Confidence, Page, Status } from "../../pages/page.ts";
import type { StemLanguage } from "../analysis/stem.ts";
import type { Postings } from "./postings.ts";

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
  /** SHA-256 of the file's bytes, in hex. */
  readonly hash: string;
  readonly language: StemLanguage;
}

export interface IndexPart {
  readonly pageCount: number;
  readonly passageCount: number;
  readonly languages: ReadonlySet<StemLanguage>;
  facts(page: number): PageFacts;
  path(page: number): string;
  state(page: number): FileState;
  /** 0 for a page that was changed or removed since; only ever set to 0. */
  readonly live: Uint8Array;
  /** Lengths in words; a page's passages are `passageStart[page] … passageStart[page + 1]`. */
  readonly titleLength: ArrayLike<number>;
  readonly middleLength: ArrayLike<number>;
  readonly bodyLength: ArrayLike<number>;
  readonly passageStart: ArrayLike<number>;
  readonly passageLength: ArrayLike<number>;
  /** Offsets of each passage in the page's body. */
  readonly passageFrom: ArrayLike<number>;
  readonly passageTo: ArrayLike<number>;
  postings(term: string): Postings | undefined;
  allTerms(): Iterable<string>;
  /** Notes a newer stat of a page whose content is the same. */
  touch(page: number, state: FileState): void;
  /** Terms that begin with a character, with the number of pages that hold each. */
  termsStarting(char: string): Iterable<{ readonly term: string; readonly pages: number }>;
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
  hash,
  language,
});

const dateOf = (page: Page): string | undefined => {
  const generated = page.data["generated"];
  const generatedAt =
    typeof generated === "object" && generated !== null && "at" in generated ? generated.at : undefined;
  const candidates = [page.data["updated"], generatedAt, page.data["created"], page.data["captured"]];
  return candidates.find((value): value is string => typeof value === "string" && /^\d{4}-\d{2}-\d{2}/.test(value));
};
