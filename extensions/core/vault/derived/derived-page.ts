/** What the derived files tell of a page, so that they can be made without reading the page again. Pure. */

import type { FileState } from "../../../platform/platform.ts";
import { namesOf, type PageNames } from "../../pages/link-names.ts";
import { extractLinks } from "../../pages/links.ts";
import type { Page } from "../../pages/page.ts";
import { type LinkPlace, linkKeys } from "../../pages/resolve-link.ts";
import { registryEntry } from "./registry.ts";

export interface DerivedPage {
  readonly id: string;
  /** Relative to the vault's root. */
  readonly path: string;
  /** SHA-256 of the file's bytes. */
  readonly hash: string;
  /** The file's stat when it had these bytes. */
  readonly state: FileState;
  readonly type: string;
  readonly title: string;
  readonly description: string;
  /** The front matter's `created`, when it is a text. */
  readonly created: string;
  /** Its entry in the registry, as JSON. */
  readonly entry: string;
  readonly slugs: PageNames["slugs"];
  /** Each once. */
  readonly links: readonly LinkPlace[];
  /** What a page must be called for these links to depend on it. */
  readonly keys: readonly string[];
  /** Ids of the other pages that the links lead to, sorted, each once. */
  readonly to: readonly string[];
}

/** Without knowing yet where its links lead. */
export const derivedPageOf = (page: Page, file: Pick<DerivedPage, "hash" | "state">): DerivedPage => {
  const { id, path, type, title, description, data } = page;
  const links = distinctLinks(page.body);
  return {
    id,
    path,
    hash: file.hash,
    state: file.state,
    type,
    title,
    description,
    created: typeof data["created"] === "string" ? data["created"] : "",
    entry: registryEntry(page),
    slugs: namesOf(page).slugs,
    links,
    keys: [...new Set(links.flatMap(linkKeys))],
    to: [],
  };
};

const distinctLinks = (body: string): readonly LinkPlace[] => {
  const links = extractLinks(body).map(({ kind, target }): LinkPlace => ({ kind, target }));
  return [...new Map(links.map((link) => [`${link.kind} ${link.target}`, link])).values()];
};
