/** Blanks out what is no text in Markdown (code, comments, HTML), so that offsets stay and patterns can be simple. Pure. */

import { markdownBlocks, type Span } from "./markdown-blocks.ts";

/** Of the same length as `body`, with blanks where code, comments and tags stood; line ends stay. */
export const visibleText = (body: string): string => blanked(body, hiddenSpans(body));

/** Where comments stand, from `<!--` to `-->`, ascending; what begins like one in code is none. */
export const commentSpans = (body: string): readonly Span[] =>
  hiddenSpans(body).flatMap((span) => {
    const [opening] = /^[^\n<]*<!--/.exec(body.slice(span.start, span.end)) ?? [];
    if (opening === undefined || opening.includes("`")) return [];
    const start = span.start + opening.length - "<!--".length;
    const close = body.indexOf("-->", start + 2);
    return [{ start, end: close === -1 ? span.end : Math.min(close + "-->".length, span.end) }];
  });

const hiddenSpans = (body: string): readonly Span[] => {
  const spans: Span[] = [];
  let from = 0;
  for (const { start, end } of markdownBlocks(body).hidden) {
    addInlineSpans(body, { start: from, end: start }, spans);
    spans.push({ start, end });
    from = end;
  }
  addInlineSpans(body, { start: from, end: body.length }, spans);
  return spans;
};

const blanked = (text: string, spans: readonly Span[]): string => {
  const parts: string[] = [];
  let from = 0;
  for (const { start, end } of spans) {
    parts.push(
      text.slice(from, start),
      text.slice(start, end).replace(/[^\n]+/g, (line) => " ".repeat(line.length)),
    );
    from = end;
  }
  return parts.length === 0 ? text : parts.join("") + text.slice(from);
};

/** Inline code, comments and tags end with their paragraph at the latest. */
const addInlineSpans = (body: string, { start, end }: Span, spans: Span[]): void => {
  const paragraphEnd = /\n[ \t]*\n/g;
  paragraphEnd.lastIndex = start;
  for (let from = start; from < end; ) {
    const match = paragraphEnd.exec(body);
    const to = match === null || match.index > end ? end : match.index + 1;
    const text = body.slice(from, to);
    if (text.includes("`") || text.includes("<")) addParagraphSpans(text, from, spans);
    from = match === null ? end : Math.max(to, paragraphEnd.lastIndex);
  }
};

/** An escaped character, a row of backticks, the start of a comment, or a tag. */
const token = /\\[\s\S]|`+|<!--|<\/?[A-Za-z][^<>]*>/g;

interface Paragraph {
  readonly text: string;
  /** Ends of the rows of backticks, by their length, ascending. */
  readonly ticks: ReadonlyMap<number, number[]>;
  /** Marks that do not come any more: looking for each again and again would take quadratic time. */
  readonly missing: Set<string>;
}

const addParagraphSpans = (text: string, base: number, spans: Span[]): void => {
  const paragraph: Paragraph = { text, ticks: tickRows(text), missing: new Set() };
  token.lastIndex = 0;
  for (let match = token.exec(text); match !== null; match = token.exec(text)) {
    const end = hiddenEnd(paragraph, match);
    if (end === undefined) continue;
    spans.push({ start: base + match.index, end: base + end });
    token.lastIndex = end;
  }
};

const tickRows = (text: string): Map<number, number[]> => {
  const rows = new Map<number, number[]>();
  for (const { 0: row, index } of text.matchAll(/`+/g)) {
    const ends = rows.get(row.length) ?? [];
    rows.set(row.length, ends);
    ends.push(index + row.length);
  }
  // Taken from the back, so that each row is looked at once.
  for (const ends of rows.values()) ends.reverse();
  return rows;
};

const hiddenEnd = (paragraph: Paragraph, match: RegExpExecArray): number | undefined => {
  const [found] = match;
  const after = match.index + found.length;
  if (found.startsWith("\\")) return undefined;
  if (found.startsWith("`")) return nextEnd(paragraph.ticks.get(found.length), after);
  if (found === "<!--") return endOf(paragraph, "-->", after);
  if (isDestination(paragraph.text, match.index)) return undefined;
  const raw = /^<(code|pre|kbd|script|style)[\s>]/i.exec(found)?.[1];
  return (raw === undefined ? undefined : endOf(paragraph, `</${raw}>`, after)) ?? after;
};

const nextEnd = (ends: number[] | undefined, after: number): number | undefined => {
  while (ends !== undefined && (ends.at(-1) ?? Number.POSITIVE_INFINITY) <= after) ends.pop();
  return ends?.at(-1);
};

const endOf = ({ text, missing }: Paragraph, mark: string, from: number): number | undefined => {
  const at = missing.has(mark) ? -1 : text.indexOf(mark, from);
  if (at !== -1) return at + mark.length;
  missing.add(mark);
  return undefined;
};

/** Whether a < at this place opens the target of a link: `](<` or `]: <`. */
const isDestination = (text: string, at: number): boolean =>
  /\](?:\(|:)\s{0,3}$/.test(text.slice(Math.max(0, at - 5), at));
