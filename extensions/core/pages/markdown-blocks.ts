/**
 * Reads Markdown by its lines: which are headings, and which are code, comment or HTML and so say nothing as text.
 * Follows CommonMark where it matters for that, leniently inside lists. Linear in the text. Pure.
 */

import type { Heading } from "./page.ts";

export interface Span {
  readonly start: number;
  readonly end: number;
}

export interface MarkdownBlocks {
  readonly headings: readonly Heading[];
  /** Code, comments and raw HTML, whole lines, ascending. */
  readonly hidden: readonly Span[];
}

interface Line {
  readonly text: string;
  readonly start: number;
  readonly indent: number;
  /** The text without indentation, quote marks and list markers. */
  readonly content: string;
  readonly quoted: boolean;
  readonly item: boolean;
}

interface Hiding {
  readonly start: number;
  /** Whether a line is the last one of the block. */
  readonly ends: (line: Line) => boolean;
  /** Whether a line already stands outside the block. */
  readonly before: (line: Line) => boolean;
}

interface Scan {
  readonly headings: Heading[];
  readonly hidden: Span[];
  hiding: Hiding | undefined;
  /** Where the present paragraph began, for underlined headings. */
  paragraph: { start: number; text: string } | undefined;
  inList: boolean;
  afterBlank: boolean;
}

export const markdownBlocks = (body: string): MarkdownBlocks => {
  const scan: Scan = {
    headings: [],
    hidden: [],
    hiding: undefined,
    paragraph: undefined,
    inList: false,
    afterBlank: true,
  };
  for (let start = 0; start < body.length; ) {
    const newline = body.indexOf("\n", start);
    const end = newline === -1 ? body.length : newline + 1;
    if (newline === start && scan.hiding === undefined) readBlank(scan);
    else readLine(scan, lineOf(body.slice(start, newline === -1 ? end : newline), start), end);
    start = end;
  }
  if (scan.hiding !== undefined) scan.hidden.push({ start: scan.hiding.start, end: body.length });
  return { headings: scan.headings, hidden: scan.hidden };
};

const readBlank = (scan: Scan): void => {
  scan.paragraph = undefined;
  scan.afterBlank = true;
};

const lead = /^([ \t]*)(>[> \t]*)?((?:[-*+]|\d{1,9}[.)])(?:[ \t]+|$))?/;

const lineOf = (text: string, start: number): Line => {
  const match = lead.exec(text);
  const [whole = "", space = "", quote = "", marker] = match ?? [];
  return {
    text,
    start,
    indent: space.includes("\t") ? 4 : space.length,
    content: text.slice(whole.length),
    quoted: quote !== "",
    item: marker !== undefined,
  };
};

const readLine = (scan: Scan, line: Line, end: number): void => {
  if (scan.hiding?.before(line)) hide(scan, line.start);
  if (scan.hiding !== undefined) {
    if (scan.hiding.ends(line)) hide(scan, end);
    return;
  }
  const hiding = hidingFrom(scan, line);
  if (hiding === undefined) readText(scan, line);
  else {
    scan.hiding = hiding;
    scan.paragraph = undefined;
    if (hiding.ends(line)) hide(scan, end);
  }
  scan.afterBlank = line.content === "" && !line.item;
};

const hide = (scan: Scan, end: number): void => {
  if (scan.hiding !== undefined) scan.hidden.push({ start: scan.hiding.start, end });
  scan.hiding = undefined;
  scan.afterBlank = true;
};

const never = (): boolean => false;

const hidingFrom = (scan: Scan, line: Line): Hiding | undefined => {
  const first = line.content[0];
  if (line.indent >= 4 && !scan.inList) {
    if (first === undefined || scan.paragraph !== undefined || !scan.afterBlank) return undefined;
    return { start: line.start, ends: never, before: (next) => next.indent < 4 && next.text.trim() !== "" };
  }
  if (first === "`" || first === "~") return fence(line);
  return first === "<" ? html(line, scan.paragraph !== undefined) : undefined;
};

