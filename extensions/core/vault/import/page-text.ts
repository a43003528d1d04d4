/** Makes a page's text of a Markdown file: adds what is missing, moves its links, leaves the rest as it is. Pure. */

import type { Finding } from "../../finding.ts";
import { editFrontMatter } from "../../pages/edit-page.ts";
import type { Page } from "../../pages/page.ts";
import { parsePage } from "../../pages/parse-page.ts";
import { plainTitle } from "../../pages/plain-title.ts";
import { type Move, moveLinks } from "./move-links.ts";

export interface ImportedText {
  readonly text: string;
  /** Of front matter that can't be read; such a file is imported as it is. */
  readonly findings: readonly Finding[];
}

export const importedText = (
  text: string,
  { type, move }: { readonly type: string; readonly move: Move },
): ImportedText => {
  const page = parsePage({ path: `wiki/${move.to}.md`, text });
  const broken = page.findings.filter(isBrokenFrontMatter);
  if (broken.length > 0) return { text, findings: broken };

  const missing = {
    ...(hasText(page, "type") ? {} : { type }),
    ...(hasText(page, "title") ? {} : { title: titleOf(page, move.from) }),
  };
  const complete = Object.keys(missing).length > 0 ? editFrontMatter(text, missing) : text;
  const { bodyLine } = parsePage({ path: page.path, text: complete });
  return { text: moveBodyLinks(complete, { bodyLine, move }), findings: [] };
};

/** Front matter stays byte for byte: only lines from the body's first one on are looked at. */
const moveBodyLinks = (
  text: string,
  { bodyLine, move }: { readonly bodyLine: number; readonly move: Move },
): string => {
  const lines = text.split(/(?<=\r\n|\n|\r(?!\n))/);
  return lines.slice(0, bodyLine - 1).join("") + moveLinks(lines.slice(bodyLine - 1).join(""), move);
};

/** The page type that a file itself names. */
export const ownType = (path: string, text: string): string | undefined => {
  const { data } = parsePage({ path, text });
  const type = data["type"];
  return typeof type === "string" && type.trim() !== "" ? type.trim() : undefined;
};

const isBrokenFrontMatter = ({ code, severity }: Finding): boolean =>
  severity === "error" && code.startsWith("front-matter");

const hasText = ({ data }: Page, key: string): boolean => String(data[key] ?? "").trim() !== "";

const titleOf = (page: Page, path: string): string => {
  if (hasText(page, "title")) return page.title;
  const heading = page.headings.find(({ level }) => level === 1) ?? page.headings[0];
  return (
    plainTitle(heading?.text ?? "") ||
    path
      .slice(path.lastIndexOf("/") + 1)
      .replace(/\.(md|markdown)$/i, "")
      .normalize("NFC")
  );
};
