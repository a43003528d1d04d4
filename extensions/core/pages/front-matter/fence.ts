/** Finds the front matter of a page by its fences, before any parser sees the text. Pure. */

import type { Finding } from "../../finding.ts";

/** A finding of one page, before the page's path is put on it. */
export type PageProblem = Omit<Finding, "path">;

export interface FrontMatterSplit {
  /** The file's text without BOM and with LF line ends; the offsets count in it. */
  readonly text: string;
  /** What stands between the fences, with its last line end; undefined when there is no front matter. */
  readonly block: string | undefined;
  readonly blockOffset: number;
  /** Where the body begins: after the closing fence and, if there is one, a blank line. */
  readonly bodyOffset: number;
  readonly problem: PageProblem | undefined;
}

const withoutBom = (text: string): string => (text.startsWith("\uFEFF") ? text.slice(1) : text);

export const withLineFeeds = (text: string): string => (text.includes("\r") ? text.replace(/\r\n?/g, "\n") : text);

/** The 1-based line of an offset in a text with LF line ends. */
export const lineAt = (text: string, offset: number): number => {
  let line = 1;
  for (let at = text.indexOf("\n"); at !== -1 && at < offset; at = text.indexOf("\n", at + 1)) line++;
  return line;
};

/** A front matter that begins late is looked for in the first few lines only. */
const misplacedWindow = 4096;

/** Keys that tell front matter without its fence from prose with a colon. */
const tellingKey = /^(?:type|title|tags|status):(?: |$)/m;

export const splitFrontMatter = (raw: string): FrontMatterSplit => {
  const text = withLineFeeds(withoutBom(raw));
  if (text.startsWith("---")) return splitAtFences(text);
  return withoutBlock(text, misplacedFence(text) ?? missing);
};

const splitAtFences = (text: string): FrontMatterSplit => {
  const openingEnd = text.indexOf("\n");
  const opening = openingEnd === -1 ? text : text.slice(0, openingEnd);
  const language = opening.slice(3).trim();
  if (language.startsWith("-")) return withoutBlock(text, missing);
  const closing = openingEnd === -1 ? undefined : closingFence(text, openingEnd);
  if (language !== "") return refuseLanguage(text, { language, closing });
  if (closing === undefined) return withoutBlock(text, unterminated);
  const block = text.slice(openingEnd + 1, closing.start);
  return { text, block, blockOffset: openingEnd + 1, bodyOffset: closing.bodyOffset, problem: undefined };
};

interface ClosingFence {
  readonly start: number;
  readonly bodyOffset: number;
}

const closingFence = (text: string, openingEnd: number): ClosingFence | undefined => {
  const fence = /\n---[ \t]*(?:\n|$(?![\s\S]))/g;
  fence.lastIndex = openingEnd;
  const match = fence.exec(text);
  if (match === null) return undefined;
  const after = fence.lastIndex;
  return { start: match.index + 1, bodyOffset: text[after] === "\n" ? after + 1 : after };
};

const withoutBlock = (text: string, problem: PageProblem, bodyOffset = 0): FrontMatterSplit => ({
  text,
  block: undefined,
  blockOffset: 0,
  bodyOffset,
  problem,
});

/** A page may begin with a sentence between dashes; a single word there, or a closing fence below, is no sentence. */
const refuseLanguage = (
  text: string,
  { language, closing }: { language: string; closing: ClosingFence | undefined },
): FrontMatterSplit => {
  if (closing === undefined && /\s/.test(language)) return withoutBlock(text, missing);
  const problem: PageProblem = {
    code: "front-matter-language",
    severity: "error",
    line: 1,
    message: `The opening fence names "${language.slice(0, 40)}"; only YAML is read, and nothing is ever evaluated.`,
    remedy: "Write the front matter as YAML and the fence as --- alone.",
  };
  return withoutBlock(text, problem, closing?.bodyOffset);
};

const missing: PageProblem = {
  code: "front-matter-missing",
  severity: "info",
  line: 1,
  message: "The page has no front matter.",
  remedy: "Add one with at least type and title.",
};

const unterminated: PageProblem = {
  code: "front-matter-unterminated",
  severity: "error",
  line: 1,
  message: "The front matter is not closed.",
  remedy: "Close it with a line --- of its own, or begin the page with something else.",
};

const misplaced = (line: number, message: string): PageProblem => ({
  code: "front-matter-misplaced",
  severity: "error",
  line,
  message,
  remedy: "Begin the file with a line --- and the front matter below it.",
});

/** Front matter whose opening fence is missing, or does not stand on the first line. */
const misplacedFence = (text: string): PageProblem | undefined => {
  const head = text.slice(0, misplacedWindow);
  const fence = /^---[ \t]*$/m.exec(head);
  if (fence === null) return undefined;
  const before = head.slice(0, fence.index);
  if (before.trim() === "") {
    const after = head.slice(fence.index + fence[0].length);
    const closed = after.search(/^---[ \t]*$/m);
    if (closed === -1 || !tellingKey.test(after.slice(0, closed))) return undefined;
    return misplaced(lineAt(text, fence.index), "The front matter does not begin on the first line.");
  }
  if (!tellingKey.test(before) || !onlyKeys(before)) return undefined;
  return misplaced(1, "The opening fence of the front matter is missing.");
};

const onlyKeys = (text: string): boolean =>
  text
    .trimEnd()
    .split("\n")
    .every((line) => /^(?:[A-Za-z_][\w-]*:(?: |$)|[ -]|$)/.test(line));
