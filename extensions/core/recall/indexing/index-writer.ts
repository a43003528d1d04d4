/** The growing index part: pages are added one by one, in memory, and searchable at once. */

import type { FileState } from "../../../platform/platform.ts";
import { extractLinks } from "../../pages/links.ts";
import type { Page } from "../../pages/page.ts";
import { analyse } from "../analysis/analyse.ts";
import { languageOf } from "../analysis/language.ts";
import type { StemLanguage } from "../analysis/stem.ts";
import { factsOf, type IndexPart, type PageFacts, type PageLink, type Totals } from "./index-part.ts";
import { LivePages } from "./live-pages.ts";
import { cutPassages } from "./passages.ts";
import { decodePostings, type Occurrences, type PackedPostings, type Postings, PostingWriter } from "./postings.ts";

export interface IndexedFile {
  readonly page: Page;
  readonly state: FileState;
  readonly hash: string;
  /** Packed digests of what the page claims; none without them. */
  readonly claims?: Uint8Array;
}

/** The live pages of some parts in one. */
export const mergeParts = (parts: readonly IndexPart[]): IndexWriter => {
  const [only, ...others] = parts.filter((part) => part.totals.pages > 0);
  if (only instanceof IndexWriter && others.length === 0 && only.totals.pages === only.pageCount) return only;
  const merged = new IndexWriter();
  for (const part of parts) merged.append(part);
  return merged;
};

export class IndexWriter implements IndexPart {
  readonly languages = new Set<StemLanguage>();
  readonly titleLength: number[] = [];
  readonly middleLength: number[] = [];
  readonly bodyLength: number[] = [];
  readonly passageStart: number[] = [0];
  readonly passageLength: number[] = [];
  readonly passageFrom: number[] = [];
  readonly passageTo: number[] = [];
  readonly terms = new Map<string, PostingWriter>();
  readonly #facts: PageFacts[] = [];
  readonly #states: FileState[] = [];
  readonly #links: (readonly PageLink[])[] = [];
  readonly #claims: Uint8Array[] = [];
  readonly #decoded = new Map<string, Postings>();
  readonly #live = new LivePages(this, 0);

  get pageCount(): number {
    return this.#facts.length;
  }

  get passageCount(): number {
    return this.passageLength.length;
  }

  get live(): Uint8Array {
    return this.#live.flags;
  }

  get totals(): Totals {
    return this.#live.totals;
  }

  remove(page: number): void {
    this.#live.remove(page);
  }

  facts(page: number): PageFacts {
    const facts = this.#facts[page];
    if (facts === undefined) throw new RangeError(`page ${page}`);
    return facts;
  }

  path(page: number): string {
    return this.facts(page).path;
  }

  state(page: number): FileState {
    const state = this.#states[page];
    if (state === undefined) throw new RangeError(`page ${page}`);
    return state;
  }

  links(page: number): readonly PageLink[] {
    return this.#links[page] ?? [];
  }

  claims(page: number): Uint8Array {
    return this.#claims[page] ?? noClaims;
  }

