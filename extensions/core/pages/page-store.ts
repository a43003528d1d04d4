/**
 * The pages of a vault on disk. Whatever changes one holds a lock, and its ledger event is written before
 * the change can be seen, with the hashes before and after.
 */

import type { Platform } from "../../platform/platform.ts";
import { WikiError } from "../errors.ts";
import { exactText } from "../exact-text.ts";
import type { JsonObject } from "../ledger/canonical.ts";
import type { EventKind, NewEvent } from "../ledger/event.ts";
import type { Ledger } from "../ledger/ledger-store.ts";
import { vaultPaths } from "../vault/layout.ts";
import {
  findPage,
  foldedIdsIn,
  foldId,
  isPageId,
  isTaken,
  newPagePath,
  type OnFinding,
  pageFileLimit,
  readPages,
} from "../vault/page-files.ts";
import type { Vault, WriteContext } from "../vault/vault.ts";
import type { Page } from "./page.ts";
import { folderOfType } from "./page-types.ts";
import { parsePage } from "./parse-page.ts";
import { renderPage } from "./render-page.ts";
import { slugify } from "./slug.ts";

/** A page as it now stands on disk. */
export interface StoredPage {
  readonly id: string;
  /** Absolute. */
  readonly path: string;
  /** SHA-256 of the file's bytes. */
  readonly hash: string;
}

/** What the ledger says of a change; the store adds `page`, and the hashes `before` and `after`. */
export interface PageEvent {
  readonly kind: EventKind;
  readonly details?: JsonObject;
  readonly withSeen?: true;
}

/** An exact id is refused when taken; a title takes the next free one: `-2`, `-3` and so on. */
export type PagePlace = { readonly id: string } | { readonly type: string; readonly title: string };

export type PageContent =
  | { readonly frontMatter: Readonly<Record<string, unknown>>; readonly body: string }
  | { readonly text: string };

export type NewPage = PagePlace & PageContent;

export interface NewPageFile {
  readonly id: string;
  readonly text: string;
  /** More details for this page's event. */
  readonly details?: JsonObject;
}

/** What became of one of many: it is stored, or its name was taken meanwhile, or it failed. */
export type Creation =
  | { readonly id: string; readonly outcome: "stored"; readonly page: StoredPage }
  | { readonly id: string; readonly outcome: "taken" }
  | { readonly id: string; readonly outcome: "failed"; readonly error: unknown };

export interface PageStore {
  /** Undefined for an id that has no page; too large or unreadable is a refusal. */
  read(id: string): Page | undefined;
  /** All pages by path; what can't be read as one is a finding. Findings inside pages stay in them. */
  readAll(onFinding?: OnFinding): readonly Page[];
  create(page: NewPage, context: WriteContext, event?: PageEvent): Promise<StoredPage>;
  /**
   * Creates the files that `choose` names, with all their events in one append; one that fails does not stop
   * the others. While it runs and until all is written, no other page is created through a store.
   */
  createMany(
    choose: () => readonly NewPageFile[],
    context: WriteContext,
    event?: PageEvent,
  ): Promise<readonly Creation[]>;
  /** Writes what `change` makes of the text; it may be called again when the file changed meanwhile. */
  edit(id: string, change: (text: string) => string, context: WriteContext, event?: PageEvent): Promise<StoredPage>;
  /** Removes the file; false when there is none. */
  remove(id: string, context: WriteContext, event: PageEvent): Promise<boolean>;
}

export interface PageStoreOptions {
  readonly platform: Platform;
  readonly vault: Vault;
  readonly ledger: Pick<Ledger, "append">;
}

export const openPages = (options: PageStoreOptions): PageStore => {
  const { platform, vault } = options;
  const { files } = vault;
  const createLock = `${vaultPaths[vault.layout].meta}/pages`;

  return {
    read: (id) => {
      const path = findPage(platform, vault, id);
      const text = path && files.readText(path, pageFileLimit);
      return path === undefined || text === undefined ? undefined : parsePage({ path, text });
    },
    readAll: (onFinding = () => undefined) => readPages(vault, onFinding),
    create: (page, context, event = created) =>
      files.withLock(createLock, () => createOne(options, { page, context, event })),
    createMany: (choose, context, event = created) =>
      files.withLock(createLock, () => createFiles(options, { pages: choose(), context, event })),
    edit: async (id, change, context, event = { kind: "page_edited" }) => {
      const path = present(options, id);
      return files.withLock(path, () => editFile(options, { id, path, change, context, event }));
    },
    remove: async (id, context, event) => {
      const path = findPage(platform, vault, id);
      return path !== undefined && files.withLock(path, () => removeFile(options, { id, path, context, event }));
    },
  };
};

const created: PageEvent = { kind: "page_created" };

interface Change {
  readonly context: WriteContext;
  readonly event: PageEvent;
}

const present = ({ platform, vault }: PageStoreOptions, id: string): string => {
  const path = findPage(platform, vault, id);
  if (path === undefined) throw new WikiError("page_not_found", { id });
  return path;
};

