/** Markdown: taken as it is, front matter included; nothing in it is interpreted but the title's line. Pure. */

import { decodeText } from "./decode-text.ts";
import { type Extract, refusal } from "./extractor.ts";

export const extractMarkdown: Extract = (bytes, meta) => {
  const decoded = decodeText(bytes, meta.contentType);
  if (decoded === undefined) throw refusal("extraction_failed", "its encoding is not declared; save it as UTF-8");
  return { title: titleOfMarkdown(decoded.text), markdown: decoded.text, notes: decoded.notes };
};

const frontMatter = /^---[a-z]*[ \t]*\n([\s\S]*?\n)?(?:---|\.\.\.)[ \t]*(?:\n|$)/;

/** The text after the front matter; all of it when there is none. */
export const bodyOfMarkdown = (text: string): string => text.slice(frontMatter.exec(text)?.[0].length ?? 0);

/** The front matter's `title:` line, else the first heading outside code. */
export const titleOfMarkdown = (text: string): string | undefined => {
  const head = frontMatter.exec(text)?.[1] ?? "";
  const named = /^title:[ \t]*(["']?)(\S.*?)\1[ \t]*$/m.exec(head)?.[2];
  return named ?? firstHeading(bodyOfMarkdown(text));
};

const firstHeading = (body: string): string | undefined => {
  const lines = withoutCode(body.slice(0, 65_536).split("\n"));
  for (const [index, line] of lines.entries()) {
    const above = lines[index - 1] ?? "";
    const heading = /^#{1,6}[ \t]+(.*?)[ \t]*#*[ \t]*$/.exec(line)?.[1];
    if (heading) return plainHeading(heading);
    if (/^(=+|--+)[ \t]*$/.test(line) && /^[^\s>*+|-]/.test(above)) return plainHeading(above);
  }
  return undefined;
};

const withoutCode = (lines: readonly string[]): readonly string[] => {
  let fence = "";
  return lines.filter((line) => {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1] ?? "";
    const isEdge = mark !== "" && (fence === "" || mark.startsWith(fence));
    if (isEdge) fence = fence === "" ? mark : "";
    return !isEdge && fence === "";
  });
};

const plainHeading = (heading: string): string =>
  heading
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/[`*]/g, "")
    .trim();
