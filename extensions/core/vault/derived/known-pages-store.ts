/** What the derived files tell of a vault's pages, brought in step with its index by reading changed pages alone. */

import type { FileState, Platform } from "../../../platform/platform.ts";
import type { IndexPart } from "../../recall/indexing/index-part.ts";
import { readIndexed } from "../../recall/indexing/indexed-files.ts";
import { isSameState } from "../../recall/indexing/sweep.ts";
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
  /** How many pages would have to be read. */
  behind(indexed: IndexedPages): Promise<number>;
  catchUp(indexed: IndexedPages, onProgress?: (done: number, total: number) => void): Promise<void>;
  /** Takes up what another thread has kept. */
  reload(): void;
  /** All pages will be read anew. */
  forget(): Promise<void>;
  /** As of the last catching up: one for each id, sorted by id. */
  pages(): Promise<readonly DerivedPage[]>;
}

/** Pages between two breaths, so that a session stays responsive. */
const pagesPerBreath = 20;

export const openKnownPages = (
  platform: Platform,
  { vault, version }: { readonly vault: Vault; readonly version: string },
): KnownPages => {
  const files = platform.files(platform.paths.join(platform.environment.cacheRoot, vault.key));
  const store = openDerivedPagesStore(platform, { files, version });
  const { wiki } = vaultPaths[vault.layout];
  let loaded: Promise<DerivedPages> | undefined;
  const all = (): Promise<DerivedPages> => {
    loaded ??= store.load();
    return loaded;
  };
  const read = (state: FileState): DerivedPage | undefined => {
    const found = readIndexed(platform, vault, state);
    return found === undefined || "finding" in found ? undefined : derivedPageOf(found.page, found);
  };
  return {
    behind: async (indexed) => differences(await all(), pagesIn(indexed, wiki)).changed.length,
    async catchUp(indexed, onProgress) {
      const pages = await all();
      const { changed, found } = differences(pages, pagesIn(indexed, wiki));
      for (const [at, state] of changed.entries()) {
        found.set(state.path, read(state));
        if (at % pagesPerBreath !== pagesPerBreath - 1) continue;
        onProgress?.(at + 1, changed.length);
        await platform.pause();
      }
      if (found.size > 0) await store.save(pages, pages.apply(found));
    },
    reload() {
      loaded = undefined;
    },
    async forget() {
      loaded = undefined;
      await store.clear();
    },
    pages: async () => (await all()).live(),
  };
};

interface IndexedPage {
  readonly state: FileState;
  /** Of the page's content; asked for when the stat differs. */
  hash(): string;
}

function* pagesIn({ parts }: IndexedPages, folder: string): Generator<IndexedPage> {
  for (const part of parts) {
    for (let page = 0; page < part.pageCount; page += 1) {
      if (part.live[page] !== 1 || !part.path(page).startsWith(`${folder}/`)) continue;
      yield { state: part.state(page), hash: () => part.facts(page).hash };
    }
  }
}

interface Differences {
  /** Pages to be read. */
  readonly changed: readonly FileState[];
  /** Changes that need no reading: pages that are gone, and those whose stat alone is another. */
  readonly found: Map<string, DerivedPage | undefined>;
}

const differences = (known: DerivedPages, indexed: Iterable<IndexedPage>): Differences => {
  const changed: FileState[] = [];
  const found = new Map<string, DerivedPage | undefined>();
  const present = new Set<string>();
  for (const { state, hash } of indexed) {
    present.add(state.path);
    const page = known.get(state.path);
    if (page !== undefined && isSameState(page.state, state)) continue;
    if (page !== undefined && page.hash === hash()) found.set(state.path, { ...page, state });
    else changed.push(state);
  }
  for (const { path } of known.all()) if (!present.has(path)) found.set(path, undefined);
  return { changed, found };
};
