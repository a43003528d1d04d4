/**
 * The file of a frozen index part. Layout: magic, length of the header (decimal, 10 digits), a JSON header
 * `{format, analyser, pages, passages, terms, languages, sections: {name: [offset, bytes]}}`, then the sections,
 * each aligned to 8 bytes: little-endian number columns, and heaps of UTF-8 text with their end offsets. Pure.
 */

import { analyserVersion } from "../analysis/analyse.ts";
import { isStemLanguage, type StemLanguage } from "../analysis/stem.ts";

const magic = "pi-wiki-segment\n";
/** Raised also when facts are added, and when claims are normalised in another way. */
const format = 5;
const headerAt = magic.length + 10;

export interface SegmentCounts {
  readonly pages: number;
  readonly passages: number;
  readonly terms: number;
}

export interface SegmentFile extends SegmentCounts {
  readonly languages: readonly StemLanguage[];
  readonly sections: ReadonlyMap<string, Uint8Array>;
}

type Place = readonly [offset: number, bytes: number];

interface Header extends SegmentCounts {
  readonly languages: readonly StemLanguage[];
  readonly sections: readonly (readonly [name: string, place: Place])[];
}

export const writeSegmentFile = ({ sections, ...facts }: SegmentFile): Uint8Array => {
  const places: Record<string, Place> = {};
  let length = 0;
  for (const [name, bytes] of sections) {
    places[name] = [length, bytes.length];
    length = align(length + bytes.length);
  }
  const encoder = new TextEncoder();
  const header = encoder.encode(JSON.stringify({ format, analyser: analyserVersion, ...facts, sections: places }));
  const start = align(headerAt + header.length);
  const whole = new Uint8Array(start + length);
  whole.set(encoder.encode(`${magic}${String(header.length).padStart(10, "0")}`));
  whole.set(header, headerAt);
  for (const [name, bytes] of sections) whole.set(bytes, start + (places[name]?.[0] ?? 0));
  return whole;
};

const align = (offset: number): number => Math.ceil(offset / 8) * 8;

/** Undefined when the bytes are not a segment of this format and analyser, or not whole. */
export const readSegmentFile = (source: Uint8Array): SegmentFile | undefined => {
  const decoder = new TextDecoder();
  const [, name, digits] = /^(pi-wiki-segment\n)(\d{10})$/.exec(decoder.decode(source.subarray(0, headerAt))) ?? [];
  if (name !== magic) return undefined;
  const length = Number(digits);
  const header = readHeader(decoder.decode(source.subarray(headerAt, headerAt + length)));
  if (header === undefined) return undefined;
  const start = align(headerAt + length);
  // Number columns need aligned memory, which a pooled buffer does not promise.
  const bytes = (source.byteOffset + start) % 8 === 0 ? source.subarray(start) : source.slice(start);
  if (header.sections.some(([, [at, size]]) => at + size > bytes.length)) return undefined;
  const sections = new Map(header.sections.map(([name, [at, size]]) => [name, bytes.subarray(at, at + size)]));
  return { ...header, sections };
};

const readHeader = (text: string): Header | undefined => {
  const header = parseRecord(text);
  if (header?.["format"] !== format || header["analyser"] !== analyserVersion) return undefined;
  const { pages, passages, terms, languages, sections } = header;
  if (!isCount(pages) || !isCount(passages) || !isCount(terms) || !Array.isArray(languages)) return undefined;
  if (typeof sections !== "object" || sections === null) return undefined;
  const places = Object.entries<unknown>({ ...sections }).flatMap(([name, place]) =>
    isPlace(place) ? [[name, place] as const] : [],
  );
  return { pages, passages, terms, languages: languages.filter(isStemLanguage), sections: places };
};

const parseRecord = (text: string): Readonly<Record<string, unknown>> | undefined => {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? { ...value } : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
};

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;

const isPlace = (value: unknown): value is Place =>
  Array.isArray(value) && value.length === 2 && value.every(isCount) && Number(value[0]) % 8 === 0;
