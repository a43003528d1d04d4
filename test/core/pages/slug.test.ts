import fc from "fast-check";
import { expect, test } from "vitest";
import { slugify } from "../../../extensions/core/pages/slug.ts";
import { verifies } from "../../acceptance/verifies.ts";

test("a slug keeps letters and numbers of every script", () => {
  verifies("pages.slug");
  const slugs: Readonly<Record<string, string>> = {
    "Fog: the horn is late!": "fog-the-horn-is-late",
    "  The -- Lamp_room  ": "the-lamp-room",
    "灯台の霧笛 2号": "灯台の霧笛-2号",
    "Ｆｏｇ　ｈｏｒｎ": "fog-horn",
    "Маяк и туман": "маяк-и-туман",
    "प्रकाश स्तंभ": "प्रकाश-स्तंभ",
    "Café am Hafen": "café-am-hafen",
    "Cafe\u0301 am Hafen": "café-am-hafen",
    "❤️ Lamp 🔦": "lamp",
    "Node.js / C++": "node-js-c",
    "½ Lamp": "½-lamp",
  };
  expect(Object.fromEntries(Object.keys(slugs).map((title) => [title, slugify(title)]))).toEqual(slugs);
});

test("a title without words is untitled", () => {
  for (const title of ["", "   ", "!!!", "🔦🔦", "\0", "../..", "\u0301"]) expect(slugify(title)).toBe("untitled");
});

test("names that files can't have, or that are taken, are stepped aside from", () => {
  expect(["CON", "nul", "Com1", "lpt9"].map(slugify)).toEqual(["_con", "_nul", "_com1", "_lpt9"]);
  expect(["Index", "log", "console", "logs"].map(slugify)).toEqual(["index-page", "log-page", "console", "logs"]);
});

test("a long slug ends with a whole character and no hyphen", () => {
  expect(slugify(`${"a".repeat(79)} b`)).toBe("a".repeat(79));
  expect(slugify("a".repeat(100))).toHaveLength(80);
  expect(slugify("灯".repeat(100))).toBe("灯".repeat(66));
  expect(slugify("𠮷".repeat(100))).toBe("𠮷".repeat(40));
});

test("any title gives a safe name, and a slug is its own slug", () => {
  verifies("pages.slug");
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: "binary", maxLength: 120 }), fc.string({ unit: "grapheme" })), (title) => {
      const slug = slugify(title);
      expect(slug).toMatch(/^[\p{L}\p{N}_][\p{L}\p{N}\p{M}-]*$/u);
      expect(slug).not.toMatch(/--|-$/);
      expect(slug.length).toBeLessThanOrEqual(80);
      expect(new TextEncoder().encode(slug).length).toBeLessThanOrEqual(200);
      expect(slugify(slug)).toBe(slug);
    }),
    { numRuns: 2000 },
  );
});
