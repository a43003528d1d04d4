/** Reads the bodies of a weakness wiki's Markdown files: title, sections, bullets, tables, links. Pure. */

import type { Finding } from "../finding.ts";
import { lineAt } from "../pages/front-matter/fence.ts";
import { readFrontMatter } from "../pages/front-matter.ts";
import { markdownBlocks } from "../pages/markdown-blocks.ts";
import type { Remark } from "./weakness.ts";

export interface Section {
  readonly heading: string;
  readonly level: number;
  /** 1-based, of the heading in the file. */
  readonly line: number;
  /** Offset of the heading, and of the end of what stands below it, in `text`. */
  readonly start: number;
  readonly end: number;
  /** What stands below the heading, headings of lower rank included. */
  readonly body: string;
}

export interface WikiMarkdown {
  /** Without BOM, with LF. */
  readonly text: string;
  readonly hasBlock: boolean;
  readonly bodyOffset: number;
  readonly data: Readonly<Record<string, unknown>>;
  readonly title: string | undefined;
  readonly sections: readonly Section[];
  readonly findings: readonly Finding[];
}

export const readWikiMarkdown = (raw: string, path: string): WikiMarkdown => {
  const { text, block, bodyOffset, data, findings } = readFrontMatter(raw, path);
  const body = text.slice(bodyOffset);
  const { headings } = markdownBlocks(body);
  const sections = headings.map(({ level, text: heading, offset }, index) => {
    const next = headings.slice(index + 1).find((one) => one.level <= level);
    const start = bodyOffset + offset;
    const end = bodyOffset + (next?.offset ?? body.length);
    const lineEnd = text.indexOf("\n", start);
    const inner = lineEnd === -1 || lineEnd >= end ? "" : text.slice(lineEnd + 1, end);
    return { heading, level, line: lineAt(text, start), start, end, body: inner };
  });
  const title = sections.find(({ level, heading }) => level === 1 && heading !== "")?.heading;
  return { text, hasBlock: block !== undefined, bodyOffset, data, title, sections, findings };
};

export const sectionOf = ({ sections }: Pick<WikiMarkdown, "sections">, pattern: RegExp): Section | undefined =>
  sections.find(({ heading }) => pattern.test(heading));

/** The text of a section up to the first heading in it. */
export const leadOf = (section: Section | undefined): string => {
  const body = section?.body ?? "";
  const { headings } = markdownBlocks(body);
  return body.slice(0, headings[0]?.offset ?? body.length).trim();
};

/** `- task_007 — a note` or `` - `path:88` - a note``. */
export const remarksIn = (section: Section | undefined): readonly Remark[] =>
  leadOf(section)
    .split("\n")
    .flatMap((line) => {
      const item = /^[-*+]\s+(.*)$/.exec(line)?.[1]?.trim();
      if (item === undefined || item === "") return [];
      const parted = /^(.*?)\s+(?:—|–|-)\s+(.*)$/.exec(item);
      return [{ of: withoutMarks(parted?.[1] ?? item), note: (parted?.[2] ?? "").trim() }];
    });

const withoutMarks = (text: string): string => text.replace(/^[`*_]+|[`*_]+$/g, "").trim();

/** Rows of the first table in a text, by the names of its columns in lower case. */
export const tableRows = (text: string): readonly Readonly<Record<string, string>>[] => {
  const lines = text.split("\n").map((line) => line.trim());
  const at = lines.findIndex(
    (line, index) => line.startsWith("|") && /^\|?[\s|:-]+\|[\s|:-]*$/.test(lines[index + 1] ?? ""),
  );
  if (at === -1) return [];
  const names = cellsOf(lines[at] ?? "").map((name) => withoutMarks(name).toLowerCase());
  const rest = lines.slice(at + 2);
  const end = rest.findIndex((line) => !line.startsWith("|"));
  return rest
    .slice(0, end === -1 ? rest.length : end)
    .map((line) => Object.fromEntries(cellsOf(line).map((cell, index) => [names[index] ?? `#${index}`, cell])));
};

export const cellsOf = (line: string): readonly string[] =>
  line
    .replace(/^\||\|$/g, "")
    .split(/(?<!\\)\|/)
    .map((cell) => withoutMarks(cell.trim().replaceAll("\\|", "|")));

/** What a `[[link]]` names, without alias and anchor; the text itself when it is no link. */
export const linkedName = (text: string): string => {
  const inner = /^\s*\[\[([^\]]*)\]\]\s*$/.exec(text)?.[1] ?? text;
  return (inner.split(/[|#]/)[0] ?? "").trim();
};

/** Front matter values of any shape as texts: `null`, absent and empty are none. */
export const textsOf = (value: unknown): readonly string[] => {
  if (Array.isArray(value)) return value.flatMap(textsOf);
  const text = textOf(value);
  return text === undefined ? [] : [text];
};

export const textOf = (value: unknown): string | undefined => {
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (typeof value !== "string") return undefined;
  const text = value.trim();
  return text === "" || text === "null" || text === "~" ? undefined : text;
};
