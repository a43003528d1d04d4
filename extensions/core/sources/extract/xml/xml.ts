/** XML: feeds as their items, everything else as an outline that keeps all text and attributes. */

import { decodeText } from "../decode-text.ts";
import { type Extract, refusal } from "../extractor.ts";
import { feedOf, renderFeed } from "./feed.ts";
import { childNamed, parseXml, textOfXml, type XmlElement, type XmlNode } from "./xml-document.ts";

export const extractXml: Extract = async (bytes, { contentType, url }) => {
  const decoded = decodeText(bytes, contentType);
  if (decoded === undefined) throw refusal("extraction_failed", "its encoding is not declared");
  const root = await parseXml(decoded.text);
  const feed = feedOf(root);
  if (feed !== undefined) {
    return { title: feed.title, markdown: await renderFeed(feed, url), notes: decoded.notes };
  }
  const title = textOfXml(childNamed(root, "title")) || undefined;
  return { title, markdown: outlineOfXml(root), notes: decoded.notes };
};

// Deeper lists are not indented further: spaces would outgrow the text.
const maxIndent = 16;

export const outlineOfXml = (root: XmlElement): string => `${linesOf(root, 0).join("\n")}\n`;

const linesOf = (element: XmlElement, depth: number): readonly string[] => {
  const inner = element.children.filter((child) => !isBlank(child));
  const isLeaf = inner.every((child) => typeof child === "string");
  const isMixed = !isLeaf && inner.some((child) => typeof child === "string");
  // Elements among text are emphasis and the like: their text is read as one.
  const text = isLeaf || isMixed ? textOfXml(element) : "";
  const head = `${"  ".repeat(Math.min(depth, maxIndent))}- ${labelOf(element)}${text === "" ? "" : `: ${plain(text)}`}`;
  const below = isLeaf || isMixed ? [] : inner.flatMap((child) => (isElement(child) ? linesOf(child, depth + 1) : []));
  return [head, ...below];
};

const isElement = (node: XmlNode): node is XmlElement => typeof node !== "string";

const isBlank = (node: XmlNode): boolean => typeof node === "string" && node.trim() === "";

const labelOf = ({ name, attributes }: XmlElement): string => {
  const pairs = Object.entries(attributes).map(([key, value]) => `${key}="${plain(value.replace(/\s+/g, " "))}"`);
  return `**${name}**${pairs.length === 0 ? "" : ` (${pairs.join(", ")})`}`;
};

/** Text that can't be taken for an HTML tag. */
const plain = (text: string): string => text.replace(/<(?=[a-z/!?])/gi, "\\<");
