/** What a line of Markdown says when its markup is taken away. Linear in the text. Pure. */

/** Of one block, or of a whole text whose block marks are looked at in its first line only. */
export const inlineText = (markdown: string): string => {
  const line = markdown.replace(blockMark, "");
  return hasMarkup.test(line) ? decoded(withoutEmphasis(withoutTags(withoutLinks(line)))) : line;
};

const hasMarkup = /[*_~`<&\\[\]!=]/;

/** Marks of a heading, a quotation, a list item and a task, where text follows them. */
const blockMark = /^(?:[ \t]*(?:>|#{1,6}(?=[ \t])|(?:[-*+]|\d{1,9}[.)])(?=[ \t]+\S))[ \t]*)*(?:\[[ xX]\](?=[ \t]))?/;

const withoutLinks = (text: string): string =>
  text.includes("[") || text.includes("<")
    ? text
        .replace(/<((?:https?|mailto):[^\s<>]{1,500})>/g, "$1")
        .replace(/\[\^[^\]\s[]{1,80}\](?!\()/g, "")
        .replace(
          /!?\[\[([^\][|]{0,500})(?:\\?\|([^\][]{0,500}))?\]\]/g,
          (_, target: string, label?: string) => label ?? target,
        )
        .replace(
          /!?\[([^\][]{0,1000})\](?:\((?:[^()\s]|\([^()\s]{0,200}\)){0,1000}(?:\s[^()]{0,300})?\)|\[[^\][]{0,200}\])/g,
          "$1",
        )
    : text;

/** Comments keep their text: it is read by whoever reads the file. */
const withoutTags = (text: string): string =>
  text.includes("<") ? text.replace(/<!--|-->|<\/?[A-Za-z][^<>]{0,500}>/g, "") : text.replaceAll("-->", "");

/** Marks around words, the inner ones first; a star or an underscore without a partner is text. */
const withoutEmphasis = (text: string): string => withoutPairs(withoutPairs(text.replace(/`+/g, "")));

const withoutPairs = (text: string): string =>
  text
    .replace(/(?<!\\)(~~?|==)(?=\S)([^~=\n]{0,1000}?[^\s\\])\1/g, "$2")
    .replace(/(?<!\\)(\*{1,3})(?=[^\s*])([^*\n]{0,1000}?[^\s*\\])\1/g, "$2")
    .replace(/(?<![\p{L}\p{N}\\_])(_{1,3})(?=[^\s_])([^\n]{0,1000}?[^\s_\\])\1(?![\p{L}\p{N}_])/gu, "$2");

/** Those that stand for a blank, for nothing, or for a mark that Markdown or a sentence ends with; and what is escaped. */
const entities: ReadonlyMap<string, string> = new Map([
  ["amp", "&"],
  ["lt", "<"],
  ["gt", ">"],
  ["quot", '"'],
  ["apos", "'"],
  ["ndash", "\u2013"],
  ["mdash", "\u2014"],
  ["hyphen", "-"],
  ["period", "."],
  ["comma", ","],
  ["colon", ":"],
  ["semi", ";"],
  ["excl", "!"],
  ["quest", "?"],
  ["hellip", "\u2026"],
  ["lsquo", "'"],
  ["rsquo", "'"],
  ["ldquo", '"'],
  ["rdquo", '"'],
  ["laquo", '"'],
  ["raquo", '"'],
  ...["nbsp", "ensp", "emsp", "numsp", "puncsp", "thinsp", "hairsp", "Tab", "NewLine"].map(
    (name) => [name, " "] as const,
  ),
  ...["shy", "zwnj", "zwj", "lrm", "rlm", "NoBreak", "ZeroWidthSpace"].map((name) => [name, ""] as const),
]);

const decoded = (text: string): string =>
  text
    .replace(/\\([!-/:-@[-`{-~])/g, "$1")
    .replace(/&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([A-Za-z]{2,14}));/g, (whole, decimal, hex, name) =>
      typeof name === "string"
        ? (entities.get(name) ?? whole)
        : characterOf(Number.parseInt(decimal ?? hex, decimal ? 10 : 16)),
    );

const characterOf = (code: number): string => (code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : "");
