import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { IndexPart } from "../../../../extensions/core/recall/indexing/index-part.ts";
import { type IndexWriter, mergeParts } from "../../../../extensions/core/recall/indexing/index-writer.ts";
import { encodeSegment, openSegment } from "../../../../extensions/core/recall/indexing/segment.ts";
import { verifies } from "../../../acceptance/verifies.ts";
import { pageText, writerOf } from "../recall-world.ts";

const lighthouse = {
  "notes/wick": pageText("# Trim the wick\n\nTrim it at dusk, see [[notes/oil]].\n", {
    tags: ["lamp"],
    aliases: ["Wick"],
  }),
  "notes/oil": pageText("# Lamp oil\n\nColza oil burns in winter.\n\n## Storage\n\nIn the cellar, beside the coal.\n", {
    recall_triggers: ["what burns in the lamp"],
    description: "Which oil",
  }),
  "concepts/灯台": "# 灯台\n\n灯台守は霧の夜も灯をともす。[see](../notes/wick.md)\n",
  "concepts/Leuchtfeuer":
    "# Leuchtfeuer\n\nDas Feuer ist auf dem Turm und wird von der Wache nicht gelöscht, auch wenn die Sonne scheint.\n",
  "concepts/empty": "",
};

const frozen = (writer: IndexWriter) => {
  const segment = openSegment(encodeSegment(writer));
  if (segment === undefined) throw new Error("the segment can't be read");
  return segment;
};

const columns = [
  "titleLength",
  "middleLength",
  "bodyLength",
  "passageStart",
  "passageLength",
  "passageFrom",
  "passageTo",
] as const;

/** Everything that a ranking can ask of a part. */
const answersOf = (part: IndexPart) => {
  const pages = Array.from({ length: part.pageCount }, (_, page) => page);
  const terms = [...part.packed()].map(([term]) => term).sort();
  return {
    pages: pages.map((page) => [
      part.facts(page),
      part.path(page),
      part.state(page),
      part.links(page),
      part.claims(page),
      part.live[page],
    ]),
    languages: [...part.languages].sort(),
    totals: part.totals,
    columns: columns.map((name) => Array.from(part[name])),
    terms: terms.map((term) => [
      term,
      part.pagesHolding(term),
      part.postings(term)?.pages,
      part.postings(term)?.passage,
    ]),
    near: [...part.termsNear("lamb")]
      .filter(({ term }) => Math.abs(term.length - 4) <= 1)
      .map(({ term }) => term)
      .sort(),
  };
};

describe("a frozen part", () => {
  test("answers like the part it was made of", () => {
    verifies("recall.segment");
    const writer = writerOf(lighthouse);
    expect(answersOf(frozen(writer))).toEqual(answersOf(writer));
  });

  test("of no pages answers that there is nothing", () => {
    const segment = frozen(writerOf({}));
    expect([segment.pageCount, segment.postings("lamp"), segment.pagesHolding("lamp")]).toEqual([0, undefined, 0]);
    expect([...segment.termsNear("lamp")]).toEqual([]);
  });

  test("remembers a newer stat of a page", () => {
    const segment = frozen(writerOf(lighthouse));
    const state = { path: segment.path(0), size: 5, mtimeMs: 7, inode: 9 };
    segment.touch(0, state);
    expect(segment.state(0)).toEqual(state);
  });

  test("knows its sums when pages are taken out", () => {
    verifies("recall.segment");
    const ids = Object.keys(lighthouse);
    fc.assert(
      fc.property(fc.array(fc.nat(ids.length - 1)), (taken) => {
        const segment = frozen(writerOf(lighthouse));
        for (const page of taken) segment.remove(page);
        const left = Object.entries(lighthouse).filter((_, page) => !taken.includes(page));
        expect(segment.totals).toEqual(writerOf(Object.fromEntries(left)).totals);
      }),
    );
  });

  test("merges with others into what their live pages make, in whatever parts they came", () => {
    verifies("recall.segment");
    const entries = Object.entries(lighthouse);
    fc.assert(
      fc.property(fc.array(fc.constantFrom("first", "second", "both"), { minLength: 5, maxLength: 5 }), (places) => {
        const within = (place: string) => entries.filter((_, at) => [place, "both"].includes(places[at] ?? ""));
        const first = frozen(writerOf(Object.fromEntries(within("first"))));
        const second = writerOf(Object.fromEntries(within("second")));
        for (const [at, [id]] of within("first").entries()) {
          if (within("second").some(([other]) => other === id)) first.remove(at);
        }
        const merged = mergeParts([first, second]);
        const wanted = writerOf(
          Object.fromEntries([
            ...within("first").filter(([id]) => !within("second").some(([other]) => other === id)),
            ...within("second"),
          ]),
        );
        expect(answersOf(frozen(merged))).toEqual(answersOf(frozen(wanted)));
      }),
      { numRuns: 20 },
    );
  });
});

describe("bytes that are no segment", () => {
  const bytes = encodeSegment(writerOf(lighthouse));
  const header = (change: (text: string) => string): Uint8Array => {
    const text = new TextDecoder("latin1").decode(bytes);
    return Uint8Array.from(change(text), (char) => char.charCodeAt(0));
  };

  test("are refused when cut anywhere", () => {
    verifies("recall.segment-damage");
    for (let length = 0; length < bytes.length - 8; length += 13) {
      expect(openSegment(bytes.slice(0, length))).toBeUndefined();
    }
  });

  test("are refused when made by another format or another analyser", () => {
    verifies("recall.segment-damage");
    expect(openSegment(header((text) => text))).toBeDefined();
    expect(openSegment(header((text) => text.replace('"format":5', '"format":4')))).toBeUndefined();
    expect(openSegment(header((text) => text.replace(/"analyser":"[^"]"/, '"analyser":"?"')))).toBeUndefined();
    expect(openSegment(header((text) => text.replace('"pages":5', '"pages":6')))).toBeUndefined();
    expect(openSegment(header((text) => text.replace('"pages":5', '"pages":x')))).toBeUndefined();
  });

  test("are refused when they are something else, and never stop anything", () => {
    verifies("recall.segment-damage");
    const prefix = bytes.slice(0, 26);
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 400 }),
        fc.constantFrom("{}", "null", "[]", '{"format":1,"sections":{}}'),
        (noise, json) => {
          expect(openSegment(noise)).toBeUndefined();
          expect(openSegment(new Uint8Array([...prefix, ...noise]))).toBeUndefined();
          const start = `pi-wiki-segment\n${String(json.length).padStart(10, "0")}${json}`;
          expect(openSegment(new Uint8Array([...new TextEncoder().encode(start), ...noise]))).toBeUndefined();
        },
      ),
    );
  });

  test("that sit at an odd place in memory are read all the same", () => {
    const shifted = new Uint8Array(bytes.length + 3);
    shifted.set(bytes, 3);
    expect(openSegment(shifted.subarray(3))?.pageCount).toBe(5);
  });
});
