import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  decodePostings,
  indexOfPage,
  type Occurrences,
  type Postings,
  PostingWriter,
  positionsOf,
} from "../../../../extensions/core/recall/indexing/postings.ts";
import { verifies } from "../../../acceptance/verifies.ts";

interface Entry {
  readonly page: number;
  readonly found: Occurrences;
}

/** Passage and positions, as pairs. */
const bodyArbitrary = fc
  .array(fc.tuple(fc.nat(400), fc.uniqueArray(fc.nat(100_000), { minLength: 1, maxLength: 300 })), { maxLength: 5 })
  .map((passages) => {
    const byPassage = new Map(passages);
    const ordered = [...byPassage].sort(([left], [right]) => left - right);
    return ordered.flatMap(([passage, positions]) =>
      positions.sort((left, right) => left - right).flatMap((position) => [passage, position]),
    );
  });

const entriesArbitrary: fc.Arbitrary<readonly Entry[]> = fc
  .array(
    fc.record({
      page: fc.nat(300_000),
      found: fc.record({ title: fc.nat(300), middle: fc.nat(300), body: bodyArbitrary }),
    }),
    { maxLength: 20 },
  )
  .map((list) => [...new Map(list.map((entry) => [entry.page, entry])).values()].sort((a, b) => a.page - b.page));

/** Every page has this many passages. */
const passagesPerPage = 401;
const passageStart = { length: 300_002, at: (page: number) => page * passagesPerPage };
const starts = new Proxy<ArrayLike<number>>(
  { length: passageStart.length },
  {
    get: (_, key) => (key === "length" ? passageStart.length : passageStart.at(Number(key))),
  },
);

const packed = (entries: readonly Entry[]): PostingWriter => {
  const writer = new PostingWriter();
  for (const { page, found } of entries) writer.add(page, found);
  return writer;
};

const readBack = (list: Postings): readonly Entry[] =>
  [...list.pages].map((page, at) => {
    const body: number[] = [];
    for (let entry = list.bodyStart[at] ?? 0; entry < (list.bodyStart[at + 1] ?? 0); entry += 1) {
      for (const position of positionsOf(list, entry)) {
        body.push((list.passage[entry] ?? 0) - page * passagesPerPage, position);
      }
    }
    return { page, found: { title: list.title[at] ?? 0, middle: list.middle[at] ?? 0, body } };
  });

/** Frequencies are kept in a byte, and a passage keeps its first 255 positions. */
const kept = ({ page, found }: Entry): Entry => {
  const counts = new Map<number, number>();
  const body: number[] = [];
  for (let at = 0; at < found.body.length; at += 2) {
    const [passage = 0, position = 0] = found.body.slice(at, at + 2);
    const count = counts.get(passage) ?? 0;
    counts.set(passage, count + 1);
    if (count < 255) body.push(passage, position);
  }
  return { page, found: { title: Math.min(255, found.title), middle: Math.min(255, found.middle), body } };
};

describe("a posting list", () => {
  test("unpacks to what was packed", () => {
    verifies("recall.postings");
    fc.assert(
      fc.property(entriesArbitrary, (entries) => {
        expect(readBack(decodePostings(packed(entries), starts))).toEqual(entries.map(kept));
      }),
    );
  });

  test("takes few bytes for a word that stands once in a page's body", () => {
    const writer = packed([{ page: 7, found: { title: 0, middle: 0, body: [2, 90] } }]);
    expect(writer.bytes).toHaveLength(3);
  });

  test("finds a page's place, or says that it is not there", () => {
    fc.assert(
      fc.property(entriesArbitrary, fc.nat(300_000), (entries, page) => {
        const list = decodePostings(packed(entries), starts);
        expect(indexOfPage(list, page)).toBe([...list.pages].indexOf(page));
        for (const [at, entry] of entries.entries()) expect(indexOfPage(list, entry.page)).toBe(at);
      }),
    );
  });

  test("is copied page by page under new numbers, without those that have none", () => {
    verifies("recall.postings");
    fc.assert(
      fc.property(entriesArbitrary, entriesArbitrary, fc.nat(), (first, second, salt) => {
        const isKept = (page: number): boolean => (page + salt) % 3 !== 0;
        const copy = new PostingWriter();
        let next = 0;
        const wanted: Entry[] = [];
        for (const entries of [first, second]) {
          const numbers = new Int32Array(300_001).fill(-1);
          for (const { page, found } of entries.filter((entry) => isKept(entry.page))) {
            numbers[page] = next;
            wanted.push({ page: next, found });
            next += 1;
          }
          copy.append(packed(entries), numbers);
        }
        expect([...copy.bytes]).toEqual([...packed(wanted).bytes]);
        expect([copy.pageCount, copy.entryCount]).toEqual([packed(wanted).pageCount, packed(wanted).entryCount]);
      }),
      { numRuns: 30 },
    );
  });
});
