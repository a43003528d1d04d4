/** The passage of a page that is shown: its best one, whole where it fits. Pure. */

import { commentSpans } from "../pages/markdown-text.ts";

const longest = 600;
const ending = " …";
const commentOpening = "<!-- … ";
const commentEnding = " … -->";

/**
 * At most 600 characters, cut at a line or word end; a passage's own blank lines are closed up. A comment is text that
 * whoever reviews the rendered page does not see, and the first place to hide an order in: it is shown with its marks,
 * and a piece of one gets marks, so that nobody takes it for what the page says.
 */
export const excerptOf = (
  body: string,
  passage: { readonly from: number; readonly to: number } | undefined,
): string => {
  const from = passage?.from ?? 0;
  const text = body.slice(from, passage?.to ?? longest * 2);
  const comments = body.includes("<!--") ? commentSpans(body) : [];
  const isInComment = comments.some(({ start, end }) => start < from && from < end);
  const tidy = text
    .replace(/[ \t]+$/gm, "")
    .replace(/\n{2,}/g, "\n")
    .trim();
  if (comments.length === 0) return shortened(tidy, longest);
  const begun = isInComment ? `${commentOpening}${tidy}` : tidy;
  return closed(shortened(begun, longest - commentEnding.length));
};

const shortened = (text: string, most: number): string => {
  if (text.length <= most) return text;
  const cut = text.slice(0, most - ending.length);
  const line = cut.lastIndexOf("\n");
  const word = cut.lastIndexOf(" ");
  const at = line > most / 2 ? line : word > most / 2 ? word : cut.length;
  return `${wellFormed(cut.slice(0, at)).trimEnd()}${ending}`;
};

/** A comment whose end is not shown ends here. */
const closed = (excerpt: string): string => {
  const isOpen = excerpt.lastIndexOf("<!--") > excerpt.lastIndexOf("-->");
  if (!isOpen) return excerpt;
  return `${excerpt.endsWith(ending) ? excerpt.slice(0, -ending.length) : excerpt}${commentEnding}`;
};

/** Never half a surrogate pair. */
const wellFormed = (text: string): string => (/[\ud800-\udbff]$/.test(text) ? text.slice(0, -1) : text);
