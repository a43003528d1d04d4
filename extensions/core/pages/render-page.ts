/** Writes a new page: front matter in a fixed order of keys, then the body. Pure. */

import { flowValue, keyText } from "./front-matter/yaml-value.ts";

export interface PageSource {
  /** An undefined value is left out. */
  readonly frontMatter: Readonly<Record<string, unknown>>;
  readonly body: string;
}

/** The order that other tools of this format write and expect; further keys follow in the order given. */
const keyOrder = [
  "type",
  "title",
  "description",
  "resource",
  "tags",
  "generated",
  "verified",
  "status",
  "stale_after",
  "category",
  "domain",
  "aliases",
  "recall_triggers",
  "created",
  "updated",
  "summary",
  "raw_path",
  "source_id",
  "sources",
];

/** LF line ends, one line end at the end; reading it gives the same front matter and body. */
export const renderPage = ({ frontMatter, body }: PageSource): string => {
  const lines = inOrder(frontMatter).map(([key, value]) => entryText(key, value));
  const text = body.replace(/^\uFEFF/, "").replace(/\r\n?/g, "\n");
  const head = `---\n${lines.join("")}---\n`;
  return text.trim() === "" ? head : `${head}\n${withOneLineEnd(text)}`;
};

const inOrder = (frontMatter: PageSource["frontMatter"]): readonly (readonly [string, unknown])[] => {
  const entries = Object.entries(frontMatter).filter(([, value]) => value !== undefined);
  const known = keyOrder.flatMap((key) => entries.filter(([name]) => name === key));
  return [...known, ...entries.filter(([key]) => !keyOrder.includes(key))];
};

/** Lists longer than a line go below their key, an item a line. */
const maxLine = 100;

const entryText = (key: string, value: unknown): string => {
  const line = `${keyText(key)}: ${flowValue(value)}`;
  if (!Array.isArray(value) || value.length === 0) return `${line}\n`;
  if (line.length <= maxLine && !value.some((item) => isMap(item))) return `${line}\n`;
  return `${keyText(key)}:\n${value.map(itemText).join("")}`;
};

const itemText = (item: unknown): string => {
  if (!isMap(item)) return `  - ${flowValue(item)}\n`;
  const fields = Object.entries(item).filter(([, value]) => value !== undefined);
  if (fields.length === 0) return "  - {}\n";
  return fields
    .map(([key, value], index) => `${index === 0 ? "  - " : "    "}${keyText(key)}: ${flowValue(value, 2)}\n`)
    .join("");
};

const isMap = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const withOneLineEnd = (text: string): string => {
  let end = text.length;
  while (text[end - 1] === "\n") end--;
  return `${text.slice(0, end)}\n`;
};
