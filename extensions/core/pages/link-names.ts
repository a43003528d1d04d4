/** All names by which links find pages; pages come and go one by one. Pure. */

import type { Page } from "./page.ts";
import { slugify } from "./slug.ts";

export type LinkedPage = Pick<Page, "id" | "title" | "aliases">;

/** What links can lead to, by all the names it goes by. */
export interface LinkTargets {
  readonly pages: ReadonlySet<string>;
  readonly packets: ReadonlySet<string>;
  /** Page ids by their lower-case form. */
  readonly folded: ReadonlyMap<string, readonly string[]>;
  /** Page ids by slugs of their last part, of their titles and of their aliases; an earlier map goes first. */
  readonly named: readonly ReadonlyMap<string, readonly string[]>[];
}

/** The names of one page: slugs of its id's last part, of its title, and of its aliases. */
export interface PageNames {
  readonly id: string;
  readonly slugs: readonly [own: readonly string[], title: readonly string[], aliases: readonly string[]];
}

export const namesOf = ({ id, title, aliases }: LinkedPage): PageNames => ({
  id,
  slugs: [[slugify(lastPart(id))], [slugify(title)], [...new Set(aliases.map(slugify))]],
});

const lastPart = (id: string): string => id.slice(id.lastIndexOf("/") + 1);

type Groups = Map<string, string[]>;

export class LinkNames implements LinkTargets {
  readonly pages = new Set<string>();
  readonly packets: ReadonlySet<string>;
  readonly folded: Groups = new Map();
  readonly named: readonly [Groups, Groups, Groups] = [new Map(), new Map(), new Map()];

  constructor(packetIds: Iterable<string> = []) {
    this.packets = new Set(packetIds);
  }

  add({ id, slugs }: PageNames): void {
    this.pages.add(id);
    join(this.folded, id.toLowerCase(), id);
    for (const [nth, groups] of this.named.entries()) for (const slug of slugs[nth] ?? []) join(groups, slug, id);
  }

  remove({ id, slugs }: PageNames): void {
    this.pages.delete(id);
    leave(this.folded, id.toLowerCase(), id);
    for (const [nth, groups] of this.named.entries()) for (const slug of slugs[nth] ?? []) leave(groups, slug, id);
  }
}

const join = (groups: Groups, name: string, id: string): void => {
  const ids = groups.get(name);
  if (ids === undefined) groups.set(name, [id]);
  else if (!ids.includes(id)) ids.push(id);
};

const leave = (groups: Groups, name: string, id: string): void => {
  const left = (groups.get(name) ?? []).filter((other) => other !== id);
  if (left.length === 0) groups.delete(name);
  else groups.set(name, left);
};

/**
 * Where a link to the page could be told by: a link that `linkKeys` gives none of them for leads to the same place
 * whether the page is there or not.
 */
export const nameKeys = ({ id, slugs }: PageNames): readonly string[] => [
  lastPart(id).toLowerCase(),
  ...slugs.flat(),
  unsureKey,
];

/** Of links whose last part can't be told from their spelling, such as `a/..`. */
export const unsureKey = "..";
