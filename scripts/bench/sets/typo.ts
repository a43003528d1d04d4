/** Puts one typo into a query, the same one each time. Pure. */

/** One of the longest words loses, swaps, doubles or changes a letter that is not its first; CJK text stays as it is. */
export const withTypo = (text: string): string => {
  const words = [...text.matchAll(/[A-Za-z]{5,}/g)].sort((a, b) => b[0].length - a[0].length || a.index - b.index);
  const seed = seedOf(text);
  const word = words[seed % Math.min(2, Math.max(1, words.length))];
  if (word === undefined) return text;
  const wrong = misspelt(word[0], seed);
  return text.slice(0, word.index) + wrong + text.slice(word.index + word[0].length);
};

const misspelt = (word: string, seed: number): string => {
  const at = 1 + (seed % (word.length - 2));
  const [head, letter, next, tail] = [word.slice(0, at), word[at] ?? "", word[at + 1] ?? "", word.slice(at + 2)];
  const forms = [
    head + next + tail,
    next === letter ? head + next + tail : head + next + letter + tail,
    head + letter + letter + next + tail,
    head + (letter === "e" ? "a" : "e") + next + tail,
  ];
  return forms[Math.floor(seed / 7) % forms.length] ?? word;
};

const seedOf = (text: string): number => {
  let seed = 7;
  for (let at = 0; at < text.length; at += 1) seed = (seed * 31 + text.charCodeAt(at)) % 1_000_003;
  return seed;
};
