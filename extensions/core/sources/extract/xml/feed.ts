/** RSS and Atom feeds: one section an item. */

import { fragmentToMarkdown } from "../html/html.ts";
import { childNamed, childrenNamed, textOfXml, type XmlElement } from "./xml-document.ts";

export interface Feed {
  readonly title: string | undefined;
  readonly description: string;
  readonly items: readonly XmlElement[];
}

/** Undefined for XML that is no feed. */
export const feedOf = (root: XmlElement): Feed | undefined => {
  if (root.name === "feed") return makeFeed(root, childrenNamed(root, "entry"));
  const channel = childNamed(root, "channel");
  if (channel === undefined) return undefined;
  if (root.name === "rss") return makeFeed(channel, childrenNamed(channel, "item"));
  return root.name === "rdf:RDF" ? makeFeed(channel, childrenNamed(root, "item")) : undefined;
};

const makeFeed = (about: XmlElement, items: readonly XmlElement[]): Feed => ({
  title: textOfXml(childNamed(about, "title")) || undefined,
  description: textOfXml(childNamed(about, "description") ?? childNamed(about, "subtitle")),
  items,
});

export const renderFeed = async (feed: Feed, url: string | undefined): Promise<string> => {
  const parts = [`# ${feed.title ?? "Feed"}`];
  if (feed.description !== "") parts.push((await fragmentToMarkdown(feed.description, url)).trim());
  for (const item of feed.items) parts.push(await renderItem(item, url));
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
};

const renderItem = async (item: XmlElement, url: string | undefined): Promise<string> => {
  const link = linkOf(item);
  const title = await plainTitle(textOfXml(childNamed(item, "title")));
  const facts = [
    firstText(item, ["dc:creator", "author"]),
    firstText(item, ["pubDate", "dc:date", "published", "updated"]),
  ];
  const credit = [...facts.filter((fact) => fact !== ""), ...(link === "" ? [] : [`<${link}>`])].join(", ");
  const content = ["content:encoded", "content", "description", "summary"]
    .map((name) => childNamed(item, name))
    .find((element) => element !== undefined && textOfXml(element) !== "");
  const body = content === undefined ? "" : await fragmentToMarkdown(textOfXml(content), link || url);
  return [`## ${title || "Untitled"}`, credit, body.trim()].filter((part) => part !== "").join("\n\n");
};

const firstText = (item: XmlElement, names: readonly string[]): string =>
  names.map((name) => textOfXml(childNamed(item, name))).find((text) => text !== "") ?? "";

/** RSS has the address as text, Atom as an attribute. */
const linkOf = (item: XmlElement): string => {
  const links = childrenNamed(item, "link");
  const alternate = links.find((link) => (link.attributes["rel"] ?? "alternate") === "alternate");
  const address = alternate?.attributes["href"] ?? textOfXml(alternate);
  return /^https?:\/\/[^\s<>]+$/i.test(address) ? address : "";
};

const plainTitle = async (title: string): Promise<string> =>
  /[<&]/.test(title) ? (await fragmentToMarkdown(title)).replace(/\s+/g, " ").trim() : title;
