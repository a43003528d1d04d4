/** The answer of `wiki_recall` as text for the model. Pure. */

import { dataNotice, fence } from "./fence.ts";
import type { RecallAnswer } from "./recall.ts";
import { byLayer, messageTag, renderItem } from "./render-hit.ts";
import { tokensOf } from "./tokens.ts";

const mostTokens = 2500;

/** Passages up to a token limit, the rest as one line a page. */
export const renderRecall = (answer: RecallAnswer, near: readonly string[]): string => {
  if (answer.hits.length === 0) return renderNone(answer, near);
  let spent = 0;
  const items = byLayer(answer.hits).map((hit) => {
    const item = renderItem(hit);
    spent += tokensOf(item);
    return spent <= mostTokens ? item : `## ${hit.title}\n[[${hit.id}]] ${hit.path}`;
  });
  return [fence(messageTag, [dataNotice, ...items].join("\n\n")), ...footnotes(answer)].join("\n");
};

const renderNone = (answer: RecallAnswer, near: readonly string[]): string => {
  const suggestion =
    near.length === 0 ? "" : ` Pages with similar titles: ${near.map((id) => `[[${id}]]`).join(", ")}.`;
  return [`No page matches.${suggestion}`, ...footnotes(answer)].join("\n");
};

const footnotes = (answer: RecallAnswer): readonly string[] => {
  const counts = new Map<string, number>();
  for (const { reason } of answer.excluded) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  const excluded = [...counts].map(([reason, count]) => `${count} ${reason}`).join(", ");
  return [
    ...(answer.corrected.length === 0
      ? []
      : [`Read as: ${answer.corrected.map(({ from, to }) => `${from} → ${to}`).join(", ")}.`]),
    ...(excluded === "" ? [] : [`Left out: ${excluded}.`]),
  ];
};
