/** Stemmers by language; the owner of both stemmer packages. English is always there, others on request. */

import porter2 from "wink-porter2-stemmer";

export type StemLanguage = "en" | "de" | "es" | "fr" | "it" | "nl" | "pt" | "ru" | "sv";

type Stem = (word: string) => string;

const loaders: Record<StemLanguage, () => Promise<Stem>> = {
  en: async () => porter2,
  de: async () => (await import("@orama/stemmers/german")).stemmer,
  es: async () => (await import("@orama/stemmers/spanish")).stemmer,
  fr: async () => (await import("@orama/stemmers/french")).stemmer,
  it: async () => (await import("@orama/stemmers/italian")).stemmer,
  nl: async () => (await import("@orama/stemmers/dutch")).stemmer,
  pt: async () => (await import("@orama/stemmers/portuguese")).stemmer,
  ru: async () => (await import("@orama/stemmers/russian")).stemmer,
  sv: async () => (await import("@orama/stemmers/swedish")).stemmer,
};

export const isStemLanguage = (name: unknown): name is StemLanguage =>
  typeof name === "string" && Object.hasOwn(loaders, name);

const loaded = new Map<StemLanguage, Stem>([["en", porter2]]);

/** Loads the stemmers of some languages, so that `stem` can use them; loading twice costs nothing. */
export const loadStemmers = async (languages: Iterable<StemLanguage>): Promise<void> => {
  for (const language of languages) {
    if (!loaded.has(language)) loaded.set(language, await loaders[language]());
  }
};

export const isStemmerLoaded = (language: StemLanguage): boolean => loaded.has(language);

/** The stem of a lower-case word; a language that is not loaded leaves the word as it is. */
export const stem = (word: string, language: StemLanguage): string => loaded.get(language)?.(word) ?? word;
