/** What a UTF-16 unit is to the analyser: one table look-up a character. Pure. */

export const separator = 0;
export const asciiWord = 1;
export const otherWord = 2;
export const ideograph = 3;
export const hangul = 4;
export const unspaced = 5;
export const joiner = 6;
export const apostrophe = 7;
const unknown = 255;

const classes = new Uint8Array(65536).fill(unknown);

const classify = (code: number): number => {
  const char = String.fromCharCode(code);
  if (code < 128) {
    if (/[A-Za-z0-9]/.test(char)) return asciiWord;
    if ("_-.".includes(char)) return joiner;
    return char === "'" ? apostrophe : separator;
  }
  if (char === "\u2019") return apostrophe;
  if (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u30fc\u3005]/u.test(char)) return ideograph;
  if (/\p{Script=Hangul}/u.test(char)) return hangul;
  if (/[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u.test(char)) return unspaced;
  if (code >= 0xd840 && code <= 0xd8ff) return ideograph; // High surrogates of the Han extensions.
  if (code >= 0xdc00 && code <= 0xdfff) return ideograph;
  return /[\p{L}\p{M}\p{N}]/u.test(char) ? otherWord : separator;
};

export const classOf = (code: number): number => {
  const known = classes[code] ?? separator;
  if (known !== unknown) return known;
  const found = classify(code);
  classes[code] = found;
  return found;
};
