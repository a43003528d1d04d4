/** One recalled page as text for the model. Pure, and light: hosts load it at their start. */

import { asLine, visible } from "../visible.ts";
import { asData } from "./fence.ts";
import type { RecallHit } from "./recall.ts";

export const messageTag = "wiki-recall";

/** Personal pages first, each group by rank. */
export const byLayer = <T extends { readonly layer: string }>(items: readonly T[]): readonly T[] => [
  ...items.filter((item) => item.layer === "personal"),
  ...items.filter((item) => item.layer !== "personal"),
];

/** What is told of a page that is shown. */
export type ShownPage = Pick<
  RecallHit,
  "id" | "path" | "layer" | "title" | "type" | "labels" | "date" | "sources" | "excerpt"
>;

/** One page for the model: what it is, where it is, how far it may be believed, and its best passage as a quotation. */
export const renderItem = (hit: ShownPage): string => {
  const facts = [
    hit.layer === "personal" ? "📓 personal" : "project",
    asFact(hit.type).replace(/[()[\]]/g, " "),
    ...hit.labels.filter((label) => label !== "unconfirmed").map(asFact),
    ...(hit.date === undefined ? [] : [asFact(hit.date.slice(0, 10))]),
    ...(hit.sources.length === 0 ? [] : [`from ${hit.sources.slice(0, 3).map(asFact).join(", ")}`]),
  ];
  const head = [titleOf(hit), `${linkOf(hit)} (${facts.join("; ")})`, asLine(hit.path)];
  return asData([...head, ...quoted(hit.excerpt)].join("\n"), messageTag);
};

/** A page with no more than its name and place, where there is no room for its text. */
export const renderLink = (hit: RecallHit): string =>
  asData([titleOf(hit), linkOf(hit), asLine(hit.path)].join("\n"), messageTag);

const longestTitle = 200;
const longestFact = 120;

/** A draft says so before all else. */
const titleOf = ({ title, labels }: ShownPage): string =>
  `## ${labels.includes("unconfirmed") ? "[unconfirmed] " : ""}${asLine(title, longestTitle)}`;

/** An id is the name of a file, and may try to end its link. */
const linkOf = ({ id }: ShownPage): string => `[[${asLine(id).replace(/\](?=\])/g, "] ")}]]`;

/** One of several: it can't begin another. */
const asFact = (text: string): string => asLine(text, longestFact).replace(/;/g, ",");

/** Each line is marked, so that no text of a page can pass for the head of another page. */
const quoted = (excerpt: string): readonly string[] =>
  excerpt === ""
    ? []
    : visible(excerpt)
        .split("\n")
        .map((line) => `> ${line}`);
