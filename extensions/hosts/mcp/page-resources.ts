/** The pages of all layers as resources, `wiki://<layer>/<id>`: those that recall would show, and no others. */

import type { BrowsedPage } from "../../core/browse/browsed-page.ts";
import { asData, dataNotice, fence } from "../../core/recall/fence.ts";
import { messageTag, renderItem } from "../../core/recall/render-hit.ts";
import type { LayerName } from "../../core/vault/vault.ts";
import { asLine } from "../../core/visible.ts";
import type { Workspace } from "../../workspace.ts";
import { type ListedPage, type ListedPages, McpRefusal, type PageTemplate, type ReadPage } from "./served.ts";

export interface PageResources {
  list(cursor: string | undefined): Promise<ListedPages>;
  read(uri: string): Promise<ReadPage>;
}

export const pageTemplates: readonly PageTemplate[] = [
  {
    uriTemplate: "wiki://{layer}/{+id}",
    name: "page",
    description: "A wiki page by its layer (project or personal) and id, as wiki_recall gives them.",
  },
];

const pagesAtOnce = 100;

interface Found {
  readonly uri: string;
  /** The vault's place among those that are open. */
  readonly vault: number;
  readonly layer: LayerName;
  readonly page: BrowsedPage;
}

/** Where all is switched off, there are none. */
export const openPageResources = (workspace: Workspace, isOff: boolean): PageResources => {
  /** By their addresses; of two vaults of a layer the nearer one's. */
  const all = async (): Promise<ReadonlyMap<string, Found>> => {
    const { task } = await workspace.tasks.scope();
    const found = new Map<string, Found>();
    if (isOff) return found;
    for (const [vault, { layer, pages }] of (await workspace.browse.vaults()).entries()) {
      for (const page of pages) {
        const uri = uriOf(layer, page.id);
        if (!found.has(uri)) found.set(uri, { uri, vault, layer, page });
      }
    }
    return new Map([...found].filter(([, { page }]) => isShown(page, task)));
  };
  return {
    list: async (cursor) => {
      const after = cursor === undefined ? "" : decoded(cursor);
      // After the last one that was told, whatever came or went meanwhile.
      const rest = [...(await all()).values()].filter(({ uri }) => uri > after).sort(byUri);
      const pages = rest.slice(0, pagesAtOnce);
      const last = rest.length > pagesAtOnce ? pages.at(-1)?.uri : undefined;
      return { pages: pages.map(listed), next: last === undefined ? undefined : encoded(last) };
    },
    read: async (uri) => {
      const found = (await all()).get(normal(uri));
      const opened = found && (await workspace.browse.page({ vault: found.vault, id: found.page.id }));
      if (found === undefined || opened === undefined)
        throw new McpRefusal(
          "resource",
          `There is no page ${asLine(uri, 200)}, or it is withheld. Find one with wiki_recall.`,
        );
      const { id, title, type, labels, date } = found.page;
      const item = renderItem({
        ...{ id, title, type, labels },
        ...(date === null ? {} : { date }),
        layer: found.layer,
        path: opened.path,
        sources: opened.sources.map((source) => source.id),
        excerpt: opened.body.trim(),
      });
      return { uri: found.uri, text: fence(messageTag, [dataNotice, item].join("\n\n")) };
    },
  };
};

/** A page of a task is for whoever works on it. */
const isShown = ({ withheld, task }: BrowsedPage, own: string | undefined): boolean =>
  withheld === null && (task === null || task === own);

const byUri = (a: Found, b: Found): number => (a.uri < b.uri ? -1 : 1);

const uriOf = (layer: LayerName, id: string): string =>
  `wiki://${layer}/${id.split("/").map(encodeURIComponent).join("/")}`;

/** Clients fill the template in with more or less escaped. */
const normal = (uri: string): string => {
  const [, layer, id] = /^wiki:\/\/(project|personal)\/(.+)$/s.exec(uri) ?? [];
  if (layer === undefined || id === undefined) return uri;
  try {
    return uriOf(layer === "project" ? "project" : "personal", decodeURIComponent(id));
  } catch (error) {
    if (error instanceof URIError) return uri;
    throw error;
  }
};

const longestTitle = 200;

const listed = ({ uri, layer, page: { id, title, type, labels, date } }: Found): ListedPage => {
  const facts = [layer, type, ...labels, ...(date === null ? [] : [date.slice(0, 10)])];
  const draft = labels.includes("unconfirmed") ? "[unconfirmed] " : "";
  return {
    uri,
    name: asText(id),
    title: `${draft}${asText(title)}`,
    description: facts.map(asText).join("; "),
  };
};

const asText = (text: string): string => asData(asLine(text, longestTitle), messageTag);

const encoded = (uri: string): string => Buffer.from(uri).toString("base64url");

const decoded = (cursor: string): string => {
  const uri = Buffer.from(cursor, "base64url").toString();
  if (encoded(uri) !== cursor) throw new McpRefusal("params", "The cursor is none of ours.");
  return uri;
};
