/** The beginning of a text, for a reader who wants to know what it is about. Pure. */

import { bodyOfMarkdown } from "./extract/markdown.ts";

/** At most `limit` characters, ending with a paragraph, else a sentence, else a word. */
export const leadOf = (markdown: string, limit: number): string => {
  const body = bodyOfMarkdown(markdown).trim();
  if (body.length <= limit) return body;
  const head = body.slice(0, limit);
  const ends = [head.lastIndexOf("\n\n"), lastSentenceEnd(head), head.search(/\s\S*$/)];
  const end = ends.find((place) => place >= limit / 4);
  // Never half of a surrogate pair.
  const text = end === undefined ? head.replace(/[\ud800-\udbff]$/, "") : head.slice(0, end);
  return `${text.trimEnd()}${end === ends[0] ? "" : " …"}`;
};

const lastSentenceEnd = (text: string): number => {
  const ends = [...text.matchAll(/[.!?]["')\]]?(?=\s)|[。！？]/g)];
  const last = ends.at(-1);
  return last === undefined ? -1 : last.index + last[0].length;
};
