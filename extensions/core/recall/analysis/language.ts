/** Guesses the language of a page from its script and function words, to choose a stemmer. Pure. */

import { isStemLanguage, type StemLanguage } from "./stem.ts";

const functionWords: Readonly<Partial<Record<StemLanguage, string>>> = {
  en: "the of and to in is that for it with as on be this are by from or an at not we you",
  de: "der die und das ist nicht von zu mit den für auf ein eine im dem sich auch wird werden oder",
  es: "el la los las de que en un una por con para es se del al como más pero este",
  fr: "le la les des et est dans une pour que qui sur pas avec par ce il au du nous vous être",
  it: "il lo gli di che è un una per con non sono del della nel si da come più anche",
  nl: "de het een van en is dat op te voor met niet zijn aan door ook als bij of wordt",
  pt: "o os as de que em um uma para com não por do da no na se mais como é",
  sv: "och att det som en på är av för med den till inte om ett har de vi kan eller",
};

const languagesOf = new Map<string, StemLanguage[]>();
for (const [language, words] of Object.entries(functionWords)) {
  for (const word of words.split(" ")) {
    const known = languagesOf.get(word) ?? [];
    if (isStemLanguage(language)) known.push(language);
    languagesOf.set(word, known);
  }
}

const sampleLength = 3000;

/**
 * Another language than English is named only on clear evidence: at least five of its function words,
 * and half as many again as English has. Cyrillic text is taken for Russian.
 */
export const languageOf = (text: string): StemLanguage => {
  const sample = text.slice(0, sampleLength).normalize("NFC");
  const cyrillic = sample.match(/[\u0400-\u04ff]/g)?.length ?? 0;
  if (cyrillic * 3 > sample.length) return "ru";
  const counts = countFunctionWords(sample);
  let best: StemLanguage = "en";
  let most = Math.max(4, (counts.get("en") ?? 0) * 1.5);
  for (const [language, count] of counts) {
    if (language !== "en" && count > most) {
      best = language;
      most = count;
    }
  }
  return best;
};

const countFunctionWords = (sample: string): ReadonlyMap<StemLanguage, number> => {
  const counts = new Map<StemLanguage, number>();
  for (const word of sample.toLowerCase().match(/[a-zà-ÿ]+/g) ?? []) {
    for (const language of languagesOf.get(word) ?? []) counts.set(language, (counts.get(language) ?? 0) + 1);
  }
  return counts;
};
