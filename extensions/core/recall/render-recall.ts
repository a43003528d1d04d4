/** The answer of `wiki_recall` as text for the model. Pure. */

import { asLine } from "../visible.ts";
import { asData, dataNotice, fence } from "./fence.ts";
import type { RecallAnswer, RecallHit } from "./recall.ts";
import { byLayer, messageTag, renderItem, renderLink } from "./render-hit.ts";
import { tokensOf } from "./tokens.ts";

const mostTokens = 2500;

/** Passages up to a token limit, the best first; of the other pages name and place. */
export const renderRecall = (answer: RecallAnswer, near: readonly string[]): string => {
  if (answer.hits.length === 0) return renderNone(answer, near);
  const items = withinLimit(answer.hits);
  const shown = byLayer(answer.hits).map((hit) => items.get(hit) ?? renderLink(hit));
  return [fence(messageTag, [dataNotice, ...shown].join("\n\n")), ...footnotes(answer)].join("\n");
};

/** What each hit costs a model in that text. */
export const costsOf = ({ hits }: Pick<RecallAnswer, "hits">): ReadonlyMap<RecallHit, number> => {
  const items = withinLimit(hits);
  return new Map(hits.map((hit) => [hit, tokensOf(items.get(hit) ?? renderLink(hit))]));
};

const withinLimit = (hits: readonly RecallHit[]): ReadonlyMap<RecallHit, string> => {
  const items = new Map<RecallHit, string>();
  let spent = 0;
  for (const hit of hits) {
    const item = renderItem(hit);
    spent += tokensOf(item);
    if (spent > mostTokens) break;
    items.set(hit, item);
  }
  return items;
};

/** Names of pages are text of pages. */
const renderNone = (answer: RecallAnswer, near: readonly string[]): string => {
  if (near.length === 0) return ["No page matches.", ...footnotes(answer)].join("\n");
  const names = near.map((id) => `- [[${asLine(id)}]]`).join("\n");
  return ["No page matches. Pages with similar titles, as data:", fence(messageTag, names), ...footnotes(answer)].join(
    "\n",
  );
};

const footnotes = (answer: RecallAnswer): readonly string[] => {
  const counts = new Map<string, number>();
  for (const { reason } of answer.excluded) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  const excluded = [...counts].map(([reason, count]) => `${count} ${reason}`).join(", ");
  return [
    ...(answer.corrected.length === 0 ? [] : [`Read as: ${answer.corrected.map(correction).join(", ")}.`]),
    ...(excluded === "" ? [] : [`Left out: ${excluded}.`]),
  ];
};

/** Outside the fence: words only, which the index took from pages. */
const correction = ({ from, to }: RecallAnswer["corrected"][number]): string =>
  asData(`${asLine(from, longestWord)} → ${asLine(to, longestWord)}`, messageTag);

const longestWord = 40;
