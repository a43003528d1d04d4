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

/** Grows as pages are added, in ascending order. */
export class PostingWriter {
  #bytes = new Uint8Array(16);
  #length = 0;
  #lastPage = 0;
  pageCount = 0;
  entryCount = 0;

  get bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  add(page: number, found: Occurrences): void {
    const flags =
      (found.title > 0 ? hasTitle : 0) |
      (found.middle > 0 ? hasMiddle : 0) |
      (found.body.length > 0 ? hasBody : 0) |
      (found.body.length === 2 ? isSingle : 0);
    this.#varint((page - this.#lastPage) * 16 + flags);
    this.#lastPage = page;
    this.pageCount += 1;
    if (found.title > 0) this.#varint(Math.min(found.title, 255));
    if (found.middle > 0) this.#varint(Math.min(found.middle, 255));
    if (found.body.length === 2) {
      this.#varint(found.body[0] ?? 0);
      this.#varint(found.body[1] ?? 0);
      this.entryCount += 1;
    } else if (found.body.length > 0) {
      this.#body(found.body);
    }
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
      const kept = positions.slice(0, 255);
      this.#varint(kept.length);
      let last = 0;
      for (const position of kept) {
        this.#varint(position - last);
        last = position;
      }
    }
  }

  #varint(value: number): void {
    if (this.#length + 8 > this.#bytes.length) {
      const grown = new Uint8Array(this.#bytes.length * 2);
      grown.set(this.#bytes);
      this.#bytes = grown;
    }
    let rest = value;
    while (rest > 127) {
      this.#bytes[this.#length++] = (rest % 128) | 128;
      rest = Math.floor(rest / 128);
    }
    this.#bytes[this.#length++] = rest;
  }
}

/** Unpacks a posting list; `passageStart` gives each page's first passage. */
export const decodePostings = (
  bytes: Uint8Array,
  counts: { readonly pages: number; readonly entries: number },
  passageStart: ArrayLike<number>,
): Postings => {
  const pages = new Uint32Array(counts.pages);
  const title = new Uint8Array(counts.pages);
  const middle = new Uint8Array(counts.pages);
  const bodyStart = new Uint32Array(counts.pages + 1);
  const passage = new Uint32Array(counts.entries);
  const frequency = new Uint8Array(counts.entries);
  const positionsAt = new Uint32Array(counts.entries);
  let at = 0;
  let entry = 0;
  let page = 0;
  const varint = (): number => {
    let byte = bytes[at++] ?? 0;
    if (byte < 128) return byte;
    let value = byte & 127;
    let scale = 128;
    do {
      byte = bytes[at++] ?? 0;
      value += (byte & 127) * scale;
      scale *= 128;
    } while (byte > 127);
    return value;
  };
  for (let index = 0; index < counts.pages; index += 1) {
    const head = varint();
    page += Math.floor(head / 16);
    pages[index] = page;
    if ((head & hasTitle) !== 0) title[index] = varint();
    if ((head & hasMiddle) !== 0) middle[index] = varint();
    const first = passageStart[page] ?? 0;
    if ((head & isSingle) !== 0) {
      passage[entry] = first + varint();
      frequency[entry] = 1;
      positionsAt[entry] = at;
      varint();
      entry += 1;
    } else if ((head & hasBody) !== 0) {
      const many = varint();
      let relative = 0;
      for (let nth = 0; nth < many; nth += 1) {
        relative += varint();
        const times = varint();
        passage[entry] = first + relative;
        frequency[entry] = times;
        positionsAt[entry] = at;
        entry += 1;
        for (let skipped = 0; skipped < times; skipped += 1) varint();
      }
    }
    bodyStart[index + 1] = entry;
  }
  return { pages, title, middle, bodyStart, passage, frequency, positionsAt, bytes };
};

/** Positions of one body entry, ascending. */
export const positionsOf = (postings: Postings, entry: number): number[] => {
  const positions: number[] = [];
  let at = postings.positionsAt[entry] ?? 0;
  let last = 0;
  for (let nth = 0; nth < (postings.frequency[entry] ?? 0); nth += 1) {
    let value = 0;
    let scale = 1;
    let byte: number;
    do {
      byte = postings.bytes[at++] ?? 0;
      value += (byte & 127) * scale;
      scale *= 128;
    } while (byte > 127);
    last += value;
    positions.push(last);
  }
  return positions;
};

/** Where the term stands in the page at index `at` of the list; `firstPassage` is the page's first passage. */
export const occurrencesAt = (postings: Postings, at: number, firstPassage: number): Occurrences => {
  const body: number[] = [];
  const end = postings.bodyStart[at + 1] ?? 0;
  for (let entry = postings.bodyStart[at] ?? 0; entry < end; entry += 1) {
    const passage = (postings.passage[entry] ?? 0) - firstPassage;
    for (const position of positionsOf(postings, entry)) body.push(passage, position);
  }
  return { title: postings.title[at] ?? 0, middle: postings.middle[at] ?? 0, body };
};
