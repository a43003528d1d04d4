/** What the derived files tell of a vault's pages, brought in step with its index by reading changed pages alone. */

import type { FileState, Platform } from "../../../platform/platform.ts";
import type { IndexPart } from "../../recall/indexing/index-part.ts";
import { readIndexed } from "../../recall/indexing/indexed-files.ts";
import { isSameState } from "../../same-state.ts";
import { vaultPaths } from "../layout.ts";
import type { Vault } from "../vault.ts";
import { type DerivedPage, derivedPageOf } from "./derived-page.ts";
import type { DerivedPages } from "./derived-pages.ts";
import { openDerivedPagesStore } from "./derived-pages-store.ts";

/** The vault's index, which knows which files there are. */
export interface IndexedPages {
  readonly parts: readonly IndexPart[];
}

export interface KnownPages {
  /** The pages of the index: only those are read that changed. */
  current(indexed: IndexedPages, onProgress?: (done: number, total: number) => void): Promise<DerivedPages>;
  /** All pages will be read anew. */
  forget(): Promise<void>;
  /** Leaves nothing in the cache of pages that are gone: it is written whole with the next change. */
  purge(): Promise<void>;
}

export interface KnownPagesOptions {
  readonly vault: Vault;
  /** The product's own. */
  readonly version: string;
  /** Does the same for many pages somewhere else than on this thread. */
  readonly readElsewhere?: (() => Promise<void>) | undefined;
}

/** Above this many changed pages they are read elsewhere. */
const mostInline = 200;
/** Pages between two breaths, so that a session stays responsive. */
const pagesPerBreath = 20;

export const openKnownPages = (
  platform: Platform,
  { vault, version, readElsewhere }: KnownPagesOptions,
): KnownPages => {
  const files = platform.files(platform.paths.join(platform.environment.cacheRoot, vault.key));
  const store = openDerivedPagesStore(platform, { files, version });
  const { wiki } = vaultPaths[vault.layout];
  let loaded: Promise<DerivedPages> | undefined;
  const load = (): Promise<DerivedPages> => {
    loaded ??= store.load();
    return loaded;
  };
  const read = (state: FileState): DerivedPage | undefined => {
    const found = readIndexed(platform, vault, state);
    return found === undefined || "finding" in found ? undefined : derivedPageOf(found.page, found);
  };
  /** The pages as they are known, and how the index differs, once many changes were read elsewhere. */
  const compared = async (indexed: IndexedPages): Promise<readonly [DerivedPages, Differences]> => {
    const pages = await load();
    const found = differences(pages, indexed, wiki);
    if (readElsewhere === undefined || found.changed.length <= mostInline) return [pages, found];
    await readElsewhere();
    loaded = undefined;
    const again = await load();
    return [again, differences(again, indexed, wiki)];
  };
  return {
    async current(indexed, onProgress) {
      const [pages, { changed, found }] = await compared(indexed);
      for (const [at, state] of changed.entries()) {
        found.set(state.path, read(state));
        if (at % pagesPerBreath !== pagesPerBreath - 1) continue;
        onProgress?.(at + 1, changed.length);
        await platform.pause();
      }
      if (found.size > 0) await store.save(pages, pages.apply(found));
      return pages;
    },
    async forget() {
      loaded = undefined;
      await store.clear();
    },
    async purge() {
      await load();
      await store.clear();
    },
  };
};

interface Differences {
  /** Pages to be read. */
  readonly changed: readonly FileState[];
  /** Changes that need no reading: pages that are gone, and those whose stat alone is another. */
  readonly found: Map<string, DerivedPage | undefined>;
}

const differences = (known: DerivedPages, { parts }: IndexedPages, folder: string): Differences => {
  const changed: FileState[] = [];
  const found = new Map<string, DerivedPage | undefined>();
  const present = new Set<string>();
  for (const [part, number] of pagesIn(parts, folder)) {
    const state = part.state(number);
    const page = known.get(state.path);
    if (page === undefined) {
      changed.push(state);
      continue;
    }
    present.add(state.path);
    if (isSameState(page.state, state)) continue;
    if (page.hash === part.facts(number).hash) found.set(state.path, { ...page, state });
    else changed.push(state);
  }
  for (const path of goneFrom(known, present)) found.set(path, undefined);
  return { changed, found };
};

const goneFrom = (known: DerivedPages, present: ReadonlySet<string>): readonly string[] =>
  present.size === known.size ? [] : [...known.all()].map(({ path }) => path).filter((path) => !present.has(path));

function* pagesIn(parts: readonly IndexPart[], folder: string): Generator<readonly [IndexPart, number]> {
  for (const part of parts) {
    for (let page = 0; page < part.pageCount; page += 1) {
      if (part.live[page] === 1 && part.path(page).startsWith(`${folder}/`)) yield [part, page];
    }
  }
}
