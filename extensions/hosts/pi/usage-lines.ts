/** Pages that are shown often and never used, as lines for the user. */

import type { UnusedPage } from "../../core/usage/usage-report.ts";
import { asLine } from "../../core/visible.ts";

const mostLines = 5;

export const unusedLines = (pages: readonly UnusedPage[]): readonly string[] => {
  if (pages.length === 0) return [];
  const rest = pages.length - mostLines;
  return [
    "Shown often and never used:",
    ...pages
      .slice(0, mostLines)
      .map(({ id, hits, tokens, proposal }) => `  [[${asLine(id)}]] ${hits} times, ${tokens} tokens. ${proposal}`),
    ...(rest > 0 ? [`  … and ${rest} more: pi-wiki usage`] : []),
  ];
};
