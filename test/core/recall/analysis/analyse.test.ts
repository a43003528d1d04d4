import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { analyse, termsOf } from "../../../../extensions/core/recall/analysis/analyse.ts";
import { loadStemmers, type StemLanguage } from "../../../../extensions/core/recall/analysis/stem.ts";
import { verifies } from "../../../acceptance/verifies.ts";

const terms = (text: string, language: StemLanguage = "en"): string[] => {
  const list: string[] = [];
  analyse(text, { language }, (term) => list.push(term));
  return list;
};

const positions = (text: string): string[] => {
  const list: string[] = [];
  analyse(text, { language: "en" }, (term, position) => list.push(`${term} ${position}`));
  return list;
};

const shared = (left: string, right: string, language: StemLanguage = "en"): string[] => {
  const others = termsOf(right, { language });
  return [...termsOf(left, { language })].filter((term) => others.has(term));
};

beforeAll(() => loadStemmers(["de", "fr", "it", "ru", "es"]));

describe("words", () => {
  test("are lower-cased, stemmed and without accents", () => {
    expect(terms("Lighthouses GUIDING ships")).toEqual(terms("lighthouse guided ship"));
    expect(terms("café naïve")).toEqual(terms("cafe naive"));
  });

  test("of English grammar are dropped, but kept where they are asked for", () => {
    expect(terms("the lamp of the tower")).toEqual(["lamp", "tower"]);
    expect([...termsOf("what is it", { language: "en", keepStopWords: true })]).toEqual(["what", "is", "it"]);
  });

  test("keep their places, dropped words counted", () => {
    expect(positions("the lamp of the tower")).toEqual(["lamp 1", "tower 4"]);
  });

  test("with an apostrophe are one, without the ending of a genitive", () => {
    expect(terms("keeper's keeper\u2019s")).toEqual(["keeper", "keeper"]);
    expect(terms("o'clock o\u2019clock")).toEqual(["oclock", "oclock"]);
    expect(terms("don't isn't")).toEqual(terms("dont isnt"));
  });

  test("of French and Italian lose an article that leans on them", () => {
    expect(terms("l'été d’abord qu'elle", "fr")).toEqual(terms("été abord elle", "fr"));
    expect(terms("dell'acqua l'isola", "it")).toEqual(terms("acqua isola", "it"));
  });

  test("of German keep their stem, whatever the form of their umlauts", () => {
    verifies("recall.unicode-forms");
    expect(terms("Häuser", "de")).toEqual(terms("Hauses", "de"));
    expect(terms("Ha\u0308user Größe", "de")).toEqual(terms("Häuser Größe", "de"));
  });

  test("in Cyrillic are stemmed as Russian, with й still itself", () => {
    expect(shared("маяки маяков", "маяк")).toEqual(["маяк"]);
    expect(terms("чай чаи")).not.toEqual(["чаи", "чаи"]);
  });

  test("are cut at 64 characters", () => {
    expect(terms("a".repeat(500)).map((term) => term.length)).toEqual([64]);
    expect(terms(`${"x".repeat(300)}#`)[0]).toHaveLength(64);
    expect(terms(`1${".1".repeat(200)}`)[0]).toHaveLength(64);
  });
});

describe("names in code", () => {
  test.each([
    ["getUserById", "get_user_by_id"],
    ["get-user-by-id", "getUserById"],
    ["GetUserByID", "get user by id"],
    ["HTTPServer2", "http server 2"],
    ["user-store.ts", "user store"],
    ["extensions/core/page-store.ts", "page store"],
    ["node.js", "nodejs"],
    ["Socket.IO", "socketio"],
    ["data-frame", "dataFrame"],
    ["MAX_RETRY_COUNT", "maxRetryCount"],
  ])("%s and %s meet", (left, right) => {
    verifies("recall.identifiers");
    expect(shared(left, right).length).toBeGreaterThan(0);
  });

  test("give the whole and its parts", () => {
    verifies("recall.identifiers");
    expect(positions("getLampById lamp")).toEqual(["getlampbyid 0", "get 0", "lamp 1", "id 3", "lamp 4"]);
  });

  test("keep the signs that tell languages apart", () => {
    verifies("recall.identifiers");
    expect(terms("C C++ C# F# .NET c++17")).toEqual(["c", "c++", "c#", "f#", ".net", "net", "c++", "17"]);
    expect(terms("ASP.NET")).toEqual(["aspnet", "asp", "net"]);
    expect(terms("price#tag")).toEqual(["price", "tag"]);
  });

  test("of versions are one term", () => {
    expect(terms("3.14.1 and 10")).toEqual(["3.14.1", "10"]);
  });

  test("of very many parts have no whole", () => {
    expect(terms("b.c.d.f.g.h")).toEqual(["b", "c", "d", "f", "g", "h"]);
  });
});

