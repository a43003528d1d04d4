/**
 * A vault's search index: three parts (the frozen base, the saved changes, the changes of this process), kept in
 * step with the files by their stat and confirmed by hash. Everything here can be rebuilt from the files.
 */

import type { FileState, Platform } from "../../../platform/platform.ts";
import { isWikiError } from "../../errors.ts";
import type { Finding } from "../../finding.ts";
import type { Page } from "../../pages/page.ts";
import { parsePage } from "../../pages/parse-page.ts";
import { isReservedName, vaultPaths } from "../../vault/layout.ts";
import { pageFileLimit } from "../../vault/page-files.ts";
import type { Vault } from "../../vault/vault.ts";
import { languageOf } from "../analysis/language.ts";
import { loadStemmers } from "../analysis/stem.ts";
import { type IndexCache, openIndexCache } from "./index-cache.ts";
import type { IndexPart } from "./index-part.ts";
import { type IndexedFile, IndexWriter } from "./index-writer.ts";
import { packetTextPage } from "./packet-text.ts";
import { encodeSegment } from "./segment.ts";

export interface RefreshOptions {
  /** Looks at every file, however recently that was done. */
  readonly full?: boolean;
  readonly onProgress?: (done: number, total: number) => void;
}

export interface VaultIndex {
  readonly vault: Vault;
  readonly parts: readonly IndexPart[];
  readonly findings: readonly Finding[];
  /** Changes with every change of the index. */
  readonly version: number;
  /** True while a refresh would not even look at the files. */
  isFresh(): boolean;
  /** Files that a refresh would have to read, found by stat alone. */
  pending(): number;
  /** Forgets everything and reads every file. */
  rebuild(onProgress?: RefreshOptions["onProgress"]): Promise<void>;
  /** Brings the index in step with the files; returns how many pages changed. */
  refresh(options?: RefreshOptions): Promise<number>;
  readonly hasChanges: boolean;
  /** Pages that refreshes of this process found added, changed or removed since the last call. */
  takeChanges(): readonly PageChange[];
  /** Writes what this process has learned to the cache; a large delta is merged into the base. */
  save(): Promise<void>;
  /** True when a page at that path, relative to the vault's root, is indexed. */
  has(path: string): boolean;
  /** Takes up what another process or thread has saved. */
  reload(): void;
  page(path: string): Page | undefined;
}

/** Hashes of a page's file; undefined for an absent one. */
export interface PageChange {
  readonly path: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

interface Place {
  readonly part: IndexPart;
  readonly page: number;
}

/** A sweep is trusted for a second, or for twenty times what it took: a large vault is not swept all the time. */
const trustedMs = 1000;
const trustedTimes = 20;
/** Pages between two breaths, so that a session stays responsive. */
const pagesPerBreath = 20;
const mergeShare = 0.1;
const smallestMerge = 50;

export const openIndex = (platform: Platform, vault: Vault): VaultIndex =>
  new OpenIndex(platform, vault, openIndexCache(platform, cacheFiles(platform, vault)));

const cacheFiles = (platform: Platform, vault: Vault) =>
  platform.files(platform.paths.join(platform.environment.cacheRoot, vault.key));

interface Sweep {
  readonly changed: readonly FileState[];
  readonly gone: readonly string[];
  readonly findings: readonly Finding[];
}

class OpenIndex implements VaultIndex {
  readonly vault: Vault;
  version = 0;
  readonly #platform: Platform;
  readonly #cache: IndexCache;
  #parts: IndexPart[] = [];
  #fresh = new IndexWriter();
  #baseHash: string | undefined;
  #places = new Map<string, Place>();
  #unreadable = new Map<string, { state: FileState; finding: Finding }>();
  #sweepFindings: readonly Finding[] = [];
  #folders: ReadonlyMap<string, number> = new Map();
  #sweptAt = Number.NEGATIVE_INFINITY;
  #sweepTook = 0;
  #running: Promise<number> | undefined;
  #changes: PageChange[] = [];

  constructor(platform: Platform, vault: Vault, cache: IndexCache) {
    this.#platform = platform;
    this.vault = vault;
    this.#cache = cache;
    this.reload();
  }

  get parts(): readonly IndexPart[] {
    return this.#parts;
  }

