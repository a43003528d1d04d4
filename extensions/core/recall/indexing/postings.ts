/** How the occurrences of one term are packed into bytes, and unpacked for scoring. Pure. */

/**
 * One posting list, unpacked: `pages` ascending; for page `i` the body entries are
 * `bodyStart[i] … bodyStart[i + 1]`, each a passage (number within the index part), its term frequency and where
 * its positions stand in the bytes.
 */
export interface Postings {
  readonly pages: Uint32Array;
  readonly title: Uint8Array;
  readonly middle: Uint8Array;
  readonly bodyStart: Uint32Array;
  readonly passage: Uint32Array;
  readonly frequency: Uint8Array;
  readonly positionsAt: Uint32Array;
  readonly bytes: Uint8Array;
}

/**
 * A packed list: for each page the distance to the one before times 16 and flags, then what the flags announce:
 * frequency in the title, in the middle fields, and the passages with frequency and positions. Numbers of
 * passages and positions are differences too, passages counted within the page: a page's record can be copied.
 */
export interface PackedPostings {
  readonly bytes: Uint8Array;
  readonly pageCount: number;
  /** Body entries of all pages together. */
  readonly entryCount: number;
}

/** Where a term stands in one page. */
export interface Occurrences {
  title: number;
  middle: number;
  /** Pairs of passage (within the page) and position (within the passage), in order. */
  readonly body: number[];
}

const hasTitle = 1;
const hasMiddle = 2;
const hasBody = 4;
/** The commonest case by far, packed shorter: one occurrence in the body. */
const isSingle = 8;
const flagBits = 16;
/** Frequencies are kept in a byte. */
const mostTimes = 255;

class ByteReader {
  readonly bytes: Uint8Array;
  at = 0;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  varint(): number {
    const first = this.bytes[this.at++] ?? 0;
    return first < 128 ? first : this.#longVarint(first);
  }

  #longVarint(first: number): number {
    let value = first & 127;
    let scale = 128;
    let byte: number;
    do {
      byte = this.bytes[this.at++] ?? 0;
      value += (byte & 127) * scale;
      scale *= 128;
    } while (byte > 127);
    return value;
  }

  skip(count: number): void {
    for (let left = count; left > 0; left -= 1) while ((this.bytes[this.at++] ?? 0) > 127);
  }
}

/** Grows as pages are added, in ascending order. */
export class PostingWriter implements PackedPostings {
  #bytes = new Uint8Array(16);
  #length = 0;
  #lastPage = 0;
  pageCount = 0;
  entryCount = 0;

  /** A copy: a view would give each of very many short arrays a buffer of its own. */
  get bytes(): Uint8Array {
    return this.#bytes.slice(0, this.#length);
  }

  add(page: number, found: Occurrences): void {
    const flags =
      (found.title > 0 ? hasTitle : 0) |
      (found.middle > 0 ? hasMiddle : 0) |
      (found.body.length > 0 ? hasBody : 0) |
      (found.body.length === 2 ? isSingle : 0);
    this.#head(page, flags);
    if (found.title > 0) this.#varint(Math.min(found.title, mostTimes));
    if (found.middle > 0) this.#varint(Math.min(found.middle, mostTimes));
    if (found.body.length === 2) {
      this.#varint(found.body[0] ?? 0);
      this.#varint(found.body[1] ?? 0);
      this.entryCount += 1;
    } else if (found.body.length > 0) {
      this.#body(found.body);
    }
  }

  /** Copies the records of a list whose pages have a new number (below zero: they are left out). */
  append(list: PackedPostings, numbers: Int32Array): void {
    const reader = new ByteReader(list.bytes);
    let page = 0;
    for (let left = list.pageCount; left > 0; left -= 1) {
      const head = reader.varint();
      page += Math.floor(head / flagBits);
      const start = reader.at;
      const entries = skipRecord(reader, head);
      const number = numbers[page] ?? -1;
      if (number < 0) continue;
      this.#head(number, head % flagBits);
      this.#copy(list.bytes.subarray(start, reader.at));
      this.entryCount += entries;
    }
  }

