/** Puts one typo into a query, the same one each time. Pure. */

/** One word of five letters or more loses, swaps, doubles or changes a letter that is not its first. */
export const withTypo = (text: string): string => {
  const words = [...text.matchAll(/[A-Za-z]{5,}/g)];
  const dice = diceOf(text);
  const word = words[dice(words.length)];
  if (word === undefined) return text;
  return text.slice(0, word.index) + misspelt(word[0], dice) + text.slice(word.index + word[0].length);
};

type Dice = (sides: number) => number;

const misspelt = (word: string, dice: Dice): string => {
  const at = 1 + dice(word.length - 2);
  const [head, letter, next, tail] = [word.slice(0, at), word[at] ?? "", word[at + 1] ?? "", word.slice(at + 2)];
  const forms = [
    head + next + tail,
    next === letter ? head + next + tail : head + next + letter + tail,
    head + letter + letter + next + tail,
    head + (letter === "e" ? "a" : "e") + next + tail,
  ];
  return forms[dice(forms.length)] ?? word;
};

/** The same throws for the same text: its FNV hash, stirred at each throw. */
const diceOf = (text: string): Dice => {
  let state = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) state = Math.imul(state ^ text.charCodeAt(at), 0x01000193) >>> 0;
  return (sides) => {
    state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) >>> 0;
    state = (state ^ (state >>> 12)) >>> 0;
    return sides === 0 ? 0 : state % sides;
  };
};
