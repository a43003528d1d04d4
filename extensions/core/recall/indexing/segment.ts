/**
 * The frozen index part: columns and heaps in one piece of memory. Terms are sorted by bytes and found by binary
 * search, facts are parsed and postings unpacked when a query asks for them.
 */

import type { FileState } from "../../../platform/platform.ts";
import type { StemLanguage } from "../analysis/stem.ts";
import type { IndexPart, PageFacts, PageLink, Totals } from "./index-part.ts";
import type { IndexWriter } from "./index-writer.ts";
import { LivePages } from "./live-pages.ts";
import { packFacts, unpackFacts } from "./packed-facts.ts";
import { decodePostings, type PackedPostings, type Postings } from "./postings.ts";
import { readSegmentFile, type SegmentCounts, type SegmentFile, writeSegmentFile } from "./segment-file.ts";
import { compareBytes, findItem, type Heap, heapOf, itemAt, placesNear } from "./term-heap.ts";

/** Freezes the live pages' index into bytes. Pages taken out must not be in it: build from live ones only. */
export const encodeSegment = (writer: IndexWriter): Uint8Array => {
  const encoder = new TextEncoder();
  const terms = [...writer.terms]
    .map(([term, list]) => ({ name: encoder.encode(term), list, bytes: list.bytes }))
    .sort((left, right) => compareBytes(left.name, right.name));
  const pages = Array.from({ length: writer.pageCount }, (_, page) => page);
  const states = pages.map((page) => writer.state(page));
  const sections = new Map([
    ...heapSections("facts", heapOf(pages.map((page) => encoder.encode(packFacts(writer.facts(page)))))),
    ...heapSections("links", heapOf(pages.map((page) => encoder.encode(packLinks(writer.links(page)))))),
    ...heapSections("claims", heapOf(pages.map((page) => writer.claims(page)))),
    ...heapSections("terms", heapOf(terms.map(({ name }) => name))),
    ...heapSections("postings", heapOf(terms.map(({ bytes }) => bytes))),
    ["paths", encoder.encode(pages.map((page) => writer.path(page)).join("\n"))],
    ["termPages", bytesOf(Uint32Array.from(terms, ({ list }) => list.pageCount))],
    ["termEntries", bytesOf(Uint32Array.from(terms, ({ list }) => list.entryCount))],
    ["stateSize", bytesOf(Float64Array.from(states, (state) => state.size))],
    ["stateTime", bytesOf(Float64Array.from(states, (state) => state.mtimeMs))],
    ["stateInode", bytesOf(Float64Array.from(states, (state) => state.inode))],
    ["titleLength", bytesOf(Uint16Array.from(writer.titleLength))],
    ["middleLength", bytesOf(Uint16Array.from(writer.middleLength))],
    ["bodyLength", bytesOf(Uint32Array.from(writer.bodyLength))],
    ["passageStart", bytesOf(Uint32Array.from(writer.passageStart))],
    ["passageLength", bytesOf(Uint16Array.from(writer.passageLength))],
    ["passageFrom", bytesOf(Uint32Array.from(writer.passageFrom))],
    ["passageTo", bytesOf(Uint32Array.from(writer.passageTo))],
  ]);
  const counts = { pages: writer.pageCount, passages: writer.passageCount, terms: terms.length };
  return writeSegmentFile({ ...counts, languages: [...writer.languages], sections });
};

/** A page without links costs nothing. */
const packLinks = (links: readonly PageLink[]): string => (links.length === 0 ? "" : JSON.stringify(links));

const heapSections = (name: string, { text, ends }: Heap): (readonly [string, Uint8Array])[] => [
  [name, text],
  [`${name}End`, bytesOf(ends)],
];

const bytesOf = (column: Uint16Array | Uint32Array | Float64Array): Uint8Array =>
  new Uint8Array(column.buffer, column.byteOffset, column.byteLength);

/** Undefined when the bytes are not a segment of this format and analyser, or not whole. */
export const openSegment = (bytes: Uint8Array): Segment | undefined => {
  const file = readSegmentFile(bytes);
  return file !== undefined && isWhole(file) ? new Segment(file) : undefined;
};

const isWhole = ({ sections, ...counts }: SegmentFile): boolean =>
  Object.entries(columnBytes(counts)).every(([name, bytes]) => sections.get(name)?.length === bytes);

const columnBytes = ({ pages, passages, terms }: SegmentCounts): Readonly<Record<string, number>> => ({
  factsEnd: 4 * pages,
  linksEnd: 4 * pages,
  claimsEnd: 4 * pages,
  termsEnd: 4 * terms,
  postingsEnd: 4 * terms,
  termPages: 4 * terms,
  termEntries: 4 * terms,
  stateSize: 8 * pages,
  stateTime: 8 * pages,
  stateInode: 8 * pages,
  titleLength: 2 * pages,
  middleLength: 2 * pages,
  bodyLength: 4 * pages,
  passageStart: 4 * (pages + 1),
  passageLength: 2 * passages,
  passageFrom: 4 * passages,
  passageTo: 4 * passages,
});

/** How many unpacked posting entries are kept for the next query. */
const keptEntries = 2_000_000;

