/** Turns links round: which pages lead to a page or packet. Pure. */

import { extractLinks } from "./links.ts";
import type { Page } from "./page.ts";
import { linkTargets, resolveLink } from "./resolve-link.ts";

export type LinkingPage = Pick<Page, "id" | "title" | "aliases" | "body">;

/**
 * The ids of the pages that link to each page, sorted, each once; a page that nothing links to has an empty list.
 * Packets are there when a page links to them. A page's links to itself do not count.
 */
export const backlinks = (
  pages: readonly LinkingPage[],
  packetIds: Iterable<string> = [],
): ReadonlyMap<string, readonly string[]> => {
  const known = linkTargets(pages, packetIds);
  const inbound = new Map<string, Set<string>>(pages.map(({ id }) => [id, new Set()]));
  for (const page of pages) {
    for (const link of extractLinks(page.body)) {
      const { id } = resolveLink(link, page.id, known);
      if (id === undefined || id === page.id) continue;
      const from = inbound.get(id) ?? new Set();
      inbound.set(id, from.add(page.id));
    }
  }
  return new Map([...inbound].map(([id, from]) => [id, [...from].sort()]));
};
