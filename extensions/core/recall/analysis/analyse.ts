/**
 * Turns text into index terms. Words of Latin script are lower-cased, stripped of accents and stemmed;
 * identifiers, file names and hyphenated words give one joined term and one for each part, so that
 * `getUserById`, `get_user_by_id` and "get user by id" meet; Han and kana runs give characters and
 * pairs, Hangul words and pairs, Thai, Lao and Khmer pairs. Pure.
 */

import {
  apostrophe,
  asciiWord,
  classOf,
  hangul,
  ideograph,
  isLowSurrogate,
  joiner,
  otherWord,
  separator,
  unspaced,
} from "./char-class.ts";
import { type StemLanguage, stem } from "./stem.ts";
import { stopWords } from "./stop-words.ts";

/** Changes whenever the same text would give other terms: an index made by another version is rebuilt. */
export const analyserVersion = "1";

/** `position` counts words; the joined term of a compound stands at the position of its first part. */
export type Emit = (term: string, position: number) => void;

export interface AnalyseOptions {
  readonly language: StemLanguage;
  /** Function words are emitted too: for titles, and for queries that have nothing else. */
  readonly keepStopWords?: boolean;
}

/** Emits the terms of a text in order and returns the number of positions, the text's length in words. */
export const analyse = (text: string, options: AnalyseOptions, emit: Emit): number => {
  const source = isAscii(text) ? text : text.normalize("NFKC");
  let position = 0;
  let at = 0;
  while (at < source.length) {
    const kind = classOf(source.charCodeAt(at));
    if (kind === asciiWord || kind === otherWord) {
      const end = endOfCompound(source, at);
      position = emitCompound(source.slice(at, end) + symbolSuffix(source, end), options, position, emit);
      at = end;
    } else if (isRun(source, at, kind)) {
      const end = endOfRun(source, at, kind);
      position = emitRun(source.slice(at, end), kind, position, emit);
      at = end;
    } else if (isDotNet(source, at)) {
      emit(".net", position);
      at += 1;
    } else {
      at += 1;
    }
  }
  return position;
};

/** The terms of a text without positions, each once. */
export const termsOf = (text: string, options: AnalyseOptions): Set<string> => {
  const terms = new Set<string>();
  analyse(text, options, (term) => terms.add(term));
  return terms;
};

const isAscii = (text: string): boolean => {
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) > 127) return false;
  return true;
};

/** Half of a character outside the Han extensions, such as of an emoji, begins no run. */
const isRun = (text: string, at: number, kind: number): boolean =>
  kind === hangul || kind === unspaced || (kind === ideograph && !isLowSurrogate(text.charCodeAt(at)));

const isWord = (kind: number): boolean => kind === asciiWord || kind === otherWord;

/** A compound goes on over single joiners and apostrophes between word characters such as `user-store.ts`; a slash ends it. */
const endOfCompound = (text: string, start: number): number => {
  let end = start + 1;
  while (end < text.length) {
    const kind = classOf(text.charCodeAt(end));
    if (isWord(kind)) end += 1;
    else if ((kind === joiner || kind === apostrophe) && isWord(classAt(text, end + 1))) end += 2;
    else break;
  }
  return end;
};

const classAt = (text: string, at: number): number => (at < text.length ? classOf(text.charCodeAt(at)) : separator);

const endOfRun = (text: string, start: number, kind: number): number => {
  let end = start + 1;
  while (end < text.length && classOf(text.charCodeAt(end)) === kind) end += 1;
  return end;
};

/** `C++`, `C#` and `F#` would be plain letters without their symbols. */
const symbolSuffix = (text: string, end: number): string => {
  const next = text[end];
  if (next === "+" && text[end + 1] === "+") return "++";
  return next === "#" && !isWord(classAt(text, end + 1)) ? "#" : "";
};

const isDotNet = (text: string, at: number): boolean =>
  text[at] === "." && /^\.net\b/i.test(text.slice(at, at + 5)) && !isWord(classAt(text, at - 1));

const longestTerm = 64;

const emitCompound = (compound: string, options: AnalyseOptions, start: number, emit: Emit): number => {
  const token = analyseToken(compound, options.language);
  let position = start;
  if (token.joined !== undefined) emit(token.joined, position);
  for (const part of token.parts) {
    if (part.term !== token.joined && (!part.stop || options.keepStopWords === true)) emit(part.term, position);
    position += 1;
  }
  return position;
};

interface Part {
  readonly term: string;
  readonly stop: boolean;
}

interface Token {
  /** The whole of an identifier or compound without its joiners; undefined for a plain word. */
  readonly joined: string | undefined;
  readonly parts: readonly Part[];
}

