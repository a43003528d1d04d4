import fc from "fast-check";
import { expect, test } from "vitest";
import { parsePage } from "../../../extensions/core/pages/parse-page.ts";
import type { IndexPart } from "../../../extensions/core/recall/indexing/index-part.ts";
import { IndexWriter } from "../../../extensions/core/recall/indexing/index-writer.ts";
import { likeness, openLikeTitles, titleTerms } from "../../../extensions/core/recall/like-titles.ts";
import { verifies } from "../../acceptance/verifies.ts";

const partOf = (titles: readonly string[], writer = new IndexWriter()): IndexWriter => {
  for (const title of titles) {
    const path = `wiki/notes/page-${writer.pageCount}.md`;
    const page = parsePage({ path, text: `---\ntitle: ${JSON.stringify(title)}\n---\nText.\n` });
    writer.add({ page, state: { path, size: 1, mtimeMs: 1, inode: 1 }, hash: path }, "en");
  }
  return writer;
};

const titlesIn = (parts: readonly IndexPart[], found: readonly { readonly part: number; readonly page: number }[]) =>
  found.map(({ part, page }) => parts[part]?.facts(page).title).sort();

const words = fc.constantFrom(
  "lamp",
  "lamps",
  "wick",
  "the",
  "Trim",
  "trimming",
  "oil",
  "l'huile",
  "灯塔",
  "getUserById",
);
const title = fc.array(words, { minLength: 1, maxLength: 5 }).map((list) => list.join(" "));

test("titles like one are those that a look at every title would find", () => {
  verifies("trust.similar-titles");
  fc.assert(
    fc.property(title, fc.array(title, { maxLength: 12 }), fc.constantFrom(0.35, 0.6, 1), (wanted, titles, least) => {
      const parts = [partOf(titles.slice(0, 5)), partOf(titles.slice(5))];
      const isLike = (one: string): boolean => likeness(titleTerms(wanted), titleTerms(one)) >= least;
      expect(titlesIn(parts, openLikeTitles()(wanted, parts, least))).toEqual(titles.filter(isLike).sort());
    }),
  );
});

test("titles of pages that came later are found, and those of pages that went are not", () => {
  verifies("trust.similar-titles");
  const [like, part] = [openLikeTitles(), partOf(["Trim the lamp", "Fill the lamp"])];
  expect(titlesIn([part], like("Trim the lamp", [part], 0.5))).toEqual(["Trim the lamp"]);
  partOf(["Lamp trimming"], part);
  part.remove(0);
  expect(titlesIn([part], like("Trim the lamp", [part], 0.5))).toEqual(["Lamp trimming"]);
});