  /** The stemmer of the page's language must have been loaded; returns the page's number. */
  add({ page, state, hash, claims = noClaims }: IndexedFile, language = languageOf(page.body)): number {
    const number = this.#facts.length;
    const occurrences = new Map<string, Occurrences>();
    this.titleLength.push(this.#addTitle(page, language, occurrences));
    this.middleLength.push(this.#addMiddle(page, language, occurrences));
    this.bodyLength.push(this.#addBody(page, language, occurrences));
    for (const [term, found] of occurrences) this.#writerOf(term).add(number, found);
    this.#facts.push(factsOf(page, hash, language));
    this.#states.push(state);
    this.#links.push(linksOf(page));
    this.#claims.push(claims);
    this.#live.add(number);
    this.languages.add(language);
    if (this.#decoded.size > 0) this.#decoded.clear();
    return number;
  }

  touch(page: number, state: FileState): void {
    this.#states[page] = state;
  }

  /** Copies the live pages of another part behind the ones that are here. */
  append(part: IndexPart): void {
    const numbers = new Int32Array(part.pageCount).fill(-1);
    for (let page = 0; page < part.pageCount; page += 1) {
      if (part.live[page] === 1) numbers[page] = this.#copyPage(part, page);
    }
    for (const [term, list] of part.packed()) {
      const writer = this.terms.get(term) ?? new PostingWriter();
      writer.append(list, numbers);
      if (writer.pageCount > 0) this.terms.set(term, writer);
    }
    this.#decoded.clear();
  }

  #copyPage(part: IndexPart, page: number): number {
    const number = this.#facts.length;
    const facts = part.facts(page);
    this.#facts.push(facts);
    this.#states.push(part.state(page));
    this.#links.push(part.links(page));
    this.#claims.push(part.claims(page));
    this.titleLength.push(part.titleLength[page] ?? 0);
    this.middleLength.push(part.middleLength[page] ?? 0);
    this.bodyLength.push(part.bodyLength[page] ?? 0);
    const end = part.passageStart[page + 1] ?? 0;
    for (let passage = part.passageStart[page] ?? 0; passage < end; passage += 1) {
      this.passageLength.push(part.passageLength[passage] ?? 0);
      this.passageFrom.push(part.passageFrom[passage] ?? 0);
      this.passageTo.push(part.passageTo[passage] ?? 0);
    }
    this.passageStart.push(this.passageLength.length);
    this.#live.add(number);
    this.languages.add(facts.language);
    return number;
  }

  packed(): Iterable<readonly [string, PackedPostings]> {
    return this.terms;
  }

  pagesHolding(term: string): number {
    return this.terms.get(term)?.pageCount ?? 0;
  }

  postings(term: string): Postings | undefined {
    const writer = this.terms.get(term);
    if (writer === undefined) return undefined;
    const known = this.#decoded.get(term);
    if (known !== undefined) return known;
    const decoded = decodePostings(writer, this.passageStart);
    this.#decoded.set(term, decoded);
    return decoded;
  }

  *termsNear(word: string): Iterable<{ term: string; pages: number }> {
    for (const [term, { pageCount }] of this.terms) {
      const isNear = Math.abs(term.length - word.length) <= 1 && term.charAt(0) === word.charAt(0);
      if (isNear) yield { term, pages: pageCount };
    }
  }

  #writerOf(term: string): PostingWriter {
    const known = this.terms.get(term);
    if (known !== undefined) return known;
    const writer = new PostingWriter();
    this.terms.set(term, writer);
    return writer;
  }

  #addTitle(page: Page, language: StemLanguage, found: Map<string, Occurrences>): number {
    let length = 0;
    for (const text of new Set([page.title, ...page.aliases])) {
      analyse(text, { language, keepStopWords: true }, (term) => {
        occurrencesOf(found, term).title += 1;
        length += 1;
      });
    }
    return Math.min(length, 65_535);
  }

  #addMiddle(page: Page, language: StemLanguage, found: Map<string, Occurrences>): number {
    let length = 0;
    const headings = page.headings.map((heading) => heading.text).filter((text) => text !== page.title);
    for (const text of [...page.tags, ...headings, ...page.triggers, page.description]) {
      analyse(text, { language }, (term) => {
        occurrencesOf(found, term).middle += 1;
        length += 1;
      });
    }
    return Math.min(length, 65_535);
  }

  #addBody(page: Page, language: StemLanguage, found: Map<string, Occurrences>): number {
    let total = 0;
    const passages = cutPassages(page.body);
    for (const [nth, passage] of passages.entries()) {
      let length = 0;
      analyse(page.body.slice(passage.from, passage.to), { language }, (term, position) => {
        occurrencesOf(found, term).body.push(nth, position);
        length += 1;
      });
      this.passageLength.push(Math.min(length, 65_535));
      this.passageFrom.push(passage.from);
      this.passageTo.push(passage.to);
      total += length;
    }
    this.passageStart.push(this.passageLength.length);
    return total;
  }
}

const noClaims = new Uint8Array();

/** Each link once. */
const linksOf = (page: Page): readonly PageLink[] => {
  const links = extractLinks(page.body).map(({ kind, target }) => ({ kind, target }));
  return [...new Map(links.map((link) => [`${link.kind} ${link.target}`, link])).values()];
};

const occurrencesOf = (found: Map<string, Occurrences>, term: string): Occurrences => {
  const known = found.get(term);
  if (known !== undefined) return known;
  const fresh: Occurrences = { title: 0, middle: 0, body: [] };
  found.set(term, fresh);
  return fresh;
};
