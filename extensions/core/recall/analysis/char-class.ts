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

const classify = (code: number): number => (code < 128 ? classifyAscii(code) : classifyOther(code));

const classifyAscii = (code: number): number => {
  const char = String.fromCharCode(code);
  if (/[A-Za-z0-9]/.test(char)) return asciiWord;
  if ("_-.".includes(char)) return joiner;
  return char === "'" ? apostrophe : separator;
};

const classifyOther = (code: number): number => {
  const char = String.fromCharCode(code);
  if (char === "\u2019") return apostrophe;
  if (isHanSurrogate(code) || /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u30fc\u3005]/u.test(char)) {
    return ideograph;
  }
  if (/\p{Script=Hangul}/u.test(char)) return hangul;
  if (/[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u.test(char)) return unspaced;
  return /[\p{L}\p{M}\p{N}]/u.test(char) ? otherWord : separator;
};

/** High surrogates of the planes of the Han extensions, and every low surrogate: it goes with what is before it. */
const isHanSurrogate = (code: number): boolean => (code >= 0xd840 && code <= 0xd8ff) || isLowSurrogate(code);

export const isLowSurrogate = (code: number): boolean => code >= 0xdc00 && code <= 0xdfff;

export const classOf = (code: number): number => {
  const known = classes[code] ?? separator;
  if (known !== unknown) return known;
  const found = classify(code);
  classes[code] = found;
  return found;
};
