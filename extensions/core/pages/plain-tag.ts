/** A tag as every reader of Markdown takes it: Obsidian allows letters, digits, `_`, `-` and `/`, and no number alone. Pure. */

/** Undefined when nothing of it can be a tag. */
export const plainTag = (given: string): string | undefined => {
  const words = given
    .normalize("NFC")
    .replace(/[^\p{L}\p{M}\p{N}\p{Extended_Pictographic}_/-]+/gu, "-")
    .replace(/^[-/]+|[-/]+$/g, "");
  if (words === "") return undefined;
  return /^[\p{N}/-]+$/u.test(words) ? `y${words}` : words;
};
