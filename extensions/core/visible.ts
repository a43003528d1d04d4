/** Text as a reader must see it: nothing in it hides, turns round what is read, or commands a terminal. Pure. */

/**
 * Characters that hide, or turn round what a reader sees, are written as `<U+202E>`: controls, zero-width and
 * bidirectional characters, tags, fillers, selectors. What scripts and emoji need stays: a joiner after a letter that
 * joins, a selector after a sign that has variants. A row of them can carry a hidden text, so only the first of a row
 * stays. Every line end becomes a line feed.
 */
export const visible = (text: string): string =>
  plain.test(text)
    ? text
    : text
        .replace(/\r\n?/g, "\n")
        .replace(neededOrHidden, (found, needed: string | undefined) => needed ?? written(found));

/** A title, a path, a label: on its one line, so that it can't pass for the lines below it. */
export const asLine = (text: string, most = Number.POSITIVE_INFINITY): string => {
  const line = text.replace(/[\s\u0085]+/g, " ").trim();
  if (line.length <= most) return visible(line);
  return visible(
    `${[...line.slice(0, most)]
      .slice(0, most - 1)
      .join("")
      .trimEnd()}…`,
  );
};

/** What a program printed, without the codes by which a terminal colours it, moves about or links. */
export const withoutTerminalCodes = (text: string): string =>
  text.includes("\u001b") ? text.replace(terminalCodes, "") : text;

const terminalCodes = new RegExp(
  [
    String.raw`\x1b\[[\x30-\x3f]{0,64}[\x20-\x2f]{0,8}[\x40-\x7e]`,
    String.raw`\x1b\][^\x07\x1b]{0,4000}(?:\x07|\x1b\\)`,
    String.raw`\x1b[()][0-9A-Z]`,
    String.raw`\x1b[=>78]`,
  ].join("|"),
  "g",
);

const plain = /^[\t\n\x20-\x7e]*$/;

/** Scripts whose letters change their form at a joiner. */
const joining = [..."Arab Syrc Mong Nkoo Deva Beng Guru Gujr Orya Taml Telu Knda Mlym Sinh Khmr Mymr".split(" ")]
  .map((script) => `\\p{scx=${script}}`)
  .join("");

const needed = [
  // The flags of England, Scotland and Wales.
  "\\u{1f3f4}\\u{e0067}\\u{e0062}(?:\\u{e0065}\\u{e006e}\\u{e0067}|\\u{e0073}\\u{e0063}\\u{e0074}|\\u{e0077}\\u{e006c}\\u{e0073})\\u{e007f}",
  `(?<=(?=[\\p{L}\\p{M}])[${joining}])[\\u200c\\u200d]`,
  "(?<=[\\p{ExtPict}\\u{1f3fb}-\\u{1f3ff}\\ufe0f])\\u200d(?=\\p{ExtPict})",
  "(?<=(?![0-9#*])\\p{Emoji})[\\ufe0e\\ufe0f]|(?<=[0-9#*])\\ufe0f(?=\\u20e3)",
  "(?<=\\p{Script=Han})[\\ufe00-\\ufe02\\u{e0100}-\\u{e010f}]|(?<=[\\u2200-\\u22ff\\u2a00-\\u2aff])\\ufe00",
  "(?<=(?=\\p{L})\\p{Script=Mongolian})[\\u180b-\\u180f]",
];

const hidden = [
  "(?![\\t\\n])\\p{Cc}",
  "\\p{DI}",
  "[\\p{Cs}\\u2028\\u2029\\ufff9-\\ufffb]",
  // A blank of Braille, where there is no Braille.
  "(?<![\\u2801-\\u28ff])\\u2800(?![\\u2801-\\u28ff])",
];

/** Looks closer at nothing that is plain. */
const neededOrHidden = new RegExp(`(?=[^\\t\\n\\x20-\\x7e])(?:(${needed.join("|")})|(?:${hidden.join("|")})+)`, "gu");

const mostWritten = 12;

const written = (row: string): string => {
  const codes = Array.from(row, codePoint);
  const rest = codes.length - mostWritten;
  return rest <= 1 ? codes.join("") : `${codes.slice(0, mostWritten).join("")}<+ ${rest} hidden characters>`;
};

const codePoint = (char: string): string =>
  `<U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}>`;