const memo = new Map<StemLanguage, Map<string, Token>>();
const memoLimit = 50_000;

const analyseToken = (compound: string, language: StemLanguage): Token => {
  let tokens = memo.get(language);
  if (tokens === undefined || tokens.size > memoLimit) {
    tokens = new Map();
    memo.set(language, tokens);
  }
  const known = tokens.get(compound);
  if (known !== undefined) return known;
  const token = splitCompound(compound, language);
  tokens.set(compound, token);
  return token;
};

const splitCompound = (compound: string, language: StemLanguage): Token => {
  const plain = stripMarks(compound);
  if (/^[a-z]+$/.test(plain)) return { joined: undefined, parts: [wordPart(plain, language)] };
  if (/^\d+(?:\.\d+)+$|(?:\+\+|#)$/.test(plain)) {
    return { joined: undefined, parts: [{ term: cut(plain.toLowerCase()), stop: false }] };
  }
  const pieces = withoutApostrophes(plain, language)
    .split(/[-_.]+/)
    .filter((piece) => /[\p{L}\p{N}]/u.test(piece));
  const parts = pieces.flatMap(partsOfPiece).map((part) => wordPart(part.toLowerCase(), language));
  const joined = pieces.join("").toLowerCase();
  const isCompound = parts.length > 1 && pieces.length <= 5 && joined.length <= longestTerm;
  // Such names are also written as one word, which would be stemmed: `node.js`, `nodejs`.
  const whole = /^[a-z]+\.(?:js|io|net)$/i.test(plain) ? stemWord(joined, language) : joined;
  return { joined: isCompound ? whole : undefined, parts };
};

/** `keeper's` is of `keeper`, `don't` is one word, and the article of `l'été` is none of its word. */
const withoutApostrophes = (compound: string, language: StemLanguage): string => {
  const own =
    language === "fr" || language === "it" ? compound.replace(/^(?:\p{L}|\p{L}{1,4}[lu])['\u2019]/u, "") : compound;
  return own.replace(/['\u2019]s(?![\p{L}\p{N}])/gu, "").replace(/['\u2019]/g, "");
};

/** Parts of camelCase, PascalCase, acronyms and letter/digit runs: `HTTPServer2` → HTTP, Server, 2. */
const partsOfPiece = (piece: string): readonly string[] =>
  piece.match(/\p{Lu}+(?!\p{Ll})|\p{Lu}?[\p{Ll}\p{Lo}\p{Lm}\p{M}]+|\p{N}+|\p{Lu}+/gu) ?? [piece];

const wordPart = (word: string, language: StemLanguage): Part => {
  if (stopWords.has(word)) return { term: word, stop: true };
  return { term: stemWord(cut(word), language), stop: false };
};

const cut = (term: string): string => (term.length > longestTerm ? term.slice(0, longestTerm) : term);

const stemWord = (word: string, language: StemLanguage): string => {
  if (/^[\u0400-\u04ff]+$/.test(word)) return stem(word, "ru");
  return /^[a-z\u00df-\u024f]+$/.test(word) ? stem(word, language === "ru" ? "en" : language) : word;
};

/** Accents go from Latin letters only: in other scripts a mark can make another letter. */
const stripMarks = (text: string): string =>
  isAscii(text)
    ? text
    : text
        .normalize("NFD")
        .replace(/(?<=[A-Za-z])\p{M}+/gu, "")
        .normalize("NFC");

const emitRun = (run: string, kind: number, start: number, emit: Emit): number => {
  const chars = wholeCharacters(run);
  if (kind === hangul) emitHangul(run, chars, start, emit);
  else if (chars.length === 1) emit(chars[0] ?? "", start);
  else {
    for (const [at, char] of chars.entries()) {
      if (kind === ideograph) emit(char, start + at);
      const next = chars[at + 1];
      if (next !== undefined) emit(char + next, start + at);
    }
  }
  return start + chars.length;
};

/** A word, and pairs of its characters when it is not one pair itself. */
const emitHangul = (run: string, chars: readonly string[], start: number, emit: Emit): void => {
  if (chars.length <= longestTerm) emit(run, start);
  if (chars.length === 2) return;
  for (let at = 1; at < chars.length; at += 1) emit(`${chars[at - 1]}${chars[at]}`, start + at - 1);
};

/** A character of two units is one, half a character none. */
const wholeCharacters = (run: string): readonly string[] =>
  /[\ud800-\udfff]/.test(run) ? [...run].filter((char) => !/^[\ud800-\udfff]$/.test(char)) : [...run];