const createOne = async (
  options: PageStoreOptions,
  { page, context, event }: Change & { readonly page: NewPage },
): Promise<StoredPage> => {
  const text = "text" in page ? page.text : renderPage({ frontMatter: frontMatterOf(page), body: page.body });
  for (const id of candidateIds(options.vault, page)) {
    // Somebody who takes no lock may be faster; then the next id is as good.
    const [creation] = await createFiles(options, { pages: [{ id, text }], context, event });
    if (creation?.outcome === "failed") throw creation.error;
    if (creation?.outcome === "stored") return creation.page;
  }
  throw new WikiError("name_taken", { path: "id" in page ? page.id : page.title });
};

const frontMatterOf = (page: PagePlace & { readonly frontMatter: Readonly<Record<string, unknown>> }) =>
  "type" in page ? { type: page.type, title: page.title, ...page.frontMatter } : page.frontMatter;

/** Free ids for a page; one at most when the id is given. */
const candidateIds = function* (vault: Vault, place: PagePlace): Generator<string> {
  if ("id" in place) {
    refuseBadId(place.id);
    if (!isTaken(vault, place.id)) yield place.id.normalize("NFC");
    return;
  }
  const folder = folderOfType(place.type);
  const slug = slugify(place.title);
  const taken = foldedIdsIn(vault, folder);
  for (let count = 1; ; count += 1) {
    const id = `${folder}/${count === 1 ? slug : `${slug}-${count}`}`;
    if (!taken.has(foldId(id))) yield id;
  }
};

const refuseBadId = (id: string): void => {
  if (isPageId(id) && !id.includes("\\")) return;
  throw new WikiError("invalid_input", { what: "id", problem: `"${id}" can't name a page` });
};

/** What readers would leave aside is not written. */
const refuseUnfit = ({ id, text }: NewPageFile): void => {
  refuseBadId(id);
  const limit = pageFileLimit;
  if (text.length > limit) throw new WikiError("too_large", { path: id, bytes: text.length, limit });
};

const createFiles = async (
  { platform, vault, ledger }: PageStoreOptions,
  { pages, context, event }: Change & { readonly pages: readonly NewPageFile[] },
): Promise<readonly Creation[]> => {
  if (pages.length === 0) return [];
  pages.forEach(refuseUnfit);
  const hashes = pages.map(({ text }) => platform.hash(text));
  const events = pages.map(({ id, details }, index) =>
    withDetails(event, { ...details, page: id, after: hashes[index] ?? "" }),
  );
  await ledger.append(context, events);
  const results = await Promise.allSettled(
    pages.map(({ id, text }) => vault.files.create(newPagePath(vault, id), text)),
  );
  return pages.map(({ id }, index): Creation => {
    const result = results[index];
    if (result?.status === "rejected") return { id, outcome: "failed", error: result.reason };
    if (result?.value !== true) return { id, outcome: "taken" };
    const path = vault.files.absolute(newPagePath(vault, id));
    return { id, outcome: "stored", page: { id, path, hash: hashes[index] ?? "" } };
  });
};

const withDetails = (event: PageEvent, details: JsonObject): NewEvent => ({
  ...event,
  details: { ...event.details, ...details },
});

interface PresentPage extends Change {
  readonly id: string;
  /** Relative to the vault's root, as on disk. */
  readonly path: string;
}

/** An editor takes no lock: when it wrote between our reading and writing, its text is changed instead. */
const maxRounds = 5;

const editFile = async (
  { platform, vault, ledger }: PageStoreOptions,
  page: PresentPage & { readonly change: (text: string) => string },
): Promise<StoredPage> => {
  const { id, path, change, context, event } = page;
  const stored = (hash: string): StoredPage => ({ id, path: vault.files.absolute(path), hash });
  for (let round = 1; round <= maxRounds; round += 1) {
    const bytes = vault.files.read(path, pageFileLimit);
    if (bytes === undefined) throw new WikiError("page_not_found", { id });
    const before = platform.hash(bytes);
    const text = exactText(path, bytes);
    const changed = change(text);
    if (changed === text) return stored(before);
    const after = platform.hash(changed);
    await ledger.append(context, [withDetails(event, { page: id, before, after })]);
    if (hashOnDisk({ platform, vault }, path) !== before) continue;
    await vault.files.write(path, changed);
    return stored(after);
  }
  throw new WikiError("locked", { path, holder: "a program that keeps changing it" });
};

const removeFile = async (
  { platform, vault, ledger }: PageStoreOptions,
  { id, path, context, event }: PresentPage,
): Promise<boolean> => {
  const before = hashOnDisk({ platform, vault }, path);
  if (before === undefined) return false;
  await ledger.append(context, [withDetails(event, { page: id, before })]);
  await vault.files.remove(path);
  return true;
};

const hashOnDisk = ({ platform, vault }: Pick<PageStoreOptions, "platform" | "vault">, path: string) => {
  const bytes = vault.files.read(path);
  return bytes && platform.hash(bytes);
};
