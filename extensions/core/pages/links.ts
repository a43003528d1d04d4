/** Finds the links in a page's text that lead to pages and packets. Pure. */

import { visibleText } from "./markdown-text.ts";

export interface Link {
  /** `source` and `trajectory` name a packet, in either syntax. */
  readonly kind: "wiki" | "markdown" | "source" | "trajectory";
  /** As written, decoded, without heading, query and label: `concepts/fog`, `../concepts/fog.md`, `Fog`. */
  readonly target: string;
  readonly label: string;
  /** Where the link begins in the body. */
  readonly offset: number;
}

/** Wikilinks, embeds and Markdown links to pages, in order; not those in code, comments or HTML. */
export const extractLinks = (body: string): readonly Link[] => {
  if (!/\[\[|\.md|(?:SRC|TRJ)-/i.test(body)) return [];
  const text = visibleText(body);
  const links = [...wikiLinks(text, body), ...markdownLinks(text, body), ...definitions(text)];
  return links.sort((a, b) => a.offset - b.offset);
};

const wikiPattern = /\[\[([^[\]\n]+)\]\]/g;

const wikiLinks = (text: string, body: string): readonly Link[] =>
  [...text.matchAll(wikiPattern)].flatMap(({ 1: inner = "", index }) => {
    const written = body.slice(index + 2, index + 2 + inner.length);
    const bar = written.indexOf("|");
    // In a table, the bar before the label is escaped.
    const place = (bar === -1 ? written : written.slice(0, bar)).replace(/\\$/, "");
    const target = withoutFragment(place).trim();
    if (isEscaped(text, index) || !isPageName(target)) return [];
    const label = bar === -1 ? place.trim() : written.slice(bar + 1).trim();
    return [{ kind: packetKind(target) ?? "wiki", target, label: label || target, offset: index }];
  });

const isPageName = (target: string): boolean =>
  target !== "" && !isAttachment(target) && !/^(?:[a-z]+:)?\/\//i.test(target);

/** The end of a link's label, its target, and a title. Bounded blanks keep it linear. */
const markdownPattern =
  /\]\(\s{0,3}(<[^<>\n]*>|[^\s()<>]*(?:\([^\s()<>]{0,200}\)[^\s()<>]*){0,9})(?:\s{1,3}(?:"[^"\n]*"|'[^'\n]*'|\([^()\n]*\)))?\s{0,3}\)/g;

const markdownLinks = (text: string, body: string): readonly Link[] => {
  const ends = [...text.matchAll(markdownPattern)].map(({ 1: place = "", index }) => ({
    target: pageTarget(place),
    index,
  }));
  if (ends.every(({ target }) => target === undefined)) return [];
  const starts = bracketPairs(text);
  return ends.flatMap(({ target, index }) => {
    const start = starts.get(index);
    if (target === undefined || start === undefined || isImage(text, start)) return [];
    return [markdownLink(target, { label: body.slice(start + 1, index), offset: start })];
  });
};

const definitionPattern = /^ {0,3}\[(?!\^)([^[\]\n]{1,200})\]:[ \t]{0,9}(<[^<>\n]*>|[^\s<>]+)/gm;

const definitions = (text: string): readonly Link[] =>
  [...text.matchAll(definitionPattern)].flatMap(({ 0: whole, 1: label = "", 2: place = "", index }) => {
    const target = pageTarget(place);
    if (target === undefined) return [];
    return [markdownLink(target, { label, offset: index + whole.indexOf("[") })];
  });

const markdownLink = (target: string, { label, offset }: { label: string; offset: number }): Link => ({
  kind: packetKind(target) ?? "markdown",
  target,
  label: label.replace(/\s+/g, " ").trim(),
  offset,
});

/** The path of a link's target, if it can be a page. */
const pageTarget = (place: string): string | undefined => {
  const path = withoutFragment(place.replace(/^<|>$/g, "").replace(/\\([!-/:-@[-`{-~])/g, "$1")).replace(/\?.*$/, "");
  const target = decoded(path);
  return isExternal(path) || !(/\.md$/i.test(target) || packetKind(target)) ? undefined : target;
};

const decoded = (path: string): string => {
  if (!path.includes("%")) return path;
  try {
    return decodeURIComponent(path);
  } catch (error) {
    if (error instanceof URIError) return path;
    throw error;
  }
};

const withoutFragment = (text: string): string => text.replace(/#[\s\S]*$/, "");

const isExternal = (path: string): boolean => /^(?:[a-z][a-z0-9+.-]+:|\/\/)/i.test(path);

const isAttachment = (target: string): boolean =>
  /\.(?:png|jpe?g|gif|svg|webp|avif|bmp|ico|pdf|mp[34]|m4a|wav|ogg|webm|mov|canvas|base|zip|csv|json)$/i.test(target);

const packetKind = (target: string): "source" | "trajectory" | undefined => {
  const id = packetIn(target);
  if (id === undefined || id.startsWith("CNV")) return undefined;
  return id.startsWith("SRC") ? "source" : "trajectory";
};

/** The packet id that a link's target names as its last part, or as a folder below `raw/`. */
export const packetIn = (target: string): string | undefined =>
  /(?:^|\/)((?:SRC|TRJ|CNV)-\d{4}-\d{2}-\d{2}-\d{3,})(?:\.md)?(?:$|\/)/i.exec(target)?.[1]?.toUpperCase();

const isEscaped = (text: string, at: number): boolean => {
  let slashes = 0;
  while (text[at - 1 - slashes] === "\\") slashes++;
  return slashes % 2 === 1;
};

const isImage = (text: string, start: number): boolean => text[start - 1] === "!" && !isEscaped(text, start - 1);

/** Where the bracket opens that one closes, for all of a text. */
const bracketPairs = (text: string): ReadonlyMap<number, number> => {
  const pairs = new Map<number, number>();
  const open: number[] = [];
  for (const { 0: found, index } of text.matchAll(/\\[\s\S]|[[\]]/g)) {
    if (found === "[") open.push(index);
    const start = found === "]" ? open.pop() : undefined;
    if (start !== undefined) pairs.set(index, start);
  }
  return pairs;
};
