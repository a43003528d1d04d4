/**
 * Finds prompts that recalled nothing while a page that helped was then found by hand: what was typed is how somebody
 * asks for that page. Pure.
 */

/** A prompt of the user, and what the model did until the next one. */
export interface Exchange {
  /** Entry of the session that holds the prompt. */
  readonly entry: string;
  readonly prompt: string;
  /** Ids of pages that automatic recall put before it. */
  readonly recalled: readonly string[];
  /** Absolute paths of pages that were asked for or read, in their order. */
  readonly found: readonly string[];
  /** Ids of pages that the answers cite. */
  readonly cited: readonly string[];
}

export interface Miss {
  readonly entry: string;
  readonly page: string;
  /** What to find the page by from now on. */
  readonly trigger: string;
}

/** `idAt` gives the id of the page at a path, where there is one. */
export const missesIn = (
  exchanges: readonly Exchange[],
  idAt: (path: string) => string | undefined,
): readonly Miss[] => {
  const shown = new Set<string>();
  return exchanges.flatMap(({ entry, prompt, recalled, found, cited }) => {
    for (const id of recalled) shown.add(id);
    const trigger = recalled.length > 0 ? undefined : phraseOf(prompt);
    if (trigger === undefined) return [];
    const ids = found.flatMap((path) => idAt(path) ?? []);
    // A page that was shown before is in the context still: recall had no reason to repeat it.
    const adopted = ids.filter((id) => cited.includes(id) && !shown.has(id));
    return [...new Set(adopted)].map((page) => ({ entry, page, trigger }));
  });
};

const fewestWords = 4;
const mostWords = 14;

/** The first sentence that says something, in words that can be typed again; undefined for "go on" and its like. */
const phraseOf = (prompt: string): string | undefined => {
  const plain = prompt.replace(/```[\s\S]*?(?:```|$)/g, "\n").replace(/`/g, "");
  const sentences = plain.split(/\n+|(?<=[.!?])\s+|(?<=[。！？])/).map((one) => one.trim());
  return sentences.map(shortened).find((one) => one !== undefined);
};

const shortened = (sentence: string): string | undefined => {
  const words = sentence.replace(/[.!?,;:]+$/, "").split(/\s+/);
  if (words.length >= fewestWords) return words.slice(0, mostWords).join(" ");
  // Scripts without spaces write a sentence as one word.
  const characters = [...sentence].filter((character) =>
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(character),
  );
  return characters.length >= 2 * fewestWords ? sentence.slice(0, 3 * mostWords) : undefined;
};
