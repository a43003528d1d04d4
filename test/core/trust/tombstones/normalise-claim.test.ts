import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { normaliseClaim } from "../../../../extensions/core/trust/tombstones/normalise-claim.ts";
import { verifies } from "../../../acceptance/verifies.ts";

const claim = "The lamp burns colza oil until dawn";

/** Ways to write the same claim again. */
const attacks: readonly (readonly [string, string])[] = [
  ["a full stop", `${claim}.`],
  ["several marks at its end", `${claim}?!…`],
  ["a bracket around it", `(${claim})`],
  ["typographic quotes", `“${claim}”`],
  ["capitals", claim.toUpperCase()],
  ["more blanks", `  The   lamp\tburns colza\noil until dawn `],
  ["blanks that do not break", claim.replaceAll(" ", "\u00a0")],
  ["wide blanks", claim.replaceAll(" ", "\u3000")],
  ["full width", "Ｔｈｅ ｌａｍｐ ｂｕｒｎｓ ｃｏｌｚａ ｏｉｌ ｕｎｔｉｌ ｄａｗｎ"],
  ["mathematical letters", "𝐓𝐡𝐞 𝐥𝐚𝐦𝐩 burns colza oil until dawn"],
  ["a ligature of letters", "The lamp burns colza oil until dawn".replace("oil", "o\u2170l")],
  ["Cyrillic letters", "Тhе lаmр burns соlzа оil until dаwn"],
  ["Greek letters", "The lαmp burns cοlzα οil υntil dαwn"],
  ["Greek capitals in it", "THE LAMP BURNS COLZA OIL UNTIL DAWN".replace("T", "\u03a4").replace("A", "\u0391")],
  ["Cherokee letters", "Ꭲhe lamp burns colza oil until dawn"],
  ["Armenian letters", "The lamp burns cօlza օil until dawn"],
  ["a zero-width space", claim.replace("lamp", "la\u200bmp")],
  ["a soft hyphen", claim.replace("until", "un\u00adtil")],
  ["turned round and back", claim.replace("oil", "\u202eoil\u202c")],
  ["tag characters", `${claim}\u{e0041}\u{e0042}`],
  ["a variation selector", claim.replace("lamp", "lamp\ufe0f")],
  ["blanks of a form feed and of a tab downwards", "The\flamp\vburns colza oil until dawn"],
  ["blanks that are Braille without dots", claim.replaceAll(" ", "\u2800")],
  ["blanks that are fillers of hangul", claim.replace(" ", "\u3164").replace(" ", "\uffa0")],
  ["a filler", claim.replace("lamp", "la\u115fmp")],
  ["a word joiner at its start", `\u2060${claim}`],
  ["emphasis", "The **lamp** burns *colza* __oil__ until _dawn_"],
  ["emphasis within emphasis", "**The *lamp* burns** colza oil until dawn"],
  ["emphasis in a word", "The l**am**p burns colza oil until dawn"],
  ["code", "The `lamp` burns ``colza`` oil until dawn"],
  ["struck through", `~~${claim}~~`],
  ["struck through with one mark", "The ~lamp~ burns colza oil until dawn"],
  ["a link", "The [lamp](https://example.org/lamp 'x') burns [colza oil][oil] until dawn"],
  ["a link with brackets in its address", "The [lamp](https://example.org/Lamp_(oil)) burns colza oil until dawn"],
  ["links of a wiki", "The [[entities/lamp|lamp]] burns [[colza]] oil until dawn"],
  ["a picture's text", "The ![lamp](lamp.png) burns colza oil until dawn"],
  ["a footnote", "The lamp[^1] burns colza oil until dawn[^note]."],
  ["tags", "The <b>lamp</b> burns <span title='x'>colza</span> oil until dawn<br>"],
  ["a comment", `<!-- ${claim} -->`],
  ["entities", "The l&#97;mp burns colza&nbsp;oil until d&#x61;wn"],
  ["a hidden entity", "The la&#8203;mp burns colza oil until dawn"],
  ["blanks by name", "The&emsp;lamp&thinsp;burns colza oil until dawn"],
  ["hidden characters by name", "The la&ZeroWidthSpace;mp burns co&NoBreak;lza oil until dawn"],
  ["a full stop by name", `${claim}&period;`],
  ["escapes", "The lamp burns colza oil until dawn\\."],
  ["a heading", `## ${claim}`],
  ["a list item", `- ${claim}`],
  ["a task", `* [x] ${claim}`],
  ["a numbered item", `12. ${claim}`],
  ["a quotation", `> > ${claim}`],
];

test.each(attacks)("a claim with %s is the same claim", (_how, text) => {
  verifies("tombstones.normalised");
  expect(normaliseClaim(text)).toBe(normaliseClaim(claim));
});

