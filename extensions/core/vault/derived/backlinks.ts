/** Renders `meta/backlinks.json`: which pages lead to a page. Pure. */

import type { DerivedPage } from "./derived-page.ts";

/** `pages` sorted by id. A page that nothing links to has an empty list. */
export const renderBacklinks = (pages: readonly Pick<DerivedPage, "id" | "to">[]): string => {
  const inbound = new Map<string, string[]>(pages.map(({ id }) => [id, []]));
  for (const { id, to } of pages) for (const target of to) inbound.get(target)?.push(id);
  const entries = [...inbound].map(([id, from]) => `  ${JSON.stringify(id)}: ${listText(from)}`);
  return entries.length === 0 ? "{}\n" : `{\n${entries.join(",\n")}\n}\n`;
};

const listText = (ids: readonly string[]): string =>
  ids.length === 0 ? "[]" : `[\n${ids.map((id) => `    ${JSON.stringify(id)}`).join(",\n")}\n  ]`;