const fence = (line: Line): Hiding | undefined => {
  const opening = /^(`{3,})[^`]*$|^(~{3,})/.exec(line.content);
  const marks = opening?.[1] ?? opening?.[2];
  if (marks === undefined) return undefined;
  const mark = marks[0] ?? "`";
  const closes = (next: Line): boolean => {
    const run = next.text.replace(line.quoted ? /^[ \t>]+/ : /^[ \t]+/, "").trimEnd();
    return next !== line && run.length >= marks.length && run === mark.repeat(run.length);
  };
  return { start: line.start, ends: closes, before: (next) => line.quoted && !next.quoted };
};

const rawTag = /^<(script|pre|style|textarea)(?=[\s>]|$)/i;
const blockTag =
  /^<\/?(?:address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|menuitem|nav|noframes|ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul)(?=[\s/>]|$)/i;
const wholeTag = /^<\/?[A-Za-z][A-Za-z0-9-]*(?:\s[^<>]*)?>\s*$/;

const html = (line: Line, inParagraph: boolean): Hiding | undefined => {
  const until = (mark: string): Hiding => ({
    start: line.start,
    ends: (next) => (next === line ? next.content.slice(2) : next.text).toLowerCase().includes(mark),
    before: never,
  });
  if (line.content.startsWith("<!--")) return until("-->");
  if (line.content.startsWith("<?")) return until("?>");
  if (line.content.startsWith("<![CDATA[")) return until("]]>");
  const raw = rawTag.exec(line.content)?.[1];
  if (raw !== undefined) return until(`</${raw.toLowerCase()}>`);
  if (blockTag.test(line.content) || (!inParagraph && wholeTag.test(line.content))) {
    return { start: line.start, ends: never, before: (next) => next.text.trim() === "" };
  }
  return undefined;
};

const readText = (scan: Scan, line: Line): void => {
  const blank = line.content === "" && !line.item;
  if (line.item && (line.indent < 4 || scan.inList)) scan.inList = true;
  else if (!blank && scan.afterBlank && line.indent < 2) scan.inList = false;
  const heading = headingOf(scan, line);
  if (heading !== undefined) scan.headings.push(heading);
  if (heading !== undefined || blank || scan.inList || line.quoted || line.text.startsWith("|")) {
    scan.paragraph = undefined;
  } else if (scan.paragraph === undefined) {
    scan.paragraph = { start: line.start, text: line.text.trim() };
  } else if (scan.paragraph.text.length <= maxUnderlined) {
    scan.paragraph.text += ` ${line.text.trim()}`;
  }
};

/** A longer paragraph above a rule is a paragraph, whatever Markdown makes of it. */
const maxUnderlined = 300;

const headingOf = (scan: Scan, line: Line): Heading | undefined => {
  if (line.indent > 3 || line.quoted) return undefined;
  const atx = line.content[0] === "#" && !line.item ? /^(#{1,6})(?:[ \t]+(.*))?$/.exec(line.content) : null;
  if (atx !== null) return { level: atx[1]?.length ?? 1, text: withoutHashes(atx[2] ?? ""), offset: line.start };
  if (scan.paragraph === undefined || scan.paragraph.text.length > maxUnderlined) return undefined;
  const underline = /^ {0,3}(?:(=+)|-{2,})[ \t]*$/.exec(line.text);
  if (underline === null) return undefined;
  return { level: underline[1] === undefined ? 2 : 1, text: scan.paragraph.text, offset: scan.paragraph.start };
};

/** Without the closing row of hashes that a heading may have. */
const withoutHashes = (text: string): string => {
  const trimmed = text.trimEnd();
  let end = trimmed.length;
  while (trimmed[end - 1] === "#") end--;
  return end === 0 || /[ \t]/.test(trimmed[end - 1] ?? "") ? trimmed.slice(0, end).trim() : trimmed;
};
