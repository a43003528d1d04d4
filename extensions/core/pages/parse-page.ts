/** Makes a Page of a file's text: whatever the text says, there is always a page. Pure. */

import type { Finding } from "../finding.ts";
import { conflictProblems } from "./conflict-markers.ts";
import { lineAt, type PageProblem } from "./front-matter/fence.ts";
import { withholdingFields } from "./front-matter/rescue.ts";
import { type FrontMatter, readFrontMatter } from "./front-matter.ts";
import { markdownBlocks, type Span } from "./markdown-blocks.ts";
import type { Heading, Page, Status } from "./page.ts";
import {
  confidenceOf,
  fieldOf,
  idList,
  nameList,
  optionalText,
  phraseList,
  sourceList,
  statusOf,
  tagList,
  textOf,
} from "./page-fields.ts";
import { plainTitle } from "./plain-title.ts";

export interface PageFile {
  /** Relative to the vault's root, with `/`. */
  readonly path: string;
  readonly text: string;
}

export const parsePage = ({ path, text }: PageFile): Page => {
  const front = readFrontMatter(text, path);
  const data = dataOf(front);
  const body = front.text.slice(front.bodyOffset);
  const { headings, hidden } = markdownBlocks(body);
  const id = pageIdOf(path);
  return {
    id,
    path,
    title: titleOf(data["title"], headings, id),
    type: textOf(data["type"]) || "general",
    status: statusIn({ ...front, data }),
    confidence: confidenceOf(fieldOf(data, "confidence_level")),
    description: textOf(data["description"]),
    tags: tagList(fieldOf(data, "tags")),
    aliases: nameList(fieldOf(data, "aliases")),
    triggers: phraseList(fieldOf(data, "recall_triggers")),
    sources: sourceList(data),
    taskId: optionalText(fieldOf(data, "task_id")),
    validFrom: optionalText(fieldOf(data, "valid_from")),
    validUntil: optionalText(fieldOf(data, "valid_until")),
    staleAfter: optionalText(fieldOf(data, "stale_after")),
    supersedes: idList(fieldOf(data, "supersedes")),
    supersededBy: idList(fieldOf(data, "superseded_by")),
    data,
    body,
    bodyOffset: front.bodyOffset,
    bodyLine: lineAt(front.text, front.bodyOffset),
    headings,
    findings: findingsOf(front, { path, hidden }),
  };
};

/** Front matter is looked for in the beginning of a page whose fences are wrong. */
const headLength = 4096;

/** What withholds a page must not get lost with a quotation mark. */
const dataOf = ({ data, block, text, findings }: FrontMatter): FrontMatter["data"] => {
  const isUnread = Object.keys(data).length === 0 && findings.some(({ severity }) => severity === "error");
  return isUnread ? withholdingFields(block ?? text.slice(0, headLength)) : data;
};

/** The id of the page at a path: below `wiki/`, without `.md`, NFC. */
export const pageIdOf = (path: string): string =>
  path
    .replace(/^wiki\//, "")
    .replace(/\.md$/i, "")
    .normalize("NFC");

const titleOf = (written: unknown, headings: readonly Heading[], id: string): string => {
  const first = headings.find(({ level, text }) => level === 1 && plainTitle(text) !== "");
  return textOf(written) || (first && plainTitle(first.text)) || id.slice(id.lastIndexOf("/") + 1);
};

const withholding: readonly Status[] = ["deprecated", "draft", "stable"];

/** Of the two sides of an unresolved merge, the one that withholds more counts. */
const statusIn = ({ data, otherData }: FrontMatter): Status => {
  const said = [data, otherData ?? data].map((side) => statusOf(side["status"]) ?? "stable");
  return withholding.find((status) => said.includes(status)) ?? "stable";
};

interface PageContext {
  readonly path: string;
  readonly hidden: readonly Span[];
}

const findingsOf = (front: FrontMatter, { path, hidden }: PageContext): readonly Finding[] => {
  const problems = [...statusProblems(front), ...notTextProblems(front), ...bodyConflicts(front, hidden)];
  return [...front.findings, ...problems.map((problem) => ({ ...problem, path }))];
};

const statusProblems = ({ text, data }: FrontMatter): readonly PageProblem[] => {
  if (statusOf(data["status"]) !== undefined) return [];
  const line = lineAt(text, Math.max(0, text.search(/^\s*"?status"?\s*:/m)));
  const word = textOf(data["status"]).slice(0, 40);
  const remedy = "Use draft, stable or deprecated; until then the page counts as stable.";
  return [{ code: "unknown-status", severity: "warning", line, message: `The status "${word}" is not known.`, remedy }];
};

const notTextProblems = ({ text }: FrontMatter): readonly PageProblem[] => {
  const at = text.search(/[\0\uFFFD]/);
  if (at === -1) return [];
  const what = text[at] === "\0" ? "NUL bytes" : "bytes that are not UTF-8";
  const remedy = "Save the page as UTF-8 text.";
  return [{ code: "not-text", severity: "warning", line: lineAt(text, at), message: `The file has ${what}.`, remedy }];
};

const bodyConflicts = ({ text, bodyOffset }: FrontMatter, hidden: readonly Span[]): readonly PageProblem[] => {
  const inCode = (offset: number): boolean => hidden.some(({ start, end }) => start <= offset && offset < end);
  return conflictProblems(text.slice(bodyOffset), { firstLine: lineAt(text, bodyOffset), inCode });
};
