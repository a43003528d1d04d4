/**
 * A fast reader for the front matter that pages mostly have: one-line scalars, flow lists and maps of scalars,
 * block lists and maps. It answers undefined for anything else, which the YAML parser then reads; a property
 * test holds it to the parser's answer on everything it accepts. Pure.
 */

import { resolvePlain } from "./plain-scalar.ts";

type Data = Record<string, unknown>;

interface Cursor {
  readonly lines: string[];
  at: number;
}

/** Tabs, control characters and odd line ends are left to the parser. */
const unusual = /[\u0000-\u0009\u000B-\u001F\u007F-\u009F\u2028\u2029\uFEFF]/;
const maxDepth = 8;

export const readPlainFrontMatter = (block: string): Data | undefined => {
  if (unusual.test(block)) return undefined;
  const lines = block.split("\n");
  if (lines.at(-1) === "") lines.pop();
  const cursor = { lines, at: 0 };
  const data = readMap(cursor, 0, 1);
  return cursor.at === lines.length ? data : undefined;
};

/** Without the spaces at the end; to YAML, other blanks are text. */
const withoutSpaces = (text: string): string => {
  let end = text.length;
  while (text.charCodeAt(end - 1) === 32) end--;
  return text.slice(0, end);
};

const indentOf = (line: string): number => {
  let indent = 0;
  while (line.charCodeAt(indent) === 32) indent++;
  return indent;
};

/** Key, colon, then a value on the same line or none. */
const entry = /([A-Za-z_][A-Za-z0-9_-]*):(?: +(.*)|$)/y;

const entryAt = (line: string, indent: number): RegExpExecArray | null => {
  entry.lastIndex = indent;
  return entry.exec(line);
};

const readMap = (cursor: Cursor, indent: number, depth: number): Data | undefined => {
  const data: Data = {};
  while (cursor.at < cursor.lines.length && indentOf(cursor.lines[cursor.at] ?? "") >= indent) {
    if (depth > maxDepth || !readEntry(cursor, data, { indent, depth })) return undefined;
  }
  return data;
};

const readEntry = (cursor: Cursor, data: Data, { indent, depth }: { indent: number; depth: number }): boolean => {
  const match = entryAt(cursor.lines[cursor.at] ?? "", indent);
  const key = match?.[1];
  if (key === undefined || !isNewKey(data, key)) return false;
  cursor.at++;
  const text = withoutSpaces(match?.[2] ?? "");
  const value = text === "" ? readNested(cursor, indent, depth) : readValue(text);
  data[key] = value;
  return value !== undefined;
};

const isNewKey = (data: Data, key: string): boolean => key !== "__proto__" && !Object.hasOwn(data, key);

/** The value below a key that has none on its line; nothing below is null. */
const readNested = (cursor: Cursor, indent: number, depth: number): unknown => {
  const line = cursor.lines[cursor.at];
  if (line === undefined) return null;
  const below = indentOf(line);
  const item = line.startsWith("- ", below);
  if (item && below >= indent) return readList(cursor, below, depth + 1);
  return below > indent ? readMap(cursor, below, depth + 1) : null;
};

const readList = (cursor: Cursor, indent: number, depth: number): unknown[] | undefined => {
  const list: unknown[] = [];
  for (let line = cursor.lines[cursor.at]; line !== undefined; line = cursor.lines[cursor.at]) {
    const at = indentOf(line);
    if (at > indent) return undefined;
    if (at < indent || !line.startsWith("- ", at)) break;
    const item = readItem(cursor, indent, depth);
    if (item === undefined) return undefined;
    list.push(item);
  }
  return list;
};

const readItem = (cursor: Cursor, indent: number, depth: number): unknown => {
  const line = cursor.lines[cursor.at] ?? "";
  const inner = indent + 2;
  if (entryAt(line, inner) !== null) {
    // The dash counts as indentation of the map that begins on its line.
    cursor.lines[cursor.at] = `${" ".repeat(inner)}${line.slice(inner)}`;
    return readMap(cursor, inner, depth + 1);
  }
  cursor.at++;
  const text = withoutSpaces(line.slice(inner));
  return text === "" || text.startsWith(" ") ? undefined : readValue(text);
};

const doubleQuoted = /^"(?:[^"\\]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"$/;
const singleQuoted = /^'(?:[^']|'')*'$/;

const readValue = (text: string): unknown => {
  const first = text[0];
  if (first === "[") return text.endsWith("]") ? readFlowList(text.slice(1, -1)) : undefined;
  if (first === "{") return text.endsWith("}") ? readFlowMap(text.slice(1, -1)) : undefined;
  return readScalar(text);
};

const plainStart = /^(?:[^\s\-?:,[\]{}#&*!|>'"%@`]|-\d)/;
const plainEnd = /:(?: |$)| #/;

const readScalar = (text: string): unknown => {
  if (text.startsWith('"')) return doubleQuoted.test(text) ? JSON.parse(text) : undefined;
  if (text.startsWith("'")) return singleQuoted.test(text) ? text.slice(1, -1).replaceAll("''", "'") : undefined;
  return plainStart.test(text) && !plainEnd.test(text) ? resolvePlain(text) : undefined;
};

const flowItem = / *("(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^\s,[\]{}"'][^,[\]{}]*) *(?:,|$)/y;
const flowKey = / *([A-Za-z_][A-Za-z0-9_-]*): +/y;

const readFlowList = (text: string): unknown[] | undefined => {
  const list: unknown[] = [];
  if (withoutSpaces(text) === "") return list;
  for (let at = 0; at < text.length; at = flowItem.lastIndex) {
    const value = flowItemAt(text, at);
    if (value === undefined) return undefined;
    list.push(value);
  }
  return text.endsWith(",") ? undefined : list;
};

const readFlowMap = (text: string): Data | undefined => {
  const data: Data = {};
  if (withoutSpaces(text) === "") return data;
  for (let at = 0; at < text.length; at = flowItem.lastIndex) {
    flowKey.lastIndex = at;
    const key = flowKey.exec(text)?.[1];
    if (key === undefined || !isNewKey(data, key)) return undefined;
    const value = flowItemAt(text, flowKey.lastIndex);
    if (value === undefined) return undefined;
    data[key] = value;
  }
  return text.endsWith(",") ? undefined : data;
};

const flowItemAt = (text: string, at: number): unknown => {
  flowItem.lastIndex = at;
  const source = flowItem.exec(text)?.[1];
  return source === undefined ? undefined : readScalar(withoutSpaces(source));
};
