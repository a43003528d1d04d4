/**
 * The frozen index part and its file. Layout: magic, length of the header (decimal, 10 digits), a JSON header
 * `{format, analyser, pages, passages, terms, languages, sections: {name: [offset, bytes]}}`, then the sections,
 * each aligned to 8 bytes: little-endian number columns, and heaps of UTF-8 text with their end offsets. Terms are
 * sorted by bytes and found by binary search, postings are unpacked when a query asks for them.
 */

import type { FileState } from "../../../platform/platform.ts";
import { analyserVersion } from "../analysis/analyse.ts";
import type { StemLanguage } from "../analysis/stem.ts";
import type { IndexPart, PageFacts } from "./index-part.ts";
import type { IndexWriter } from "./index-writer.ts";
import { decodePostings, type Postings } from "./postings.ts";

const magic = "pi-wiki-segment\n";
const format = 1;
const headerAt = magic.length + 10;

interface Header {
  readonly format: number;
  readonly analyser: string;
  readonly pages: number;
  readonly passages: number;
  readonly terms: number;
  readonly languages: readonly StemLanguage[];
  readonly sections: Readonly<Record<string, readonly [number, number]>>;
}

/** Freezes the live pages' index into bytes. Pages marked dead must not be in it: build from live ones only. */
export const encodeSegment = (writer: IndexWriter): Uint8Array => {
  const encoder = new TextEncoder();
  const terms = [...writer.terms.keys()].map((term) => encoder.encode(term)).sort(compareBytes);
  const decoder = new TextDecoder();
  const writers = terms.map((term) => writer.terms.get(decoder.decode(term)));
  const pages = Array.from({ length: writer.pageCount }, (_, page) => page);
  const states = pages.map((page) => writer.state(page));
  const sections: Record<string, Uint8Array> = {
    ...heap(
      "facts",
      pages.map((page) => encoder.encode(JSON.stringify(writer.facts(page)))),
    ),
    ...heap("terms", terms),
    ...heap(
      "postings",
      writers.map((posting) => posting?.bytes ?? new Uint8Array()),
    ),
    paths: encoder.encode(pages.map((page) => writer.path(page)).join("\n")),
    termPages: bytesOf(Uint32Array.from(writers, (posting) => posting?.pageCount ?? 0)),
    termEntries: bytesOf(Uint32Array.from(writers, (posting) => posting?.entryCount ?? 0)),
    stateSize: bytesOf(Float64Array.from(states, (state) => state.size)),
    stateTime: bytesOf(Float64Array.from(states, (state) => state.mtimeMs)),
    stateInode: bytesOf(Float64Array.from(states, (state) => state.inode)),
    titleLength: bytesOf(Uint16Array.from(writer.titleLength)),
    middleLength: bytesOf(Uint16Array.from(writer.middleLength)),
    bodyLength: bytesOf(Uint32Array.from(writer.bodyLength)),
    passageStart: bytesOf(Uint32Array.from(writer.passageStart)),
    passageLength: bytesOf(Uint16Array.from(writer.passageLength)),
    passageFrom: bytesOf(Uint32Array.from(writer.passageFrom)),
    passageTo: bytesOf(Uint32Array.from(writer.passageTo)),
  };
  return assemble(sections, {
    format,
    analyser: analyserVersion,
    pages: writer.pageCount,
    passages: writer.passageCount,
    terms: terms.length,
    languages: [...writer.languages],
  });
};

const bytesOf = (column: Uint16Array | Uint32Array | Float64Array): Uint8Array =>
  new Uint8Array(column.buffer, column.byteOffset, column.byteLength);

const heap = (name: string, items: readonly Uint8Array[]): Record<string, Uint8Array> => {
  const ends = new Uint32Array(items.length);
  let total = 0;
  for (const [at, item] of items.entries()) {
    total += item.length;
    ends[at] = total;
  }
  const text = new Uint8Array(total);
  for (const [at, item] of items.entries()) text.set(item, (ends[at] ?? 0) - item.length);
  return { [name]: text, [`${name}End`]: bytesOf(ends) };
};

