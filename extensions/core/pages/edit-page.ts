/** Changes a page's text and leaves every other character of it alone. Pure. */

import { WikiError } from "../errors.ts";
import { withLineFeeds } from "./front-matter/fence.ts";
import {
  type BlockToEdit,
  type Splice,
  spliceForValue,
  splicesForNewKey,
  splicesForRemoval,
} from "./front-matter/splice.ts";
import { flowValue, keyText } from "./front-matter/yaml-value.ts";
import { type FrontMatter, frontMatterLayout, readFrontMatter } from "./front-matter.ts";
import { markdownBlocks } from "./markdown-blocks.ts";

/** Undefined removes a key. */
export type FrontMatterChanges = Readonly<Record<string, unknown>>;

/** Changes the named keys only; front matter that can't be read is refused. `path` is for the refusal's text. */
export const editFrontMatter = (text: string, changes: FrontMatterChanges, path = "page"): string => {
  let edited = text;
  for (const [key, value] of Object.entries(changes)) edited = withKey(edited, { key, value, path });
  return edited;
};

/** Reading the result gives exactly this body; new lines end as the file's do. */
export const replaceBody = (text: string, body: string, path = "page"): string => {
  const front = readable(text, path);
  const wanted = withLineFeeds(body);
  if (bodyOf(front) === wanted) return text;
  const splice = { start: front.bodyOffset, end: front.text.length, text: `${gapBefore(wanted, front)}${wanted}` };
  const edited = withSplices(text, [splice]);
  const read = readFrontMatter(edited);
  if (bodyOf(read) === wanted && sameValue(read.data, front.data)) return edited;
  throw new WikiError("invalid_input", { what: "body", problem: "it would be read as front matter" });
};

export interface Section {
  readonly heading: string;
  readonly body: string;
  /** Of a new heading; 2 if not given. */
  readonly level?: number;
}

/** Adds text below a heading, after what stands there; a heading that is missing is added at the end. */
export const appendSection = (text: string, { heading, body, level = 2 }: Section, path = "page"): string => {
  const front = readable(text, path);
  const present = bodyOf(front);
  const { headings } = markdownBlocks(present);
  const index = headings.findIndex((one) => one.text === heading.trim());
  const next = headings.slice(index + 1).find((one) => one.level <= (headings[index]?.level ?? 0));
  const kept = present.slice(0, index === -1 ? undefined : next?.offset).trimEnd();
  const title = index === -1 ? `${"#".repeat(level)} ${heading.trim()}\n\n` : "";
  const added = `${title}${withLineFeeds(body).trim()}${kept.length === present.length ? "\n" : ""}`;
  const gap = kept === "" ? gapBefore(added, front) : "\n\n";
  const at = front.bodyOffset + kept.length;
  return withSplices(text, [{ start: at, end: at, text: `${gap}${added}` }]);
};

const bodyOf = (front: FrontMatter): string => front.text.slice(front.bodyOffset);

/** What must stand between front matter and body for the body to be read as it is. */
const gapBefore = (body: string, { block, text, bodyOffset }: FrontMatter): string => {
  if (block === undefined || body === "") return "";
  const head = text.slice(0, bodyOffset);
  if (!head.endsWith("\n")) return "\n\n";
  const wasEmpty = bodyOffset === text.length;
  return !head.endsWith("\n\n") && (wasEmpty || body.startsWith("\n")) ? "\n" : "";
};

const isBroken = (front: FrontMatter): boolean => front.findings.some(({ severity }) => severity === "error");

/** Refuses what no edit could be trusted with: front matter that is broken, in conflict or misplaced. */
const readable = (text: string, path: string): FrontMatter => {
  const front = readFrontMatter(text, path);
  const error = front.findings.find(({ severity }) => severity === "error");
  if (error === undefined) return front;
  throw new WikiError("front_matter", { path, line: error.line, problem: error.message });
};

interface KeyChange {
  readonly key: string;
  readonly value: unknown;
  readonly path: string;
}

const withKey = (text: string, { key, value, path }: KeyChange): string => {
  const front = readable(text, path);
  const data = { ...front.data };
  const present = Object.hasOwn(data, key);
  if (present ? sameValue(data[key], value) : value === undefined) return text;
  if (front.block === undefined) return withBlock(text, `${keyText(key)}: ${flowValue(value)}\n`);
  delete data[key];
  const expected = value === undefined ? data : { ...data, [key]: value };
  const edit = { ...frontMatterLayout(front.block), block: front.block };
  for (const splices of waysToChange(edit, key, value)) {
    const edited = withSplices(
      text,
      splices.map((splice) => shifted(splice, front.blockOffset)),
    );
    const read = readFrontMatter(edited);
    if (!isBroken(read) && sameValue(read.data, expected) && bodyOf(read) === bodyOf(front)) return edited;
  }
  throw new WikiError("front_matter", {
    path,
    line: 1,
    problem: `"${key}" can't be changed without touching the rest.`,
  });
};

const waysToChange = (edit: BlockToEdit, key: string, value: unknown): readonly (readonly Splice[])[] => {
  if (value === undefined) return [splicesForRemoval(edit, key)];
  const entry = edit.entries.find((one) => one.key === key);
  if (entry !== undefined) return [[spliceForValue(edit, entry, value)]];
  return splicesForNewKey(edit, key, value).map((splice) => [splice]);
};

const shifted = ({ start, end, text }: Splice, by: number): Splice => ({ start: start + by, end: end + by, text });

const withBlock = (text: string, lines: string): string => {
  const empty = text === "" || text === "\uFEFF";
  return withSplices(text, [{ start: 0, end: 0, text: `---\n${lines}---\n${empty ? "" : "\n"}` }]);
};

/** Applies splices that count in the text without BOM and with LF; new lines end as the file's first line does. */
const withSplices = (original: string, splices: readonly Splice[]): string => {
  const lineEnd = /\r\n|\n|\r/.exec(original)?.[0] ?? "\n";
  let edited = "";
  let from = 0;
  for (const { start, end, text } of splices) {
    edited += original.slice(from, originalOffset(original, start)) + text.replaceAll("\n", lineEnd);
    from = originalOffset(original, end);
  }
  return edited + original.slice(from);
};

const originalOffset = (original: string, offset: number): number => {
  let at = original.startsWith("\uFEFF") ? 1 : 0;
  let left = offset;
  for (let pair = original.indexOf("\r\n", at); pair !== -1 && pair - at < left; pair = original.indexOf("\r\n", at)) {
    left -= pair - at + 1;
    at = pair + 2;
  }
  return at + left;
};

/** Equal as JSON, whatever the order of keys; an undefined field is no field. */
const sameValue = (a: unknown, b: unknown): boolean => {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const [first, second] = [fieldsOf(a), fieldsOf(b)];
  return (
    first.size === second.size &&
    [...first].every(([key, value]) => second.has(key) && sameValue(value, second.get(key)))
  );
};

const fieldsOf = (value: object): ReadonlyMap<string, unknown> =>
  new Map(Object.entries(value).filter(([, field]) => field !== undefined));
