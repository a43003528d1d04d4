/** Finds where a Markdown text names other files, so that only those characters need to change. Pure. */

import { markdownBlocks, type Span } from "../../pages/markdown-blocks.ts";

export interface LinkPlace extends Span {
  readonly kind: "address" | "wikilink";
  /** As written, without angle brackets; of a wikilink the part before `|` and `#`. */
  readonly target: string;
}

/** `text` has LF line ends; links in code and comments are none. Ascending. */
export const linkPlaces = (text: string): readonly LinkPlace[] => {
  const hidden = [...markdownBlocks(text).hidden, ...codeSpans(text)].sort((a, b) => a.start - b.start);
  const places = [...matches(text, inlineLink), ...matches(text, definition), ...matches(text, wikilink)];
  return visible(
    places.sort((a, b) => a.start - b.start),
    hidden,
  );
};

interface LinkForm {
  readonly kind: LinkPlace["kind"];
  /** The target is the first group, at the end of the match. */
  readonly pattern: RegExp;
}

const inlineLink: LinkForm = { kind: "address", pattern: /\]\([ \t]*(<[^<>\n]*>|(?:[^\s()<>]|\([^\s()]*\))+)/g };
const definition: LinkForm = { kind: "address", pattern: /^ {0,3}\[[^\]\n]+\]:[ \t]*(<[^<>\n]*>|[^\s<>]+)/gm };
const wikilink: LinkForm = { kind: "wikilink", pattern: /\[\[([^[\]|#\\\n]+)/g };

const matches = (text: string, { kind, pattern }: LinkForm): LinkPlace[] =>
  [...text.matchAll(pattern)].map((match) => {
    const written = match[1] ?? "";
    const end = match.index + match[0].length;
    const isBracketed = written.startsWith("<");
    return isBracketed
      ? { kind, target: written.slice(1, -1), start: end - written.length + 1, end: end - 1 }
      : { kind, target: written, start: end - written.length, end };
  });

const visible = (places: readonly LinkPlace[], hidden: readonly Span[]): readonly LinkPlace[] => {
  let index = 0;
  let hiddenUntil = 0;
  return places.filter(({ start }) => {
    for (let span = hidden[index]; span !== undefined && span.start <= start; index += 1, span = hidden[index]) {
      hiddenUntil = Math.max(hiddenUntil, span.end);
    }
    return start >= hiddenUntil;
  });
};

/** A code span closes with as many backticks as it opened with, in the same paragraph. */
const codeSpans = (text: string): readonly Span[] => {
  const spans: Span[] = [];
  for (const paragraph of text.matchAll(/(?:[^\n]|\n(?!\n))+/g)) {
    const runs = [...paragraph[0].matchAll(/`+/g)];
    const closing = lastRuns(runs);
    for (let index = 0; index < runs.length; index += 1) {
      const run = runs[index];
      const end = run && closing(index);
      if (run === undefined || end === undefined) continue;
      const close = runs[end];
      spans.push({
        start: paragraph.index + run.index,
        end: paragraph.index + (close?.index ?? 0) + run[0].length,
      });
      index = end;
    }
  }
  return spans;
};

/** For each run the index of the next one of its length, found in one pass from the end. */
const lastRuns = (runs: readonly RegExpMatchArray[]): ((index: number) => number | undefined) => {
  const next = new Map<number, number>();
  const closing = new Array<number | undefined>(runs.length);
  for (let index = runs.length - 1; index >= 0; index -= 1) {
    const length = runs[index]?.[0].length ?? 0;
    closing[index] = next.get(length);
    next.set(length, index);
  }
  return (index) => closing[index];
};
