/**
 * Parses a page and takes out what a reader would not see or what must not be carried along: scripts,
 * hidden text, frames, embedded images. The only file that imports linkedom.
 */

import { refusal } from "../extractor.ts";
import type { HtmlDocument, HtmlElement } from "./html-element.ts";
import { spreadSpans } from "./table-spans.ts";

export interface HtmlPage {
  readonly document: HtmlDocument;
  /** Elements left after cleaning: what any further work on the page will cost. */
  readonly elements: number;
}

/** `url` makes links absolute; without it they stay as they are. */
export const parsePage = async (html: string, url: string | undefined): Promise<HtmlPage> => {
  const { parseHTML } = await import("linkedom");
  // linkedom's types need the browser's; this names the part of them that we use.
  const parse = (text: string): HtmlDocument => parseHTML(text).document as unknown as HtmlDocument;
  const wrapped = `<!doctype html><html><body>${html}</body></html>`;
  const asGiven = /<(html|body|head)[\s>]/i.test(html) ? parse(html) : undefined;
  // A page whose tags are all in a comment has no element at all.
  const document = asGiven?.querySelector("*") ? asGiven : parse(wrapped);
  const base = resolve(document.querySelector("base")?.getAttribute("href") ?? "", url) ?? url;
  const elements = elementsBelow(document.documentElement);
  const kept = elements.filter((element) => keeps(element, { document, base }));
  spreadSpans(
    document,
    kept.filter(({ localName }) => localName === "table"),
  );
  return { document, elements: kept.length };
};

// As deep as browsers go; the conversion to Markdown takes the square of the depth, and then the stack.
const maxDepth = 512;

const elementsBelow = (root: HtmlElement): readonly HtmlElement[] => {
  const found: HtmlElement[] = [];
  const open = [{ element: root, depth: 1 }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { element, depth } = next;
    if (depth > maxDepth) throw refusal("extraction_failed", "the page is nested too deeply");
    found.push(element);
    for (const child of element.children) open.push({ element: child, depth: depth + 1 });
  }
  return found;
};

interface Surroundings {
  readonly document: HtmlDocument;
  readonly base: string | undefined;
}

const removed: ReadonlySet<string> = new Set([
  "style",
  "template",
  "object",
  "embed",
  "applet",
  "canvas",
  "svg",
  "dialog",
  "input",
  "select",
  "textarea",
  "datalist",
]);
const media: ReadonlySet<string> = new Set(["iframe", "frame", "video", "audio"]);

/** Cleans one element; false when it was taken out. */
const keeps = (element: HtmlElement, around: Surroundings): boolean => {
  const { localName } = element;
  const isGone = removed.has(localName) || (localName === "script" && !isData(element)) || isHidden(element);
  if (isGone) element.remove();
  else if (media.has(localName)) linkInstead(element, around);
  else fixAddresses(element, around.base);
  return !isGone;
};

// Formulas, and metadata of the article; damaged metadata would make the extraction complain on our output.
const isData = (script: HtmlElement): boolean => {
  const type = script.getAttribute("type") ?? "";
  return /^math\//i.test(type) || (/^application\/ld\+json/i.test(type) && isJson(script.textContent));
};

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

const hiddenStyle =
  /(^|;)\s*(display\s*:\s*none|visibility\s*:\s*(hidden|collapse)|(opacity|font-size)\s*:\s*0(\.0+)?(px|em|rem|%|pt)?\s*(!|;|$)|(left|top|right|text-indent)\s*:\s*-\d{3,})/i;

// Pages hide their whole body until a script has run; that is no hidden text.
const isHidden = (element: HtmlElement): boolean => {
  if (element.localName === "body" || element.localName === "html") return false;
  return element.getAttribute("hidden") !== null || hiddenStyle.test(element.getAttribute("style") ?? "");
};

const linkInstead = (element: HtmlElement, { document, base }: Surroundings): void => {
  const source = element.getAttribute("src") ?? element.querySelector("source")?.getAttribute("src") ?? "";
  const address = resolve(source, base);
  if (address === undefined || !/^https?:/i.test(address)) {
    element.remove();
    return;
  }
  const link = document.createElement("a");
  link.setAttribute("href", address);
  link.innerHTML = element.localName === "iframe" || element.localName === "frame" ? "frame" : element.localName;
  element.replaceWith(link);
};

const fixAddresses = (element: HtmlElement, base: string | undefined): void => {
  if (element.localName === "a") fixLink(element, base);
  if (element.localName === "img") fixImage(element, base);
};

const fixLink = (element: HtmlElement, base: string | undefined): void => {
  const href = element.getAttribute("href");
  if (href === null) return;
  if (/^\s*(javascript|data|vbscript):/i.test(href)) element.removeAttribute("href");
  else if (!href.startsWith("#")) element.setAttribute("href", resolve(href, base) ?? href);
};

const fixImage = (element: HtmlElement, base: string | undefined): void => {
  const source = element.getAttribute("src") ?? "";
  if (/^\s*(data|javascript|blob):/i.test(source)) element.removeAttribute("src");
  else if (source !== "") element.setAttribute("src", resolve(source, base) ?? source);
};

const resolve = (address: string, base: string | undefined): string | undefined =>
  URL.canParse(address, base) ? new URL(address, base).href : undefined;