  #head(page: number, flags: number): void {
    this.#varint((page - this.#lastPage) * flagBits + flags);
    this.#lastPage = page;
    this.pageCount += 1;
  }

  #body(body: readonly number[]): void {
    const passages: { passage: number; positions: number[] }[] = [];
    for (let at = 0; at < body.length; at += 2) {
      const passage = body[at] ?? 0;
      const position = body[at + 1] ?? 0;
      const last = passages.at(-1);
      if (last?.passage === passage) last.positions.push(position);
      else passages.push({ passage, positions: [position] });
    }
    this.entryCount += passages.length;
    this.#varint(passages.length);
    let previous = 0;
    for (const { passage, positions } of passages) {
      this.#varint(passage - previous);
      previous = passage;
      const kept = positions.slice(0, mostTimes);
      this.#varint(kept.length);
      let last = 0;
      for (const position of kept) {
        this.#varint(position - last);
        last = position;
      }
    }
  }

  #varint(value: number): void {
    this.#reserve(8);
    let rest = value;
    while (rest > 127) {
      this.#bytes[this.#length++] = (rest % 128) | 128;
      rest = Math.floor(rest / 128);
    }
    this.#bytes[this.#length++] = rest;
  }

  #copy(bytes: Uint8Array): void {
    this.#reserve(bytes.length);
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  #reserve(count: number): void {
    if (this.#length + count <= this.#bytes.length) return;
    const grown = new Uint8Array(Math.max(this.#bytes.length * 2, this.#length + count));
    grown.set(this.#bytes);
    this.#bytes = grown;
  }
}

/** Leaves the reader behind a page's record and returns how many body entries it has. */
const skipRecord = (reader: ByteReader, head: number): number => {
  reader.skip(((head & hasTitle) === 0 ? 0 : 1) + ((head & hasMiddle) === 0 ? 0 : 1));
  if ((head & isSingle) !== 0) {
    reader.skip(2);
    return 1;
  }
  const entries = (head & hasBody) === 0 ? 0 : reader.varint();
  for (let left = entries; left > 0; left -= 1) {
    reader.skip(1);
    reader.skip(reader.varint());
  }
  return entries;
};

/** Unpacks a posting list; `passageStart` gives each page's first passage. */
export const decodePostings = (list: PackedPostings, passageStart: ArrayLike<number>): Postings => {
  const unpacker = new Unpacker(list);
  const { pages, title, middle, bodyStart } = unpacker.postings;
  const { reader } = unpacker;
  let page = 0;
  for (let index = 0; index < list.pageCount; index += 1) {
    const head = reader.varint();
    page += Math.floor(head / flagBits);
    pages[index] = page;
    if ((head & hasTitle) !== 0) title[index] = reader.varint();
    if ((head & hasMiddle) !== 0) middle[index] = reader.varint();
    if ((head & isSingle) !== 0) unpacker.addSingle(passageStart[page] ?? 0);
    else if ((head & hasBody) !== 0) unpacker.addBody(passageStart[page] ?? 0);
    bodyStart[index + 1] = unpacker.entry;
  }
  return unpacker.postings;
};

class Unpacker {
  readonly reader: ByteReader;
  readonly postings: Postings;
  entry = 0;

  constructor({ bytes, pageCount, entryCount }: PackedPostings) {
    this.reader = new ByteReader(bytes);
    this.postings = {
      pages: new Uint32Array(pageCount),
      title: new Uint8Array(pageCount),
      middle: new Uint8Array(pageCount),
      bodyStart: new Uint32Array(pageCount + 1),
      passage: new Uint32Array(entryCount),
      frequency: new Uint8Array(entryCount),
      positionsAt: new Uint32Array(entryCount),
      bytes,
    };
  }

  addSingle(firstPassage: number): void {
    this.#add(firstPassage + this.reader.varint(), 1);
  }

  addBody(firstPassage: number): void {
    let passage = firstPassage;
    for (let left = this.reader.varint(); left > 0; left -= 1) {
      passage += this.reader.varint();
      this.#add(passage, this.reader.varint());
    }
  }

  #add(passage: number, times: number): void {
    const { postings, reader, entry } = this;
    postings.passage[entry] = passage;
    postings.frequency[entry] = times;
    postings.positionsAt[entry] = reader.at;
    reader.skip(times);
    this.entry = entry + 1;
  }
}

/** Positions of one body entry, ascending. */
export const positionsOf = (postings: Postings, entry: number): number[] => {
  const reader = new ByteReader(postings.bytes);
  reader.at = postings.positionsAt[entry] ?? 0;
  const positions: number[] = [];
  let last = 0;
  for (let left = postings.frequency[entry] ?? 0; left > 0; left -= 1) {
    last += reader.varint();
    positions.push(last);
  }
  return positions;
};

/** The place of a page in a list, or -1. */
export const indexOfPage = ({ pages }: Postings, page: number): number => {
  let low = 0;
  let high = pages.length - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const value = pages[middle] ?? 0;
    if (value === page) return middle;
    if (value < page) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
};