const align = (offset: number): number => Math.ceil(offset / 8) * 8;

const assemble = (sections: Record<string, Uint8Array>, facts: Omit<Header, "sections">): Uint8Array => {
  const places: Record<string, [number, number]> = {};
  let length = 0;
  for (const [name, bytes] of Object.entries(sections)) {
    places[name] = [length, bytes.length];
    length = align(length + bytes.length);
  }
  const encoder = new TextEncoder();
  const header = encoder.encode(JSON.stringify({ ...facts, sections: places }));
  const start = align(headerAt + header.length);
  const whole = new Uint8Array(start + length);
  whole.set(encoder.encode(`${magic}${String(header.length).padStart(10, "0")}`));
  whole.set(header, headerAt);
  for (const [name, bytes] of Object.entries(sections)) whole.set(bytes, start + (places[name]?.[0] ?? 0));
  return whole;
};

const compareBytes = (left: Uint8Array, right: Uint8Array): number => {
  const shared = Math.min(left.length, right.length);
  for (let at = 0; at < shared; at += 1) {
    const difference = (left[at] ?? 0) - (right[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
};

/** Undefined when the bytes are not a segment of this format and analyser, or not whole. */
export const openSegment = (bytes: Uint8Array): Segment | undefined => {
  const header = readHeader(bytes);
  if (header === undefined || header.format !== format || header.analyser !== analyserVersion) return undefined;
  const start = align(headerAt + headerLength(bytes));
  const last = Object.values(header.sections).reduce((end, [at, size]) => Math.max(end, at + size), 0);
  return start + last <= bytes.length ? new Segment(bytes, header, start) : undefined;
};

const headerLength = (bytes: Uint8Array): number =>
  Number(new TextDecoder().decode(bytes.subarray(magic.length, headerAt)));

const readHeader = (bytes: Uint8Array): Header | undefined => {
  const decoder = new TextDecoder();
  if (decoder.decode(bytes.subarray(0, magic.length)) !== magic) return undefined;
  try {
    const parsed: unknown = JSON.parse(decoder.decode(bytes.subarray(headerAt, headerAt + headerLength(bytes))));
    return parsed as Header; // Our own file under a checksum: its shape is that of `format`.
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
};

/** How many unpacked posting entries are kept for the next query. */
const keptEntries = 2_000_000;

export class Segment implements IndexPart {
  readonly pageCount: number;
  readonly passageCount: number;
  readonly languages: ReadonlySet<StemLanguage>;
  readonly live: Uint8Array;
  readonly titleLength: Uint16Array;
  readonly middleLength: Uint16Array;
  readonly bodyLength: Uint32Array;
  readonly passageStart: Uint32Array;
  readonly passageLength: Uint16Array;
  readonly passageFrom: Uint32Array;
  readonly passageTo: Uint32Array;
  readonly paths: readonly string[];
  readonly #section: (name: string) => Uint8Array;
  readonly #terms: Heap;
  readonly #facts: Heap;
  readonly #postings: Heap;
  readonly #termPages: Uint32Array;
  readonly #termEntries: Uint32Array;
  readonly #sizes: Float64Array;
  readonly #times: Float64Array;
  readonly #inodes: Float64Array;
  readonly #touched = new Map<number, FileState>();
  readonly #decoded = new Map<string, Postings>();
  #decodedEntries = 0;

  constructor(source: Uint8Array, header: Header, start: number) {
    // Number columns need aligned memory, which a pooled buffer does not promise.
    const bytes = (source.byteOffset + start) % 8 === 0 ? source.subarray(start) : source.slice(start);
    this.#section = (name) => {
      const [at, size] = header.sections[name] ?? [0, 0];
      return bytes.subarray(at, at + size);
    };
    const u16 = (name: string): Uint16Array => column(Uint16Array, this.#section(name));
    const u32 = (name: string): Uint32Array => column(Uint32Array, this.#section(name));
    const f64 = (name: string): Float64Array => column(Float64Array, this.#section(name));
    this.pageCount = header.pages;
    this.passageCount = header.passages;
    this.languages = new Set(header.languages);
    this.live = new Uint8Array(header.pages).fill(1);
    this.titleLength = u16("titleLength");
    this.middleLength = u16("middleLength");
    this.bodyLength = u32("bodyLength");
    this.passageStart = u32("passageStart");
    this.passageLength = u16("passageLength");
    this.passageFrom = u32("passageFrom");
    this.passageTo = u32("passageTo");
    this.#terms = { text: this.#section("terms"), ends: u32("termsEnd") };
    this.#facts = { text: this.#section("facts"), ends: u32("factsEnd") };
    this.#postings = { text: this.#section("postings"), ends: u32("postingsEnd") };
    this.#termPages = u32("termPages");
    this.#termEntries = u32("termEntries");
    this.#sizes = f64("stateSize");
    this.#times = f64("stateTime");
    this.#inodes = f64("stateInode");
    const paths = new TextDecoder().decode(this.#section("paths"));
    this.paths = paths === "" ? [] : paths.split("\n");
  }

  path(page: number): string {
    return this.paths[page] ?? "";
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
    const parsed: unknown = JSON.parse(new TextDecoder().decode(item(this.#facts, page)));
    return parsed as PageFacts; // Written by encodeSegment from PageFacts.
  }

  postings(term: string): Postings | undefined {
    const known = this.#decoded.get(term);
    if (known !== undefined) return known;
    const at = find(this.#terms, new TextEncoder().encode(term));
    if (at < 0) return undefined;
    const entries = this.#termEntries[at] ?? 0;
    const counts = { pages: this.#termPages[at] ?? 0, entries };
    const postings = decodePostings(item(this.#postings, at), counts, this.passageStart);
    this.#keep(term, postings, entries + counts.pages);
    return postings;
  }

  *allTerms(): Iterable<string> {
    const decoder = new TextDecoder();
    for (let at = 0; at < this.#terms.ends.length; at += 1) yield decoder.decode(item(this.#terms, at));
  }

  *termsStarting(char: string): Iterable<{ term: string; pages: number }> {
    const decoder = new TextDecoder();
    const prefix = new TextEncoder().encode(char);
    const first = find(this.#terms, prefix);
    for (let at = first < 0 ? -1 - first : first; at < this.#terms.ends.length; at += 1) {
      const bytes = item(this.#terms, at);
      if (prefix.some((byte, index) => bytes[index] !== byte)) return;
      yield { term: decoder.decode(bytes), pages: this.#termPages[at] ?? 0 };
    }
  }

  #keep(term: string, postings: Postings, entries: number): void {
    this.#decoded.set(term, postings);
    this.#decodedEntries += entries;
    for (const [oldest, list] of this.#decoded) {
      if (this.#decodedEntries <= keptEntries || oldest === term) return;
      this.#decoded.delete(oldest);
      this.#decodedEntries -= list.passage.length + list.pages.length;
    }
  }
}

interface Heap {
  readonly text: Uint8Array;
  readonly ends: Uint32Array;
}

const item = (source: Heap, at: number): Uint8Array =>
  source.text.subarray(at === 0 ? 0 : source.ends[at - 1], source.ends[at]);

const column = <T>(
  kind: { new (buffer: ArrayBufferLike, offset: number, length: number): T; readonly BYTES_PER_ELEMENT: number },
  bytes: Uint8Array,
): T => new kind(bytes.buffer, bytes.byteOffset, bytes.byteLength / kind.BYTES_PER_ELEMENT);

/** The place of a term, or `-1 - place` where it would stand. */
const find = (terms: Heap, wanted: Uint8Array): number => {
  let low = 0;
  let high = terms.ends.length - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const order = compareBytes(item(terms, middle), wanted);
    if (order === 0) return middle;
    if (order < 0) low = middle + 1;
    else high = middle - 1;
  }
  return -1 - low;
};
