/** The index files that an OKF bundle has in each of its folders, and how to tell ours from a user's. Pure. */

import type { Page } from "../../pages/page.ts";
import { derivedMark } from "./derived-mark.ts";
import { memoised } from "./memoised.ts";

type IndexedPage = Pick<Page, "id" | "path" | "title" | "description">;

/** The text of `index.md` by folder below `wiki/`; the bundle's root is the empty text. */
export const okfIndexes = (pages: readonly IndexedPage[], bundleName: string): ReadonlyMap<string, string> => {
  const folders = new Map<string, { readonly subfolders: Set<string>; readonly pages: IndexedPage[] }>();
  const folderAt = (path: string) => {
    const known = folders.get(path);
    if (known) return known;
    const folder = { subfolders: new Set<string>(), pages: [] };
    folders.set(path, folder);
    if (path !== "") folderAt(parentOf(path)).subfolders.add(path.slice(path.lastIndexOf("/") + 1));
    return folder;
  };
  folderAt("");
  for (const page of pages) folderAt(parentOf(page.id)).pages.push(page);
  return new Map([...folders].map(([path, folder]) => [path, renderFolder({ path, bundleName, ...folder })]));
};

const parentOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf("/")));

interface IndexedFolder {
  readonly path: string;
  readonly bundleName: string;
  readonly subfolders: ReadonlySet<string>;
  readonly pages: readonly IndexedPage[];
}

const renderFolder = ({ path, bundleName, subfolders, pages }: IndexedFolder): string => {
  const isRoot = path === "";
  const directories = [...subfolders].sort().map((name) => `* [${label(name)}/](${urlName(name)}/index.md)`);
  const concepts = [...pages].sort((a, b) => (a.id < b.id ? -1 : 1)).map(conceptLine);
  const section = (heading: string, lines: readonly string[]): string[] =>
    lines.length > 0 ? [`## ${heading}\n\n${lines.join("\n")}\n`] : [];
  return [
    ...(isRoot ? ['---\nokf_version: "0.2"\n---\n'] : []),
    `# ${label(isRoot ? bundleName : path)}\n`,
    ...section("Directories", directories),
    ...section("Concepts", concepts),
    `${derivedMark}\n`,
  ].join("\n");
};

const conceptLine = memoised(({ id, path, title, description }: IndexedPage): string => {
  const file = path.slice(path.lastIndexOf("/") + 1) || `${id}.md`;
  const about = description === "" ? "" : ` - ${label(description)}`;
  return `* [${label(title)}](${urlName(file)})${about}`;
});

// Brackets are legal in an address, but end a Markdown link.
const urlName = (name: string): string => encodeURIComponent(name).replaceAll("(", "%28").replaceAll(")", "%29");

const label = (text: string): string => text.replace(/\s+/g, " ").replace(/[\\[\]<]/g, "\\$&");

/**
 * True for an index that nobody wrote by hand: with our mark, or of the strict form in which pi-llm-wiki
 * writes it, where every line is a heading of its two sections or a link.
 */
export const isGeneratedIndex = (text: string): boolean => {
  if (text.includes(derivedMark)) return true;
  const body = text.replaceAll("\r\n", "\n").replace(/^---\nokf_version: .*\n---\n/, "");
  const [title, ...lines] = body.split("\n").filter((line) => line.trim() !== "");
  const isFormal = (line: string): boolean =>
    line === "## Directories" || line === "## Concepts" || /^- \[.*\]\([^)]*\.md\)( — .*)?$/.test(line);
  return /^# \S/.test(title ?? "") && lines.length > 0 && lines.every(isFormal);
};
