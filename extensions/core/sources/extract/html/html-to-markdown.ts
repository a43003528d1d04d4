/** Turns HTML that is already clean into Markdown, all of it; the only file that imports turndown. */

import type TurndownService from "turndown";

/** In linear time, unlike article extraction: fit for pages of any size. */
export const htmlToMarkdown = async (html: string): Promise<string> => {
  const service = await converter();
  // It takes its own tree from the text: with trees of others its tables would collapse.
  const markdown = service.turndown(html);
  return `${markdown.replace(/\u00a0/g, " ").trim()}\n`;
};

let shared: TurndownService | undefined;

const converter = async (): Promise<TurndownService> => {
  shared ??= await makeConverter();
  return shared;
};

const makeConverter = async (): Promise<TurndownService> => {
  const { default: Turndown } = await import("turndown");
  const service = new Turndown({
    headingStyle: "atx",
    hr: "---",
    bulletListMarker: "-",
    codeBlockStyle: "fenced",
    emDelimiter: "*",
  });
  service.remove(["script", "style", "noscript", "button"]);
  service.addRule("code block", { filter: "pre", replacement: (_content, node) => codeBlock(node) });
  service.addRule("image", { filter: "img", replacement: (_content, node) => image(node) });
  service.addRule("list item", { filter: "li", replacement: (content, node) => listItem(content, node) });
  service.addRule("table cell", { filter: ["td", "th"], replacement: (content) => ` ${oneLine(content)} |` });
  service.addRule("table row", { filter: "tr", replacement: (content, node) => row(content, node) });
  service.addRule("table part", { filter: ["thead", "tbody", "tfoot"], replacement: (content) => content });
  service.addRule("table", { filter: "table", replacement: (content) => `\n\n${content.trim()}\n\n` });
  service.addRule("caption", { filter: "caption", replacement: (content) => `\n\n${content.trim()}\n\n` });
  return service;
};

type Node = TurndownService.Node;

const image = (node: Node): string => {
  const alt = (node.getAttribute("alt") ?? "").replace(/[\s[\]]+/g, " ").trim();
  const source = node.getAttribute("src") ?? "";
  return source === "" ? alt : `![${alt}](${source.replace(/[\s()]/g, (character) => encodeURIComponent(character))})`;
};

const listItem = (content: string, node: Node): string => {
  const marker = markerOf(node);
  const indented = content.trim().replace(/\n(?=[^\n])/g, `\n${" ".repeat(marker.length)}`);
  return `${marker}${indented}\n`;
};

/** Numbers that were given, by list: items come in their order, and looking for their place takes too long. */
const given = new WeakMap<Node, number>();

const markerOf = (item: Node): string => {
  const list = item.parentNode;
  if (list?.nodeName !== "OL") return "- ";
  const first = Number(list.getAttribute("start") ?? 1);
  const number = (given.get(list) ?? (Number.isSafeInteger(first) ? first : 1) - 1) + 1;
  given.set(list, number);
  return `${number}. `;
};

const codeBlock = (node: Node): string => {
  const text = node.textContent.replace(/\n+$/, "");
  const runs = text.match(/`{3,}/g) ?? [];
  const fence = "`".repeat(runs.reduce((longest, run) => Math.max(longest, run.length + 1), 3));
  return `\n\n${fence}${languageOf(node)}\n${text}\n${fence}\n\n`;
};

/** Sites put the language on the block, on the code in it, or on a box around it. */
const languageOf = (node: Node): string => {
  const places = [node, node.querySelector("code"), node.parentNode];
  for (const place of places) {
    const data = place?.getAttribute?.("data-lang") ?? place?.getAttribute?.("data-language");
    const named = /(?:^|\s)(?:language|lang|highlight-source|brush:)[-:\s]*([\w+#.-]+)/.exec(
      place?.getAttribute?.("class") ?? "",
    );
    const language = data ?? named?.[1];
    if (language) return language.toLowerCase();
  }
  return "";
};

const oneLine = (content: string): string =>
  content
    .trim()
    .replace(/\|/g, "\\|")
    .replace(/\s*\n+\s*/g, "<br>");

const row = (content: string, node: Node): string => {
  const line = `|${content}`;
  const table = ancestor(node, "TABLE");
  if (table === undefined || table.querySelector("tr") !== node) return `${line}\n`;
  const width = widest(table);
  const missing = " |".repeat(Math.max(0, width - cellsOf(node)));
  return `${line}${missing}\n|${" --- |".repeat(width)}\n`;
};

const ancestor = (node: Node, name: string): Node | undefined => {
  let place = node.parentNode;
  while (place !== null && place.nodeName !== name) place = place.parentNode;
  return place ?? undefined;
};

const cellsOf = (node: Node): number =>
  Array.from(node.childNodes).filter((child) => /^T[DH]$/.test(child.nodeName)).length;

const widest = (table: Node): number =>
  Array.from(table.querySelectorAll("tr")).reduce((most, node) => Math.max(most, cellsOf(node)), 1);
