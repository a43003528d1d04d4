/** Which pages of a vault are linked, whichever of the two has the link. */

import { linkTargets, resolveLink } from "../../pages/resolve-link.ts";
import { type LivePage, livePages } from "./recall-index.ts";
import type { VaultIndex } from "./vault-index.ts";

export interface LinkGraph {
  /** Its part is numbered within the vault's index. */
  page(id: string): LivePage | undefined;
  /** Ids of the pages that a page links to or that link to it, sorted. */
  neighbours(id: string): readonly string[];
  /** Ids of the pages that a page links to, sorted. */
  linkedFrom(id: string): readonly string[];
}

const known = new WeakMap<VaultIndex, { readonly version: number; readonly graph: LinkGraph }>();

/** Made once for each state of an index: every page's links must be looked at for those that lead back. */
export const linkGraphOf = (index: VaultIndex): LinkGraph => {
  const made = known.get(index);
  if (made?.version === index.version) return made.graph;
  const graph = makeGraph(index);
  known.set(index, { version: index.version, graph });
  return graph;
};

const makeGraph = (index: VaultIndex): LinkGraph => {
  const pages = new Map([...livePages(index.parts)].map((page) => [page.facts.id, page]));
  const facts = [...pages.values()].map((page) => page.facts);
  const texts = new Map(facts.flatMap(({ id }) => (id.startsWith("raw/") ? [[packetOf(id), id] as const] : [])));
  const targets = linkTargets(facts, texts.keys());
  const neighbours = new Map<string, Set<string>>();
  const linked = new Map<string, Set<string>>();
  const connect = (ends: Map<string, Set<string>>, from: string, to: string): void => {
    ends.set(from, (ends.get(from) ?? new Set()).add(to));
  };
  for (const { part, page, facts: from } of pages.values()) {
    for (const link of index.parts[part]?.links(page) ?? []) {
      const whole = { ...link, label: "", offset: 0 };
      const found = resolveLink(whole, from.id, targets).id;
      const to = found === undefined ? undefined : (texts.get(found) ?? found);
      if (to === undefined || to === from.id) continue;
      connect(linked, from.id, to);
      connect(neighbours, from.id, to);
      connect(neighbours, to, from.id);
    }
  }
  return {
    page: (id) => pages.get(id),
    neighbours: (id) => [...(neighbours.get(id) ?? [])].sort(),
    linkedFrom: (id) => [...(linked.get(id) ?? [])].sort(),
  };
};

const packetOf = (id: string): string => id.slice(id.lastIndexOf("/") + 1);
