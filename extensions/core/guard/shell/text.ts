/** Text of which parts may be unknown, and whose glob characters may still count: one string with marks in it. */

/** Private-use characters that stand for what no plain text holds. */
export const mark = {
  /** Any text. */
  unknown: "\uE000",
  star: "\uE001",
  question: "\uE002",
  open: "\uE003",
  close: "\uE004",
} as const;

const anyMark = /[\uE000-\uE004]/g;
const anyGlob = /[\uE001-\uE003]/;

/** Takes marks out of text that comes from outside, where they mean nothing. */
export const withoutMarks = (text: string): string => text.replace(anyMark, "\uFFFD");

export const isUnknown = (text: string): boolean => text.includes(mark.unknown);

export const hasGlob = (text: string): boolean => anyGlob.test(text);

const plainText: Readonly<Record<string, string>> = {
  [mark.star]: "*",
  [mark.question]: "?",
  [mark.open]: "[",
  [mark.close]: "]",
};

/** Glob marks as the characters they were written with. */
export const asWritten = (text: string): string =>
  text.replace(/[\uE001-\uE004]/g, (found) => plainText[found] ?? found);

/** Glob characters of an unquoted value count. */
export const activated = (text: string): string =>
  text
    .replaceAll("*", mark.star)
    .replaceAll("?", mark.question)
    .replace(/\[(!?\]?[^\]]*)\]/g, `${mark.open}$1${mark.close}`);

/** A pattern with glob marks as a regular expression of one path name, or of a whole text with `acrossSlash`. */
export const globPattern = (pattern: string, { acrossSlash = false, ignoreCase = false } = {}): RegExp => {
  const any = acrossSlash ? "[\\s\\S]" : "[^/]";
  const source = pattern.replace(/\uE003([^\uE004]*)\uE004|[\s\S]/g, (piece: string, set: string | undefined) => {
    if (set !== undefined) return bracket(set);
    if (piece === mark.star || piece === mark.unknown) return `${any}*`;
    if (piece === mark.question) return any;
    return piece.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
  });
  return boundedPattern(`^(?:${source})$`, ignoreCase ? "iu" : "u");
};

/** Engines refuse longer expressions, and no name of a file is as long. */
export const longestPattern = 16_384;

/** An expression that is too long to be asked matches anything: what it names may be hit. */
export const boundedPattern = (source: string, flags: string): RegExp =>
  new RegExp(source.length > longestPattern ? "^" : source, flags);

const classes: Readonly<Record<string, string>> = {
  alpha: "a-zA-Z",
  digit: "0-9",
  alnum: "a-zA-Z0-9",
  lower: "a-z",
  upper: "A-Z",
  space: "\\s",
  blank: " \\t",
  punct: "!-/:-@\\[-`{-~",
  xdigit: "0-9a-fA-F",
  word: "a-zA-Z0-9_",
  print: " -~",
  graph: "!-~",
  cntrl: "\\x00-\\x1f",
};

const bracket = (set: string): string => {
  const negated = /^[!^]/.test(set);
  const members = (negated ? set.slice(1) : set).replace(
    /\[:(\w+):\]|[\\\]^[]/g,
    (piece: string, name: string | undefined) => (name === undefined ? `\\${piece}` : (classes[name] ?? "")),
  );
  if (members === "") return negated ? "[^/]" : "\\[\\]";
  try {
    new RegExp(`[${members}]`, "u");
  } catch (error) {
    // A range that runs backwards: bash matches nothing, we take anything.
    if (error instanceof SyntaxError) return "[^/]";
    throw error;
  }
  return `[${negated ? "^" : ""}${members}]`;
};
