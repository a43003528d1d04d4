/** One recalled page as text for the model. Pure, and light: hosts load it at their start. */

import { asData } from "./fence.ts";
import type { RecallHit } from "./recall.ts";

export const messageTag = "wiki-recall";

/** Personal pages first, each group by rank. */
export const byLayer = <T extends { readonly layer: string }>(items: readonly T[]): readonly T[] => [
  ...items.filter((item) => item.layer === "personal"),
  ...items.filter((item) => item.layer !== "personal"),
];

/** One page for the model: what it is, where it is, how far it may be believed, and its best passage. */
export const renderItem = (hit: RecallHit): string => {
  const title = hit.labels.includes("unconfirmed") ? `[unconfirmed] ${hit.title}` : hit.title;
  const facts = [
    hit.layer === "personal" ? "📓 personal" : "project",
    hit.type,
    ...hit.labels.filter((label) => label !== "unconfirmed"),
    ...(hit.date === undefined ? [] : [hit.date.slice(0, 10)]),
    ...(hit.sources.length === 0 ? [] : [`from ${hit.sources.slice(0, 3).join(", ")}`]),
  ];
  const head = [`## ${title}`, `[[${hit.id}]] (${facts.join("; ")})`, hit.path].map(oneLine);
  return asData([...head, hit.excerpt].join("\n"), messageTag);
};

/** A page with no more than its name and place, where there is no room for its text. */
export const renderLink = (hit: RecallHit): string =>
  asData([`## ${hit.title}`, `[[${hit.id}]]`, hit.path].map(oneLine).join("\n"), messageTag);

/** What front matter says stays on its line: below it begins the text. */
const oneLine = (text: string): string => text.replace(/\s+/g, " ");
