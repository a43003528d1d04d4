/** Makes a page's text of a Markdown file: adds what is missing, moves its links, leaves the rest as it is. Pure. */

import type { Finding } from "../../finding.ts";
import { editFrontMatter } from "../../pages/edit-page.ts";
import type { Page } from "../../pages/page.ts";
import { fieldOf, idList } from "../../pages/page-fields.ts";
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
  const changes = { ...missing, ...movedNames(page, move) };
  const complete = Object.keys(changes).length > 0 ? editFrontMatter(text, changes) : text;
  const { bodyLine } = parsePage({ path: page.path, text: complete });
  return { text: moveBodyLinks(complete, { bodyLine, move }), findings: [] };
};

const lineage = ["supersedes", "superseded_by", "consolidated_into"] as const;

/** Pages that a page replaces, or that replace it, by the ids that they have now; only where one has another. */
const movedNames = ({ data }: Page, { from, idOf }: Move): Readonly<Record<string, readonly string[]>> => {
  const folder = from.slice(0, from.lastIndexOf("/") + 1);
  const moved = lineage.flatMap((key) => {
    const names = idList(fieldOf(data, key));
    const ids = names.map((name) => idOf(`${name}.md`) ?? idOf(`${folder}${name}.md`) ?? name);
    return ids.some((id, index) => id !== names[index]) ? [[key, ids] as const] : [];
  });
  return Object.fromEntries(moved);
};

/** Of front matter nothing else changes, and of the rest byte for byte: only lines from the body's first one on are looked at. */
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
