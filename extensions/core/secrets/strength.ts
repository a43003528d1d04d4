/** How much a text looks like chance: what tells a secret from a name in code. Pure. */

/** Shannon entropy in bits a character. */
const entropyOf = (text: string): number => {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / total) * Math.log2(count / total);
  return bits;
};

const classes: readonly RegExp[] = [/[a-z]/, /[A-Z]/, /[0-9]/, /[^a-zA-Z0-9\s]/];

/** How many of lower case, upper case, digits and signs are there. */
const classCount = (text: string): number => classes.filter((pattern) => pattern.test(text)).length;

/** Pieces of one case, as people put names together. */
const piecesOf = (text: string): readonly string[] => text.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? [];

const lettersOf = (pieces: readonly string[]): number => pieces.reduce((sum, piece) => sum + piece.length, 0);

/** Whether most letters stand in words: pieces that are not too short and can be spoken. */
export const isWordy = (text: string): boolean => {
  const pieces = piecesOf(text);
  const letters = lettersOf(pieces);
  const words = pieces.filter((piece) => piece.length >= 3 && /[aeiouy]/i.test(piece) && !/[^aeiouy]{5}/i.test(piece));
  return letters > 0 && lettersOf(words) >= letters * 0.6 && letters >= pieces.length * 3.1;
};

/** How often letters and digits take turns: names end in a number at most. */
const turnsOf = (text: string): number => text.match(/[A-Za-z](?=[0-9])|[0-9](?=[A-Za-z])/g)?.length ?? 0;

/** As machines make keys: long, of many characters, and without words or with digits all over. */
export const looksRandom = (text: string): boolean => {
  const bare = text.replace(/[^A-Za-z0-9]/g, "");
  const turns = turnsOf(bare);
  if (bare.length < 12 || !/[A-Za-z]/.test(bare)) return false;
  if (bare.length < 16 || /^[a-f0-9]+$/i.test(bare)) return turns >= 3 && entropyOf(bare) >= 2.8;
  const isMixed = /[0-9]/.test(bare) || (/[a-z]/.test(bare) && /[A-Z]/.test(bare.slice(1)));
  return isMixed && entropyOf(bare) >= 3.2 && (turns >= 4 || !isWordy(text));
};

/** As people choose passwords that they were told to make strong: eight characters with a digit or mixed kinds. */
export const looksChosen = (text: string): boolean => {
  if (text.length < 8 || entropyOf(text) < 2.5 || !/[A-Za-z]/.test(text)) return false;
  return classCount(text) >= 3 || (/[0-9]/.test(text) && classCount(text) >= 2);
};
