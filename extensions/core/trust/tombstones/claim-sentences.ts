/** Cuts Markdown into what may state a claim: sentences of headings, paragraphs, list items, table cells and code. Pure. */

import { inlineText } from "./inline-text.ts";
import { readable, unspacedScripts } from "./normalise-claim.ts";

export interface Sentence {
  readonly text: string;
  readonly isHeading: boolean;
}

/** In their order, as plain text. Nothing is left out: a comment and a block of code are read by somebody too. */
export function* claimSentences(markdown: string): Generator<Sentence> {
  for (const { text, isHeading } of blocksOf(readable(markdown))) {
    for (const sentence of sentencesIn(inlineText(text))) {
      if (sentence.trim() !== "") yield { text: sentence, isHeading };
    }
  }
}

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
  /** Lines of the paragraph or list item that is open. */
  lines: string[];
  inCode: boolean;
}

function* blocksOf(markdown: string): Generator<Block> {
  const scan: Scan = { lines: [], inCode: false };
  for (const line of markdown.split("\n")) yield* blocksAt(line.replace(/^(?:[ \t]*>)+/, ""), scan);
  yield* closed(scan);
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
  scan.lines.push(content);
  yield* cellsOf(content);
  // A line that is broken on purpose stands by itself.
  if (/ {2}$|\\$|<br *\/?> *$/i.test(line)) yield* closed(scan);
}

function* cellsOf(line: string): Generator<Block> {
  if (!line.includes("|")) return;
  for (const cell of line.replace(/\[\[[^\][]*\]\]/g, (link) => link.replaceAll("|", "\\|")).split(/(?<!\\)\|/)) {
    if (cell.trim() !== "") yield { text: cell.trim(), isHeading: false };
  }
}

function* closed(scan: Scan): Generator<Block> {
  if (scan.lines.length === 0) return;
  const text = scan.lines.join(" ");
  scan.lines = [];
  yield { text, isHeading: false };
}
