/** JSON and JSON Lines: an outline of what is inside, then the text itself, indented and fenced. Pure. */

import { decodeText } from "./decode-text.ts";
import { type Extract, extensionOf, fenced, mediaTypeOf, messageOf, refusal, type SourceMeta } from "./extractor.ts";
import { outlineOfJson } from "./json-outline.ts";

export const extractJson: Extract = (bytes, meta) => {
  const decoded = decodeText(bytes, meta.contentType);
  if (decoded === undefined) throw refusal("extraction_failed", "its encoding is not declared; save it as UTF-8");
  const { markdown, notes } = isLines(meta) ? linesMarkdown(decoded.text) : documentMarkdown(decoded.text);
  return { title: undefined, markdown, notes: [...decoded.notes, ...notes] };
};

interface Rendered {
  readonly markdown: string;
  readonly notes: readonly string[];
}

const isLines = (meta: SourceMeta): boolean =>
  ["jsonl", "ndjson"].includes(extensionOf(meta.name)) || /ndjson|jsonl/.test(mediaTypeOf(meta.contentType));

type ParsedJson = { readonly value: unknown } | { readonly problem: string };

const parse = (text: string): ParsedJson => {
  try {
    const value: unknown = JSON.parse(text);
    return { value };
  } catch (error) {
    return { problem: messageOf(error) };
  }
};

const documentMarkdown = (text: string): Rendered => {
  const parsed = parse(text);
  if ("problem" in parsed) {
    return { markdown: fenced(text, "json"), notes: [`Not valid JSON, kept as it is: ${parsed.problem}`] };
  }
  return { markdown: `${outlineOfJson(parsed.value)}\n\n${fenced(indentJson(text), "json")}`, notes: [] };
};

const linesMarkdown = (text: string): Rendered => {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const parsed = lines.map(parse);
  const bad = parsed.flatMap((line, index) => ("problem" in line ? [index + 1] : []));
  const values = parsed.flatMap((line) => ("value" in line ? [line.value] : []));
  const notes =
    bad.length === 0 ? [] : [`Not valid JSON in ${bad.length} of ${lines.length} lines, first in line ${bad[0]}.`];
  const outline = `${lines.length} lines of JSON.\n\n${outlineOfJson(values)}`;
  return { markdown: `${outline}\n\n${fenced(lines.join("\n"), "json")}`, notes };
};

// Deeper lines are not indented further: spaces would outgrow the text.
const maxIndent = 24;

/**
 * Indents valid JSON by its tokens, since parsing and printing would change long numbers and repeated keys.
 * Empty objects and arrays stay on one line.
 */
export const indentJson = (text: string): string => {
  const tokens = text.match(/"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g) ?? [];
  const parts: string[] = [];
  let depth = 0;
  for (const [index, token] of tokens.entries()) {
    if (isClosing(token)) depth -= 1;
    if (breaksBefore(tokens, index)) parts.push(newLine(depth));
    parts.push(token === ":" ? ": " : token);
    if (isOpening(token)) depth += 1;
  }
  return parts.join("");
};

const isOpening = (token: string | undefined): boolean => token === "{" || token === "[";
const isClosing = (token: string | undefined): boolean => token === "}" || token === "]";

const newLine = (depth: number): string => `\n${"  ".repeat(Math.min(depth, maxIndent))}`;

const breaksBefore = (tokens: readonly string[], index: number): boolean => {
  const before = tokens[index - 1];
  // Between an opening and a closing bracket there is no break: empty ones stay together.
  return before === "," || isOpening(before) !== isClosing(tokens[index]);
};