const pairs: readonly (readonly [string, string, string])[] = [
  ["CJK in full width", "灯台はＬＥＤを使う。", "灯台はLEDを使う"],
  ["CJK over two lines", "灯台は\n油を使う", "灯台は油を使う"],
  ["half-width kana", "ﾗﾝﾌﾟは赤い", "ランプは赤い"],
  ["decomposed letters", "De\u0301cide\u0301", "Décidé"],
  ["a sharp s", "STRASSE", "Straße"],
  ["a final sigma", "ΛΟΓΟΣ", "λόγος".replace("ό", "ο")],
  ["dashes", "ten–twelve", "ten-twelve"],
  ["a minus sign", "\u22125", "-5"],
  ["apostrophes", "The keeper’s oil", "The keeper's oil"],
  ["guillemets", "it says «no»: wait", 'it says "no": wait'],
];

test.each(pairs)("%s makes no other claim", (_how, one, other) => {
  verifies("tombstones.normalised");
  expect(normaliseClaim(one)).toBe(normaliseClaim(other));
});

describe("what differs stays apart:", () => {
  test.each([
    ["10", "lO"],
    ["10", "1O"],
    ["l0", "I0"],
    ["5", "S"],
    ["5", "-5"],
    ["5", ".5"],
    ["10", "10%"],
    ["Use C", "Use C#"],
    ["Use C", "Use C++"],
    ["rn", "m"],
    ["vv", "w"],
    ["résumé", "resume"],
    ["Łódź", "Lodz"],
    ["点灯", "消灯"],
    ["ус", "үс"],
    ["нан", "һан"],
    ["snake_case_name", "snakecasename"],
    [claim, "The lamp burns colza oil until dusk"],
    [claim, "Colza oil burns in the lamp until dawn"],
    [claim, `${claim}, they say`],
    ["не гасить", "гасить"],
    ["🔴", "🟢"],
  ])("%s and %s", (one, other) => {
    verifies("tombstones.neighbours-pass");
    expect(normaliseClaim(one)).not.toBe(normaliseClaim(other));
  });
});

test.each(["10", "q", "灯", "ß", "🔥", "!", "->", "*", "Ω", "1.", "- "])("the short value %s is a claim", (text) => {
  verifies("tombstones.normalised");
  expect(normaliseClaim(text)).not.toBe("");
});

describe("of any text", () => {
  const words = fc.stringMatching(/^[a-z]{2,8}(?: [a-z]{2,8}){1,6}$/);

  test("the form has no blanks at its ends, no two in a row, and nothing hidden", () => {
    verifies("tombstones.normalised");
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const form = normaliseClaim(text);
        expect(form).toBe(form.trim());
        expect(form).not.toMatch(/\s{2}|[\p{DI}\p{Cc}]/u);
      }),
    );
  });

  test("hidden characters between its letters change nothing", () => {
    verifies("tombstones.normalised");
    const hidden = fc.constantFrom("\u200b", "\u00ad", "\u2066", "\ufeff", "\u{e0020}", "\u180e");
    fc.assert(
      fc.property(words, hidden, fc.nat(), (text, char, at) => {
        const place = at % (text.length + 1);
        expect(normaliseClaim(text.slice(0, place) + char + text.slice(place))).toBe(normaliseClaim(text));
      }),
    );
  });

  test("plain ASCII words stay what they are, and a change of one letter is seen", () => {
    verifies("tombstones.neighbours-pass");
    fc.assert(
      fc.property(words, fc.nat(), (text, at) => {
        expect(normaliseClaim(text)).toBe(text);
        const place = at % text.length;
        const other = text[place] === "z" ? "y" : "z";
        const changed = text.slice(0, place) + (text[place] === " " ? "z" : other) + text.slice(place + 1);
        expect(normaliseClaim(changed)).not.toBe(text);
      }),
    );
  });

  test("letters and numbers of every script count", () => {
    verifies("tombstones.normalised");
    const letter = fc
      .string({ unit: "grapheme", minLength: 1, maxLength: 1 })
      .filter((char) => /(?!\p{DI})[\p{L}\p{N}]/u.test(char));
    fc.assert(
      fc.property(letter, (char) => {
        expect(normaliseClaim(char)).not.toBe("");
      }),
    );
  });

  test("it takes time in proportion, whatever the marks", () => {
    for (const mark of ["*", "_", "[", "[[", "<", "`", "~~", "&#", "- ", "> ", "|", ". ", "-", "\\", "![a](", "**a"]) {
      expect(normaliseClaim(mark.repeat(20_000)).length).toBeLessThan(100_000);
    }
  });
});
