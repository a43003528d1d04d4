/** The form in which a claim is compared with another: what a reader would take for the same is the same. Pure. */

import { capitalShapes, latinShapes } from "../../confusables.ts";
import { inlineText } from "./inline-text.ts";

/**
 * Markdown as its text, compatible characters as one, without case, hidden characters and punctuation at both ends.
 * Letters of other scripts become the Latin ones that they look like; ASCII stays as it is, but for case. Empty only
 * for a text in which nothing can be seen.
 */
export const normaliseClaim = (text: string): string => fold(inlineText(readable(text)));

/** The forms of a plain text: two where capitals of another script look like other letters than their small forms. */
export const claimForms = (plain: string): readonly string[] => {
  const form = fold(plain);
  if (form === "") return [];
  const other = isAscii.test(plain) ? form : fold(replaceBy(plain, capitalShapes));
  return other === form ? [form] : [form, other];
};

/** Without what can't be seen, and compatible characters as one: what Markdown and sentences are cut from. */
export const readable = (text: string): string =>
  isAscii.test(text)
    ? text
    : text
        .replace(/[\u2028\u2029\u0085]|\r\n?/g, "\n")
        .replace(wideBlanks, " ")
        .replace(singleQuotes, "'")
        .replace(doubleQuotes, '"')
        .normalize("NFKC")
        .replace(dashes, "-")
        .replace(hidden, "");

const isAscii = /^[\t\n\x20-\x7e]*$/;

/** What looks like a blank and is none by its kind: the Braille pattern without a dot, fillers, and controls that move on. */
const wideBlanks = /[\u2800\u3164\uffa0\v\f]/g;

/** What no reader sees: controls, joiners, fillers, selectors. */
const hidden = /(?![\t\n])[\p{DI}\p{Cc}\p{Cs}\ufff9-\ufffb]/gu;

const singleQuotes = /[\u2018-\u201b\u2032\u2035\u02b9\u02bb\u02bc\u00b4\u2039\u203a]/g;
const doubleQuotes = /[\u201c-\u201f\u2033\u2036\u00ab\u00bb\u300c-\u300f\u301d-\u301f]/g;
const dashes = /[\p{Pd}\u2212]/gu;

const fold = (plain: string): string => {
  const spaced = isAscii.test(plain)
    ? plain.toLowerCase().replace(/\s+/g, " ")
    : foldLetters(plain).replace(/\s+/g, " ").replace(needlessSpace, "");
  return withoutEnds(spaced) || spaced.trim();
};

/** By way of capitals: only they are one for all forms of ß, ſ and ς. */
const foldLetters = (plain: string): string => {
  const caseless = readable(plain).toUpperCase().toLowerCase().replaceAll("ς", "σ");
  return replaceBy(caseless.normalize("NFKD"), latinShapes).normalize("NFKC");
};

const replaceBy = (text: string, shapes: ReadonlyMap<string, string>): string => {
  let replaced = "";
  for (const char of text) replaced += shapes.get(char) ?? char;
  return replaced;
};

/** Scripts that are written without spaces, where a line break or a blank separates nothing. */
export const unspacedScripts =
  "\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}";

const needlessSpace = new RegExp(`(?<=[${unspacedScripts}。、]) (?=[${unspacedScripts}])`, "gu");

/** A sign or point before a number, the per cent after it, and the sharp of C# say something. */
const withoutEnds = (text: string): string => {
  const from = /^[a-z0-9]/.test(text) ? 0 : (/^(?:(?![-.]\d)\p{P}|\s)*/u.exec(text)?.[0].length ?? 0);
  let end = text.length;
  // Most sentences are done with here, without looking at what a mark may tell.
  while (end > from && usualMarks.has(text[end - 1] ?? "")) end -= 1;
  for (;;) {
    if (/[a-z0-9]/.test(text[end - 1] ?? "")) return text.slice(from, end);
    const tail = text.slice(Math.max(from, end - 4), end);
    const mark = /[\p{P}\s]$/u.exec(tail)?.[0];
    if (mark === undefined || telling.test(tail)) return text.slice(from, end);
    end -= mark.length;
  }
};

const usualMarks: ReadonlySet<string> = new Set(" .,;:!?\"')]}*_");

const telling = /\d ?[%‰]$|(?:^|[^\p{L}\p{N}])[a-z]#$/u;
