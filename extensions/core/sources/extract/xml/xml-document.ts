/** Parses XML into plain elements; the only file that imports fast-xml-parser. */

import { messageOf, refusal } from "../extractor.ts";

export interface XmlElement {
  /** With its prefix, as written. */
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlNode[];
}

export type XmlNode = XmlElement | string;

/** The root element; throws `extraction_failed` for XML that is malformed or refers to other files. */
export const parseXml = async (text: string): Promise<XmlElement> => {
  if (declaresExternalEntity(text)) {
    throw refusal("extraction_failed", "it declares external entities, which are never read");
  }
  const { XMLParser, XMLValidator } = await import("fast-xml-parser");
  // The parser alone would take malformed text without a word.
  const verdict = XMLValidator.validate(text);
  if (verdict !== true) throw refusal("extraction_failed", `line ${verdict.err.line}: ${verdict.err.msg}`);
  try {
    const tree: unknown = new XMLParser(options).parse(text);
    const roots = nodesOf(tree).filter((node) => typeof node !== "string");
    const root = roots[0];
    if (root === undefined) throw refusal("extraction_failed", "it has no elements");
    return root;
  } catch (error) {
    throw refusal("extraction_failed", messageOf(error), error);
  }
};

const declaresExternalEntity = (text: string): boolean => /<!ENTITY\s[^>]*\s(SYSTEM|PUBLIC)\s/.test(text);

const options = {
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: "",
  ignoreDeclaration: true,
  ignorePiTags: true,
  trimValues: false,
  // Numbers stay as they are written: 007 is not 7.
  parseTagValue: false,
  parseAttributeValue: false,
  // Without it, character references such as &#233; stay undecoded.
  htmlEntities: true,
  maxNestedTags: 256,
};

const textKey = "#text";
const attributesKey = ":@";

/** The parser gives one object an element, with the element's name as its key. */
const nodesOf = (value: unknown): readonly XmlNode[] => {
  if (!Array.isArray(value)) return [];
  return value.flatMap((item: unknown): readonly XmlNode[] => {
    const entries = entriesOf(item);
    const text = entries.find(([key]) => key === textKey);
    if (text !== undefined) return [String(text[1])];
    const element = entries.find(([key]) => key !== attributesKey);
    if (element === undefined) return [];
    const attributes = entries.find(([key]) => key === attributesKey)?.[1];
    return [{ name: element[0], attributes: textsOf(attributes), children: nodesOf(element[1]) }];
  });
};

const entriesOf = (value: unknown): [string, unknown][] =>
  typeof value === "object" && value !== null ? Object.entries(value) : [];

const textsOf = (value: unknown): Readonly<Record<string, string>> =>
  Object.fromEntries(entriesOf(value).map(([key, text]) => [key, String(text)]));

/** All text of a node, in one line. */
export const textOfXml = (node: XmlNode | undefined): string => rawText(node).replace(/\s+/g, " ").trim();

const rawText = (node: XmlNode | undefined): string => {
  if (node === undefined || typeof node === "string") return node ?? "";
  return node.children.map(rawText).join("");
};

export const childNamed = (element: XmlElement, name: string): XmlElement | undefined =>
  element.children.find((child): child is XmlElement => typeof child !== "string" && child.name === name);

export const childrenNamed = (element: XmlElement, name: string): readonly XmlElement[] =>
  element.children.filter((child): child is XmlElement => typeof child !== "string" && child.name === name);
