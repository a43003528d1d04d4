/** Finds where a Markdown text names other files, so that only those characters need to change. Pure. */

import { visibleText } from "../../pages/markdown-text.ts";

export interface LinkPlace {
  readonly kind: "address" | "wikilink";
  /** As written, without angle brackets; of a wikilink the part before `|` and `#`. */
  readonly target: string;
  readonly start: number;
  readonly end: number;
}

/** `text` has LF line ends; links in code and comments are none. Ascending. */
export const linkPlaces = (text: string): readonly LinkPlace[] => {
  const visible = visibleText(text);
  return forms.flatMap((form) => matches(visible, form)).sort((a, b) => a.start - b.start);
};

interface LinkForm {
  readonly kind: LinkPlace["kind"];
  /** The target is the first group, at the end of the match. */
  readonly pattern: RegExp;
}

const forms: readonly LinkForm[] = [
  { kind: "address", pattern: /\]\([ \t]{0,9}(<[^<>\n]*>|(?:[^\s()<>]|\([^\s()]{0,200}\))+)/g },
  { kind: "address", pattern: /^ {0,3}\[(?!\^)[^[\]\n]{1,200}\]:[ \t]{0,9}(<[^<>\n]*>|[^\s<>]+)/gm },
  { kind: "wikilink", pattern: /\[\[([^[\]|#\\\n]+)/g },
];

const matches = (text: string, { kind, pattern }: LinkForm): LinkPlace[] =>
  [...text.matchAll(pattern)].map((match) => {
    const written = match[1] ?? "";
    const end = match.index + match[0].length;
    const start = end - written.length;
    const isBracketed = written.startsWith("<");
    return isBracketed
      ? { kind, target: written.slice(1, -1), start: start + 1, end: end - 1 }
      : { kind, target: written, start, end };
  });