describe("scripts without spaces", () => {
  test("give Han and kana characters and their pairs", () => {
    verifies("recall.cjk");
    expect(positions("灯台守")).toEqual(["灯 0", "灯台 0", "台 1", "台守 1", "守 2"]);
    expect(terms("灯")).toEqual(["灯"]);
    expect(shared("灯台の霧", "灯台")).toEqual(["灯", "灯台", "台"]);
  });

  test("give Hangul words and their pairs", () => {
    verifies("recall.cjk");
    expect(terms("등대지기 등대")).toEqual(["등대지기", "등대", "대지", "지기", "등대"]);
  });

  test("give Thai pairs", () => {
    verifies("recall.cjk");
    expect(terms("ประภา")).toEqual(["ปร", "ระ", "ะภ", "ภา"]);
  });

  test("know characters of two units as one", () => {
    verifies("recall.cjk");
    expect(terms("𠮷野")).toEqual(["𠮷", "𠮷野", "野"]);
  });

  test("meet their full-width and half-width forms", () => {
    verifies("recall.unicode-forms");
    expect(terms("ＬＡＭＰ １２")).toEqual(terms("LAMP 12"));
    expect(terms("ｶﾀｶﾅ")).toEqual(terms("カタカナ"));
  });
});

test("emoji and halves of characters are no terms", () => {
  verifies("recall.unicode-forms");
  expect(terms("🔥 lamp 🏴‍☠️👩‍💻 ✅")).toEqual(["lamp"]);
  expect(terms("灯🔥台")).toEqual(["灯", "台"]);
  expect(terms("\udc00 灯\udc00 \ud842")).toEqual(["灯"]);
});

describe("any text", () => {
  const piece = fc.oneof(
    fc.string(),
    fc.string({ unit: "binary" }),
    fc.constantFrom(
      "getLamp",
      "lamp-oil",
      "node.js",
      "C++",
      ".net",
      "l'été",
      "Straße",
      "İ",
      "灯台",
      "등대",
      "ไทย",
      "🔥",
      "\ud800",
    ),
    fc.constantFrom(" ", "-", "_", ".", "'", "\u2019", "\u0301", "+", "#", "ﬁ", "ⅷ", "ΟΔΟΣ", "ᾳ", "ǅ"),
  );
  const text = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(""));
  const language = fc.constantFrom<StemLanguage>("en", "de", "fr", "ru");

  test("gives lower-case terms of at most 64 characters, without half characters, in order", () => {
    fc.assert(
      fc.property(text, language, (written, inLanguage) => {
        let last = 0;
        const length = analyse(written, { language: inLanguage }, (term, position) => {
          expect(term).not.toBe("");
          expect(term).toBe(term.toLowerCase());
          expect(term.length).toBeLessThanOrEqual(64);
          expect(term).not.toMatch(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/);
          expect(position).toBeGreaterThanOrEqual(last);
          last = position;
        });
        expect(length).toBeGreaterThanOrEqual(last);
      }),
      { numRuns: 400 },
    );
  });

  test("gives the same terms in every Unicode form that means the same", () => {
    verifies("recall.unicode-forms");
    fc.assert(
      fc.property(text, language, (written, inLanguage) => {
        const whole = written.replace(/[\ud800-\udfff]/g, "");
        expect(terms(whole.normalize("NFD"), inLanguage)).toEqual(terms(whole.normalize("NFC"), inLanguage));
      }),
      { numRuns: 200 },
    );
  });
});
