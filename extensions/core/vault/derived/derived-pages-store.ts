/**
 * Keeps what the derived files tell of pages in the vault's cache folder: `pages.jsonl`, all of them, and
 * `pages-delta.jsonl`, those that changed since. The first line names the format, each other one is a page.
 * Made by another version, or damaged, they are as good as absent.
 */

import type { Files, Platform } from "../../../platform/platform.ts";
import { type CheckedFile, checkedFiles } from "../checked-file-store.ts";
import type { DerivedPage } from "./derived-page.ts";
import { DerivedPages } from "./derived-pages.ts";

export interface DerivedPagesStore {
  load(): Promise<DerivedPages>;
  /** `changed`: paths of pages that changed since the last load or save. */
  save(pages: DerivedPages, changed: Iterable<string>): Promise<void>;
  /** From now on nothing is kept. */
  clear(): Promise<void>;
}

const baseFile = "pages.jsonl";
const deltaFile = "pages-delta.jsonl";
const format = 1;
/** A delta of more pages than this share of all, and than a few, becomes part of the base. */
const mergeShare = 0.1;
const smallestMerge = 50;

/** The first line. */
interface Header {
  readonly format: number;
  readonly version: string;
  /** Paths of pages that went. */
  readonly gone: readonly string[];
}

/** Lines between two breaths. */
const linesPerBreath = 500;

/** A page as a short row, for there may be many. */
type Row = readonly [
  path: string,
  file: readonly [hash: string, size: number, mtimeMs: number, inode: number],
  texts: readonly [id: string, type: string, title: string, description: string, created: string, entry: string],
  slugs: DerivedPage["slugs"],
  links: readonly (readonly [kind: DerivedPage["links"][number]["kind"], target: string])[],
  keys: readonly string[],
  to: readonly string[],
];

const rowOf = ({ path, hash, state, links, slugs, keys, to, ...page }: DerivedPage): Row => [
  path,
  [hash, state.size, state.mtimeMs, state.inode],
  [page.id, page.type, page.title, page.description, page.created, page.entry],
  slugs,
  links.map(({ kind, target }) => [kind, target]),
  keys,
  to,
];

const pageOf = ([path, file, texts, slugs, links, keys, to]: Row): DerivedPage => {
  const [hash, size, mtimeMs, inode] = file;
  const [id, type, title, description, created, entry] = texts;
  const state = { path, size, mtimeMs, inode };
  const places = links.map(([kind, target]) => ({ kind, target }));
  return { id, path, hash, state, type, title, description, created, entry, slugs, links: places, keys, to };
};

/** `version` is the product's own. */
export const openDerivedPagesStore = (
  platform: Platform,
  { files, version }: { readonly files: Files; readonly version: string },
): DerivedPagesStore => {
  const checked = checkedFiles(platform, files);
  let baseHash: string | undefined;
  let changedSince = new Set<string>();

  /** Undefined for a file of another format or version. */
  const parse = async (file: CheckedFile | undefined): Promise<(Header & { pages: DerivedPage[] }) | undefined> => {
    if (file === undefined) return undefined;
    const [first = "", ...lines] = new TextDecoder().decode(file.content).split("\n");
    // Whole, as the checksum says, and written below.
    const header = JSON.parse(first) as Header;
    if (header.format !== format || header.version !== version) return undefined;
    const pages: DerivedPage[] = [];
    for (const line of lines) {
      pages.push(pageOf(JSON.parse(line) as Row));
      if (pages.length % linesPerBreath === 0) await platform.pause();
    }
    return { ...header, pages };
  };
  const write = (name: string, content: Content, belongsTo?: string): Promise<string | undefined> => {
    const header: Header = { format, version, gone: content.gone };
    const lines = [header, ...content.pages.map(rowOf)].map((line) => JSON.stringify(line));
    return checked.write(name, new TextEncoder().encode(lines.join("\n")), belongsTo);
  };

  return {
    async load() {
      const file = checked.read(baseFile);
      const base = await parse(file);
      baseHash = base && file?.hash;
      changedSince = new Set();
      if (base === undefined) return new DerivedPages();
      const changes = checked.read(deltaFile);
      const delta = changes?.belongsTo === baseHash ? await parse(changes) : undefined;
      if (delta === undefined) return new DerivedPages(base.pages);
      changedSince = new Set([...delta.pages.map(({ path }) => path), ...delta.gone]);
      const kept = base.pages.filter(({ path }) => !changedSince.has(path));
      return new DerivedPages([...kept, ...delta.pages]);
    },
    async save(pages, changed) {
      for (const path of changed) changedSince.add(path);
      if (changedSince.size === 0) return;
      const all = [...pages.all()];
      if (baseHash === undefined || changedSince.size > Math.max(smallestMerge, all.length * mergeShare)) {
        baseHash = await write(baseFile, { pages: all, gone: [] });
        changedSince = new Set();
        return;
      }
      const present = [...changedSince].flatMap((path) => pages.get(path) ?? []);
      const gone = [...changedSince].filter((path) => pages.get(path) === undefined);
      await write(deltaFile, { pages: present, gone }, baseHash);
    },
    async clear() {
      baseHash = undefined;
      await checked.remove(baseFile);
      await checked.remove(deltaFile);
    },
  };
};

interface Content {
  readonly pages: readonly DerivedPage[];
  readonly gone: readonly string[];
}
