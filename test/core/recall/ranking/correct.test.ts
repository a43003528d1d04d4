import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { encodeSegment, openSegment } from "../../../../extensions/core/recall/indexing/segment.ts";
import { correctionOf, isOneEdit } from "../../../../extensions/core/recall/ranking/correct.ts";
import { verifies } from "../../../acceptance/verifies.ts";
import { writerOf } from "../recall-world.ts";

const letters = "abc";
const word = fc.string({ unit: fc.constantFrom(...letters), maxLength: 5 });

/** All words that one letter added, dropped or changed, or one swap of neighbours makes. */
const editsOf = (from: string): ReadonlySet<string> => {
  const edits = new Set<string>();
  for (let at = 0; at <= from.length; at += 1) {
    const [before, after] = [from.slice(0, at), from.slice(at)];
    for (const letter of letters) edits.add(before + letter + after).add(before + letter + after.slice(1));
    edits.add(before + after.slice(1));
    if (after.length > 1) edits.add(before + after.charAt(1) + after.charAt(0) + after.slice(2));
  }
  edits.delete(from);
  return edits;
};

test("one edit is what a list of all edits says", () => {
  verifies("recall.typos");
  fc.assert(
    fc.property(word, word, (left, right) => {
      expect(isOneEdit(left, right)).toBe(editsOf(left).has(right) && left !== right);
    }),
    { numRuns: 2000 },
  );
});

describe("a word that no page holds", () => {
  const pages = {
    "notes/a": "fresnel lantern tower\n",
    "notes/b": "fresnel lantern tower\n",
    "notes/c": "tower lanterne\n",
    "notes/d": "tower\n",
  };
  const part = writerOf(pages);
  const frozen = openSegment(encodeSegment(part));
  if (frozen === undefined) throw new Error();

  test.each([
    ["fresnle", "fresnel"],
    ["fresnell", "fresnel"],
    ["fresel", "fresnel"],
    ["fresmel", "fresnel"],
    ["towr", "tower"],
  ])("%s becomes %s, whatever part holds it", (written, meant) => {
    verifies("recall.typos");
    expect(correctionOf(written, [part])).toBe(meant);
    expect(correctionOf(written, [frozen])).toBe(meant);
    expect(correctionOf(written, [writerOf({}), frozen])).toBe(meant);
  });

  test.each(["presnel", "fresn", "twr", "tover2", "маяк", "harbour", "fersnle"])(
    "%s stays: another first letter, too short, two edits, or not of Latin letters",
    (written) => {
      expect(correctionOf(written, [part])).toBeUndefined();
      expect(correctionOf(written, [frozen])).toBeUndefined();
    },
  );

  test("needs two pages that hold the other one, and takes the more frequent", () => {
    expect(correctionOf("lantera", [part])).toBe("lantern");
    expect(correctionOf("lanternes", [part])).toBeUndefined();
    const near = writerOf({ a: "calms calmt", b: "calms calmt", c: "calmt" });
    expect(correctionOf("calmx", [near])).toBe("calmt");
  });

  test("is looked for among words of other letters as well", () => {
    const german = writerOf({ a: "straße", b: "straße" });
    expect(correctionOf("strase", [german])).toBe("straße");
    const same = openSegment(encodeSegment(german));
    expect(same && correctionOf("strase", [same])).toBe("straße");
  });
});

test("a frozen part names every word that one edit leads to", () => {
  verifies("recall.typos");
  fc.assert(
    fc.property(
      fc.uniqueArray(
        word.map((rest) => `a${rest}`),
        { minLength: 1, maxLength: 40 },
      ),
      word,
      (known, rest) => {
        const asked = `a${rest}`;
        const frozen = openSegment(encodeSegment(writerOf({ page: known.map((one) => `${one}zz`).join(" ") })));
        const near = [...(frozen?.termsNear(`${asked}zz`) ?? [])].map(({ term }) => term);
        expect(near).toEqual(
          expect.arrayContaining(known.filter((one) => isOneEdit(`${asked}zz`, `${one}zz`)).map((one) => `${one}zz`)),
        );
      },
    ),
  );
});
