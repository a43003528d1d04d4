/** Cuts Markdown into what may state a claim: sentences of headings, paragraphs, list items, table cells and code. Pure. */

import { inlineText } from "./inline-text.ts";
import { readable, unspacedScripts } from "./normalise-claim.ts";

export interface Sentence {
  readonly text: string;
  readonly isHeading: boolean;
  /** On a line that was broken on purpose: it stands in another sentence as well, which goes over the break. */
  readonly isPiece?: true;
}

/** In their order, as plain text. Nothing is left out: a comment and a block of code are read by somebody too. */
export function* claimSentences(markdown: string): Generator<Sentence> {
  for (const { text, isHeading } of blocksOf(withoutBlockTags(readable(markdown)))) {
    const lines = text.split(brokenLine);
    for (const sentence of saidIn(lines.join(" "))) yield { text: sentence, isHeading };
    if (lines.length === 1) continue;
    for (const sentence of lines.flatMap(saidIn)) yield { text: sentence, isHeading, isPiece: true };
  }
}

const saidIn = (text: string): readonly string[] =>
  sentencesIn(inlineText(text)).filter((sentence) => sentence.trim() !== "");

/** Tags that start or end what stands by itself. */
const blockTag =
  /<\/?(?:p|div|[uod]l|li|d[dt]|table|caption|thead|tbody|tfoot|t[rdh]|h[1-6]|blockquote|pre|hr|details|summary|section|article|figure|figcaption)(?:\s[^<>]{0,500})?\/?>/gi;

const withoutBlockTags = (text: string): string => (text.includes("<") ? text.replace(blockTag, "\n\n") : text);

/** Within a block: `<br>`, and the mark that takes the place of another break. */
const brokenLine = /\n|<br *\/?>/i;

const sentencesIn = (text: string): readonly string[] => {
  if (!/[.!?。｡][\s\S]/.test(text)) return [text];
  return text.split(/^[\x20-\x7e]*$/.test(text) ? asciiSentenceEnd : sentenceEnd);
};

const asciiSentenceEnd = /(?<=[.!?][)\]"'*_]{0,4}) +/;

/** After a mark that ends a sentence and what closes with it, before a blank; in scripts without spaces, anywhere. */
const sentenceEnd = new RegExp(
  `(?<=[.!?][)\\]"'*_]{0,4})\\s+|(?<=[。｡]["')\\]]{0,2})(?!["')\\]])|(?<=[${unspacedScripts}][!?]["')\\]]{0,2})(?!["')\\]!?])`,
  "u",
);

interface Block {
  readonly text: string;
  readonly isHeading: boolean;
}

interface Scan {
  /** Of the paragraph or list item that is open; a line feed stands where a line is broken on purpose. */
  lines: string[];
  inCode: boolean;
}

function* blocksOf(markdown: string): Generator<Block> {
  const scan: Scan = { lines: [], inCode: false };
  for (const line of markdown.split("\n")) {
    const content = line.replace(/^(?:[ \t]*>)+/, "");
    yield* blocksAt(content === line ? line : yield* withoutCallout(content, scan), scan);
  }
  yield* closed(scan);
}

/** The kind of a callout, `[!note]`, is markup; the title after it stands by itself. */
function* withoutCallout(line: string, scan: Scan): Generator<Block, string> {
  const title = /^[ \t]*\[![a-z][\w-]{0,40}\][+-]?(?=\s|$)(.*)$/i.exec(line)?.[1];
  if (title === undefined || scan.inCode) return line;
  yield* closed(scan);
  yield { text: title.trim(), isHeading: false };
  return "";
}

function* blocksAt(line: string, scan: Scan): Generator<Block> {
  const content = line.trim();
  if (/^(?:`{3}|~{3})/.test(content)) {
    yield* closed(scan);
    scan.inCode = !scan.inCode;
    return;
  }
  if (content === "" || /^[-=*_|:+\s]+$/.test(content)) {
    yield* closed(scan);
    return;
  }
  const isHeading = !scan.inCode && /^#{1,6}\s/.test(content);
  if (isHeading || scan.inCode || content.startsWith("|")) {
    yield* closed(scan);
    if (!content.startsWith("|")) yield { text: content, isHeading };
    yield* cellsOf(content);
    return;
  }
  if (/^(?:[-*+]|\d{1,9}[.)])[ \t]+\S/.test(content)) yield* closed(scan);
  yield* cellsOf(content);
  const isBroken = / {2}$|\\$/.test(line);
  scan.lines.push(isBroken ? `${content.replace(/\\$/, "")}\n` : content);
}

function* cellsOf(line: string): Generator<Block> {
  if (!line.includes("|")) return;
  for (const cell of line.replace(/\[\[[^\][]*\]\]/g, (link) => link.replaceAll("|", "\\|")).split(/(?<!\\)\|/)) {
    if (cell.trim() !== "") yield { text: cell.trim(), isHeading: false };
  }
}

function* closed(scan: Scan): Generator<Block> {
  if (scan.lines.length === 0) return;
  const text = scan.lines.join(" ").trim();
  scan.lines = [];
  yield { text, isHeading: false };
}
