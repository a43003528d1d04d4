/** usage: what showing a page has cost, and what came of it. */

import type { UnusedPage, UsageOfPage } from "../../../core/usage/usage-report.ts";
import { asLine } from "../../../core/visible.ts";
import type { Paint } from "../paint.ts";
import { defineVerb } from "../verb.ts";

export const usage = defineVerb({
  name: "usage",
  summary: "Shows what pages have cost in tokens and what came of it; without ids, those shown often and never used.",
  words: { placeholder: "ID…", about: "Ids of pages.", take: "each", areIds: true },
  options: {},
  run: async ({ words: ids }, call) => {
    const { usage: use } = await call.workspace();
    if (ids.length > 0) {
      const pages = await use.pages(ids);
      return { data: { pages }, text: (paint) => pages.map((page) => pageText(page, paint)).join("\n") };
    }
    const pages = await use.unused();
    return { data: { pages }, text: (paint) => unusedText(pages, paint) };
  },
});

const pageText = (page: UsageOfPage, paint: Paint): string => {
  const { id, layer, outcomes, weight, last_hit: last } = page;
  const { observed, self } = outcomes;
  return [
    `${paint.strong(asLine(id))} (${layer})`,
    `  ${costText(page)}${last === null ? "" : `, last ${last.slice(0, 10)}`}`,
    `  seen to work ${observed.success} times, to fail ${observed.failure}; said to work ${self.success}, to fail ${self.failure}`,
    paint.dim(`  weighs ${weight} in its rank`),
  ].join("\n");
};

const costText = ({ hits, asked, adopted, tokens }: UsageOfPage): string =>
  `shown ${hits} times (${asked} asked for), ${tokens} tokens, used in ${adopted} ${adopted === 1 ? "session" : "sessions"}`;

const unusedText = (pages: readonly UnusedPage[], paint: Paint): string => {
  if (pages.length === 0) return "No page is shown often without being used.";
  return pages
    .map((page) => `${paint.strong(asLine(page.id))} (${page.layer})\n  ${costText(page)}\n  ${page.proposal}`)
    .join("\n");
};