  get findings(): readonly Finding[] {
    return [...this.#sweepFindings, ...[...this.#unreadable.values()].map(({ finding }) => finding)];
  }

  reload(): void {
    const saved = this.#cache.load();
    this.#fresh = new IndexWriter();
    this.#baseHash = saved?.baseHash;
    this.#parts =
      saved === undefined ? [this.#fresh] : [saved.base, ...(saved.delta ? [saved.delta] : []), this.#fresh];
    this.#places = new Map();
    for (const part of this.#parts) this.#placePages(part);
    this.#sweptAt = Number.NEGATIVE_INFINITY;
    this.version += 1;
  }

  /** A later part's page replaces an earlier one's. */
  #placePages(part: IndexPart): void {
    for (let page = 0; page < part.pageCount; page += 1) {
      const path = part.path(page);
      this.#drop(path);
      this.#places.set(path, { part, page });
    }
  }

  #drop(path: string): void {
    const place = this.#places.get(path);
    if (place === undefined) return;
    place.part.live[place.page] = 0;
    this.#places.delete(path);
  }

  isFresh(): boolean {
    return this.#isRecent();
  }

  async rebuild(onProgress?: RefreshOptions["onProgress"]): Promise<void> {
    this.#fresh = new IndexWriter();
    this.#parts = [this.#fresh];
    this.#baseHash = undefined;
    this.#places = new Map();
    this.#unreadable.clear();
    await this.refresh({ full: true, ...(onProgress === undefined ? {} : { onProgress }) });
    this.#changes = [];
    this.version += 1;
  }

  has(path: string): boolean {
    return this.#places.has(path);
  }

  pending(): number {
    const { changed, gone } = this.#sweep();
    return changed.length + gone.length;
  }

  async refresh(options: RefreshOptions = {}): Promise<number> {
    // One at a time: a second caller gets what the running refresh finds, then looks for itself if it must.
    if (this.#running !== undefined) await this.#running;
    if (options.full !== true && this.#isRecent()) return 0;
    this.#running = this.#refresh(options);
    try {
      return await this.#running;
    } finally {
      this.#running = undefined;
    }
  }

  async #refresh({ onProgress }: RefreshOptions): Promise<number> {
    const sweep = this.#sweep();
    this.#sweepFindings = sweep.findings;
    for (const path of sweep.gone) {
      this.#noteChange(path, undefined);
      this.#drop(path);
    }
    let changes = sweep.gone.length;
    for (const [at, state] of sweep.changed.entries()) {
      if (await this.#index(state)) changes += 1;
      if (at % pagesPerBreath === pagesPerBreath - 1) {
        onProgress?.(at + 1, sweep.changed.length);
        await this.#platform.pause();
      }
    }
    if (changes > 0) this.version += 1;
    return changes;
  }

  #noteChange(path: string, after: string | undefined): void {
    const place = this.#places.get(path);
    this.#changes.push({ path, before: place?.part.facts(place.page).hash, after });
  }

  get hasChanges(): boolean {
    return this.#changes.length > 0;
  }

  takeChanges(): readonly PageChange[] {
    const changes = this.#changes;
    this.#changes = [];
    return changes;
  }

  /** Folders show added and removed files at once; files changed in place show by the next sweep. */
  #isRecent(): boolean {
    const trusted = Math.max(trustedMs, trustedTimes * this.#sweepTook);
    if (this.#platform.elapsed() - this.#sweptAt > trusted) return false;
    const now = this.#folderTimes();
    return now.size === this.#folders.size && [...now].every(([folder, time]) => this.#folders.get(folder) === time);
  }

  #folderTimes(): ReadonlyMap<string, number> {
    const { wiki, sources } = vaultPaths[this.vault.layout];
    return new Map([...this.vault.files.folderTimes(wiki), ...this.vault.files.folderTimes(sources)]);
  }

  #sweep(): Sweep {
    const began = this.#platform.elapsed();
    this.#folders = this.#folderTimes();
    const { files, findings } = filesToIndex(this.vault);
    const seen = new Set<string>();
    const changed: FileState[] = [];
    for (const state of files) {
      seen.add(state.path);
      if (!this.#isKnown(state)) changed.push(state);
    }
    const gone = [...this.#places.keys()].filter((path) => !seen.has(path));
    for (const path of [...this.#unreadable.keys()]) if (!seen.has(path)) this.#unreadable.delete(path);
    this.#sweptAt = this.#platform.elapsed();
    this.#sweepTook = this.#sweptAt - began;
    return { changed, gone, findings };
  }

  #isKnown(state: FileState): boolean {
    const place = this.#places.get(state.path);
    const known = place === undefined ? this.#unreadable.get(state.path)?.state : place.part.state(place.page);
    return known !== undefined && isSameState(known, state);
  }

  /** True when the page's content is new to the index. */
  async #index(state: FileState): Promise<boolean> {
    const read = readIndexed(this.#platform, this.vault, state);
    if ("finding" in read) {
      this.#drop(state.path);
      this.#unreadable.set(state.path, { state, finding: read.finding });
      return true;
    }
    this.#unreadable.delete(state.path);
    const place = this.#places.get(state.path);
    if (place !== undefined && place.part.facts(place.page).hash === read.hash) {
      place.part.touch(place.page, state);
      return false;
    }
    this.#noteChange(state.path, read.hash);
    await loadStemmers([languageOf(read.page.body)]);
    this.#drop(state.path);
    const page = this.#fresh.add(read);
    this.#places.set(state.path, { part: this.#fresh, page });
    return true;
  }

  async save(): Promise<void> {
    if (this.#fresh.pageCount === 0) return;
    const changedPages = this.#parts.slice(this.#baseHash === undefined ? 0 : 1).reduce(countLive, 0);
    const base = this.#baseHash === undefined ? 0 : (this.#parts[0]?.pageCount ?? 0);
    if (changedPages > Math.max(smallestMerge, base * mergeShare) || this.#baseHash === undefined) {
      const hash = await this.#cache.saveBase(encodeSegment(merge(this.#parts)));
      if (hash === undefined) return;
    } else if (!(await this.#cache.saveDelta(encodeSegment(merge(this.#parts.slice(1))), this.#baseHash))) {
      return;
    }
    const sweptAt = this.#sweptAt;
    this.reload();
    this.#sweptAt = sweptAt;
  }

  page(path: string): Page | undefined {
    const state = this.vault.files.state(path);
    const read = state && readIndexed(this.#platform, this.vault, state);
    return read !== undefined && "page" in read ? read.page : undefined;
  }
}

const countLive = (sum: number, part: IndexPart): number => {
  let live = 0;
  for (let page = 0; page < part.pageCount; page += 1) live += part.live[page] ?? 0;
  return sum + live;
};

const merge = (parts: readonly IndexPart[]): IndexWriter => {
  const merged = new IndexWriter();
  for (const part of parts) merged.append(part);
  return merged;
};

const isSameState = (known: FileState, state: FileState): boolean =>
  known.size === state.size && known.mtimeMs === state.mtimeMs && known.inode === state.inode;

const filesToIndex = (vault: Vault): { files: FileState[]; findings: Finding[] } => {
  const { wiki, sources } = vaultPaths[vault.layout];
  const pages = vault.files.scan(wiki, ".md");
  const packets = vault.files.scan(sources, "extracted.md");
  const isPage = (file: FileState): boolean => !isReservedName(file.path) && !file.path.includes("\n");
  const isPacketText = (file: FileState): boolean => /^[^/]+\/extracted\.md$/.test(file.path.slice(sources.length + 1));
  return {
    files: [...pages.files.filter(isPage), ...packets.files.filter(isPacketText)],
    findings: pages.skipped.map(({ path, reason }) => skipped(path, reason)),
  };
};

const readIndexed = (
  platform: Platform,
  vault: Vault,
  state: FileState,
): IndexedFile | { readonly finding: Finding } => {
  try {
    const bytes = vault.files.read(state.path, pageFileLimit) ?? new Uint8Array();
    const text = new TextDecoder().decode(bytes);
    const isPacket = state.path.startsWith(`${vaultPaths[vault.layout].raw}/`);
    const page = isPacket ? packetTextPage(vault, { path: state.path, text }) : parsePage({ path: state.path, text });
    return { page, state, hash: platform.hash(bytes) };
  } catch (error) {
    if (!isWikiError(error)) throw error;
    return { finding: unreadable(state.path, error.message, error.hint) };
  }
};

const skipped = (path: string, reason: string): Finding => ({
  code: `skipped-${reason}`,
  severity: "warning",
  path,
  line: 0,
  message: reason === "link" ? "is a link, and links are not followed" : `is not indexed (${reason})`,
  remedy: "Put the file itself into the vault.",
});

const unreadable = (path: string, message: string, remedy: string): Finding => ({
  code: "page-unreadable",
  severity: "error",
  path,
  line: 0,
  message,
  remedy,
});