export class Segment implements IndexPart {
  readonly pageCount: number;
  readonly passageCount: number;
  readonly languages: ReadonlySet<StemLanguage>;
  readonly titleLength: Uint16Array;
  readonly middleLength: Uint16Array;
  readonly bodyLength: Uint32Array;
  readonly passageStart: Uint32Array;
  readonly passageLength: Uint16Array;
  readonly passageFrom: Uint32Array;
  readonly passageTo: Uint32Array;
  readonly #paths: readonly string[];
  readonly #live: LivePages;
  readonly #terms: Heap;
  readonly #facts: Heap;
  readonly #links: Heap;
  readonly #claims: Heap;
  readonly #postings: Heap;
  readonly #termPages: Uint32Array;
  readonly #termEntries: Uint32Array;
  readonly #sizes: Float64Array;
  readonly #times: Float64Array;
  readonly #inodes: Float64Array;
  readonly #touched = new Map<number, FileState>();
  readonly #decoded = new Map<string, Postings>();
  #decodedEntries = 0;

  /** The file's columns must be as long as its counts say. */
  constructor({ sections, pages, passages, languages }: SegmentFile) {
    const section = (name: string): Uint8Array => sections.get(name) ?? new Uint8Array();
    const u16 = (name: string): Uint16Array => column(Uint16Array, section(name));
    const u32 = (name: string): Uint32Array => column(Uint32Array, section(name));
    const f64 = (name: string): Float64Array => column(Float64Array, section(name));
    const heap = (name: string): Heap => ({ text: section(name), ends: u32(`${name}End`) });
    this.pageCount = pages;
    this.passageCount = passages;
    this.languages = new Set(languages);
    this.titleLength = u16("titleLength");
    this.middleLength = u16("middleLength");
    this.bodyLength = u32("bodyLength");
    this.passageStart = u32("passageStart");
    this.passageLength = u16("passageLength");
    this.passageFrom = u32("passageFrom");
    this.passageTo = u32("passageTo");
    this.#terms = heap("terms");
    this.#facts = heap("facts");
    this.#links = heap("links");
    this.#claims = heap("claims");
    this.#postings = heap("postings");
    this.#termPages = u32("termPages");
    this.#termEntries = u32("termEntries");
    this.#sizes = f64("stateSize");
    this.#times = f64("stateTime");
    this.#inodes = f64("stateInode");
    this.#paths = new TextDecoder().decode(section("paths")).split("\n");
    this.#live = new LivePages(this, pages);
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

  path(page: number): string {
    return this.#paths[page] ?? "";
  }

  state(page: number): FileState {
    const touched = this.#touched.get(page);
    if (touched !== undefined) return touched;
    const size = this.#sizes[page] ?? 0;
    const mtimeMs = this.#times[page] ?? 0;
    return { path: this.path(page), size, mtimeMs, inode: this.#inodes[page] ?? 0 };
  }

  touch(page: number, state: FileState): void {
    this.#touched.set(page, state);
  }

  facts(page: number): PageFacts {
    return unpackFacts(new TextDecoder().decode(itemAt(this.#facts, page)), this.path(page));
  }

  links(page: number): readonly PageLink[] {
    const bytes = itemAt(this.#links, page);
    const parsed: unknown = bytes.length === 0 ? [] : JSON.parse(new TextDecoder().decode(bytes));
    return parsed as readonly PageLink[]; // Written by encodeSegment from a page's links.
  }

  claims(page: number): Uint8Array {
    return itemAt(this.#claims, page);
  }

  postings(term: string): Postings | undefined {
    const known = this.#decoded.get(term);
    if (known !== undefined) return known;
    const at = this.#find(term);
    if (at < 0) return undefined;
    const postings = decodePostings(this.#listAt(at), this.passageStart);
    this.#keep(term, postings);
    return postings;
  }

  pagesHolding(term: string): number {
    return this.#termPages[this.#find(term)] ?? 0;
  }

  *packed(): Iterable<readonly [string, PackedPostings]> {
    const decoder = new TextDecoder();
    for (let at = 0; at < this.#terms.ends.length; at += 1) {
      yield [decoder.decode(itemAt(this.#terms, at)), this.#listAt(at)];
    }
  }

  *termsNear(word: string): Iterable<{ term: string; pages: number }> {
    const decoder = new TextDecoder();
    for (const at of placesNear(this.#terms, new TextEncoder().encode(word))) {
      yield { term: decoder.decode(itemAt(this.#terms, at)), pages: this.#termPages[at] ?? 0 };
    }
  }

  #find(term: string): number {
    return findItem(this.#terms, new TextEncoder().encode(term));
  }

  #listAt(at: number): PackedPostings {
    return {
      bytes: itemAt(this.#postings, at),
      pageCount: this.#termPages[at] ?? 0,
      entryCount: this.#termEntries[at] ?? 0,
    };
  }

  #keep(term: string, postings: Postings): void {
    this.#decoded.set(term, postings);
    this.#decodedEntries += sizeOf(postings);
    for (const [oldest, list] of this.#decoded) {
      if (this.#decodedEntries <= keptEntries || oldest === term) return;
      this.#decoded.delete(oldest);
      this.#decodedEntries -= sizeOf(list);
    }
  }
}

const sizeOf = ({ passage, pages }: Postings): number => passage.length + pages.length;

const column = <T>(
  kind: { new (buffer: ArrayBufferLike, offset: number, length: number): T; readonly BYTES_PER_ELEMENT: number },
  bytes: Uint8Array,
): T => new kind(bytes.buffer, bytes.byteOffset, bytes.byteLength / kind.BYTES_PER_ELEMENT);
