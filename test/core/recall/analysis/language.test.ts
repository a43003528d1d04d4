import { describe, expect, test, vi } from "vitest";
import { languageOf } from "../../../../extensions/core/recall/analysis/language.ts";

describe("a page's language", () => {
  test.each([
    ["en", "The lamp is lit at dusk and it burns until the sun is up, for all who are at sea."],
    [
      "de",
      "Die Lampe wird in der Dämmerung entzündet und brennt, bis es hell ist; das Öl ist im Keller nicht zu finden.",
    ],
    ["fr", "La lampe est dans la tour et les marins sont sur la mer, avec des voiles pour le vent qui ne tombe pas."],
    ["es", "La lámpara de la torre se enciende con el sol y los marineros que están en el mar la ven para volver."],
    [
      "it",
      "La lampada della torre si accende con il sole e non si spegne per i marinai che sono in mare come una stella.",
    ],
    [
      "nl",
      "De lamp van de toren wordt niet door het dak gezien, maar ook op zee is het een licht dat bij mist met ons is.",
    ],
    [
      "pt",
      "A lâmpada da torre não se apaga e os marinheiros que estão no mar a veem como uma estrela, mais do que um sol.",
    ],
    [
      "sv",
      "Lampan i tornet är av glas och det är inte en olja som brinner, till och med på havet har vi ett ljus för den.",
    ],
    ["ru", "Лампа горит с заката до рассвета."],
  ])("is %s by its function words or its script", (language, text) => {
    expect(languageOf(text)).toBe(language);
  });

  test("is English for text that says nothing about it", () => {
    for (const text of ["", "OPS-17", "灯台の霧", "der Lampe"]) expect(languageOf(text)).toBe("en");
  });

  test("is English for English that quotes another one", () => {
    const text =
      "The word for it is der, die or das, as the book has it, and it is to be read by those who are at sea.";
    expect(languageOf(text)).toBe("en");
  });

  test("is the same in every Unicode form", () => {
    const text = "Für die Größe des Öls über dem Docht ist nicht der Wächter, sondern das Öl für sich zuständig.";
    expect(languageOf(text.normalize("NFD"))).toBe(languageOf(text));
  });
});

test("a stemmer is there when it was loaded, and before that words stay as they are", async () => {
  // Other files of this process may have loaded it.
  vi.resetModules();
  const { isStemLanguage, isStemmerLoaded, loadStemmers, stem } = await import(
    "../../../../extensions/core/recall/analysis/stem.ts"
  );
  expect([stem("leuchttürmen", "de"), isStemmerLoaded("de"), isStemmerLoaded("en")]).toEqual([
    "leuchttürmen",
    false,
    true,
  ]);
  await loadStemmers(["de", "de", "en"]);
  expect([stem("leuchttürmen", "de"), isStemmerLoaded("de")]).toEqual(["leuchtturm", true]);
  expect([isStemLanguage("de"), isStemLanguage("toString"), isStemLanguage("xx")]).toEqual([true, false, false]);
});
