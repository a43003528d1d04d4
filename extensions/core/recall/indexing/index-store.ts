/**
 * A vault's search index: three parts (the frozen base, the saved changes, the changes of this process), kept in
 * step with the files by their stat and confirmed by hash. Everything here can be rebuilt from the files.
 */

import type { FileState, Platform } from "../../../platform/platform.ts";
import type { Finding } from "../../finding.ts";
import { isSameState } from "../../same-state.ts";
import type { Vault } from "../../vault/vault.ts";
import { languageOf } from "../analysis/language.ts";
import { loadStemmers } from "../analysis/stem.ts";
import { type IndexCache, openIndexCache } from "./index-cache.ts";
import type { IndexPart } from "./index-part.ts";
import { IndexWriter, mergeParts } from "./index-writer.ts";
import { readIndexed } from "./indexed-files.ts";
import { type PageChange, PageChanges } from "./page-changes.ts";
import { PagePlaces, type PlacedFacts } from "./page-places.ts";
import { encodeSegment, openSegment } from "./segment.ts";
import { isTrusted, type KnownFiles, type Sweep, sweepAgain, sweepFiles, sweptWith } from "./sweep.ts";
import type { RefreshOptions, VaultIndex } from "./vault-index.ts";

/** Pages between two breaths, so that a session stays responsive. */
const pagesPerBreath = 20;
const mergeShare = 0.1;
const smallestMerge = 50;

export const openIndex = (platform: Platform, vault: Vault): VaultIndex =>
  new OpenIndex(platform, vault, openIndexCache(platform, cacheFiles(platform, vault)));

const cacheFiles = (platform: Platform, vault: Vault) =>
  platform.files(platform.paths.join(platform.environment.cacheRoot, vault.key));

class OpenIndex implements VaultIndex {
  readonly vault: Vault;
  version = 0;
  readonly #platform: Platform;
  readonly #cache: IndexCache;
  #parts: IndexPart[] = [];
  #fresh = new IndexWriter();
  #baseHash: string | undefined;
  #places = new PagePlaces([]);
  #unreadable = new Map<string, { readonly state: FileState; readonly finding: Finding }>();
  readonly #changes = new PageChanges();
  /** The last sweep that the index is in step with. */
  #swept: Sweep | undefined;
  /** The sweep of `pending`, for the refresh that follows it at once. */
  #ahead: Sweep | undefined;
  /** Whether the index has once held all pages: only then is a new page a change. */
  #isWhole = false;
  #touched = 0;
  #isSavable = true;
  #working: Promise<unknown> = Promise.resolve();

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
    return [...(this.#swept?.findings ?? []), ...[...this.#unreadable.values()].map(({ finding }) => finding)];
  }

  changedPaths(): ReadonlySet<string> {
    return this.#changes.paths();
  }

  takeChanges(): readonly PageChange[] {
    return this.#changes.take();
  }

  reload(): void {
    const [wasWhole, before] = [this.#isWhole, this.#places];
    const saved = this.#cache.load();
    this.#baseHash = saved?.baseHash;
    this.#isWhole = saved !== undefined;
    this.#isSavable = true;
    this.#startWith(saved === undefined ? [] : [saved.base, ...(saved.delta ? [saved.delta] : [])]);
    if (wasWhole && this.#isWhole) this.#changes.compare(before, this.#places);
  }

  #startWith(frozen: readonly IndexPart[]): void {
    this.#fresh = new IndexWriter();
    this.#parts = [...frozen, this.#fresh];
    this.#places = new PagePlaces(this.#parts);
    this.#touched = 0;
    this.#swept = undefined;
    this.#ahead = undefined;
    this.version += 1;
  }

  find(path: string): PlacedFacts | undefined {
    return this.#places.find(path);
  }

  isFresh(): boolean {
    return isTrusted(this.#platform, this.vault, this.#swept);
  }

  pending({ full = true }: Pick<RefreshOptions, "full"> = {}): number {
    this.#ahead = this.#sweep(full);
    return this.#ahead.changed.length + this.#ahead.gone.length;
  }

  async refresh(options: RefreshOptions = {}): Promise<number> {
    const { paths, full } = options;
    if (paths !== undefined) return this.#alone(() => this.#look(paths));
    const isEnough = (): boolean => full !== true && this.#ahead === undefined && this.isFresh();
    if (isEnough()) return 0;
    return this.#alone(async () => (isEnough() ? 0 : this.#refresh(options)));
  }

  async rebuild(onProgress?: RefreshOptions["onProgress"]): Promise<void> {
    await this.#alone(async () => {
      const [wasWhole, before] = [this.#isWhole, this.#places];
      this.#baseHash = undefined;
      this.#isWhole = false;
      this.#unreadable.clear();
      this.#startWith([]);
      await this.#refresh({ full: true, ...(onProgress === undefined ? {} : { onProgress }) });
      if (wasWhole) this.#changes.compare(before, this.#places);
    });
  }

  /** One piece of work after the other: what one awaits must not change under it. */
  #alone<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#working.then(work, work);
    this.#working = turn.catch(() => undefined);
    return turn;
  }

  async #refresh({ full, asPending, onProgress }: RefreshOptions): Promise<number> {
    const ahead = this.#ahead;
    this.#ahead = undefined;
    const isEnough =
      isTrusted(this.#platform, this.vault, ahead) && (full !== true || (asPending === true && ahead.isFull));
    const sweep = isEnough ? ahead : this.#sweep(full === true);
    let changes = sweep.gone.filter((path) => this.#remove(path)).length;
    for (const [at, state] of sweep.changed.entries()) {
      if (await this.#index(state)) changes += 1;
      if (at % pagesPerBreath === pagesPerBreath - 1) {
        onProgress?.(at + 1, sweep.changed.length);
        await this.#platform.pause();
      }
    }
    this.#swept = sweep;
    this.#isWhole = true;
    if (changes > 0) this.version += 1;
    return changes;
  }

  async #look(paths: readonly string[]): Promise<number> {
    let changes = 0;
    for (const path of paths) {
      const state = this.vault.files.state(path);
      if (state !== undefined && isSameState(this.#knownState(path), state)) continue;
      if (state === undefined ? this.#remove(path) : await this.#index(state)) changes += 1;
    }
    if (changes > 0) this.version += 1;
    this.#swept &&= sweptWith(this.#swept, paths, { vault: this.vault, known: this.#known });
    return changes;
  }

  #sweep(full: boolean): Sweep {
    const [platform, known] = [this.#platform, this.#known];
    return full ? sweepFiles(platform, this.vault, known) : sweepAgain(platform, this.vault, known, this.#swept);
  }

  get #known(): KnownFiles {
    return {
      count: this.#places.count + this.#unreadable.size,
      paths: () => [...this.#places.paths(), ...this.#unreadable.keys()],
      state: (path) => this.#knownState(path),
    };
  }

  #knownState(path: string): FileState | undefined {
    return this.#places.state(path) ?? this.#unreadable.get(path)?.state;
  }

  /** True when a page was there. */
  #remove(path: string): boolean {
    this.#unreadable.delete(path);
    const facts = this.#places.facts(path);
    if (facts === undefined) return false;
    this.#places.drop(path);
    this.#noteChange({ path, before: facts.hash, after: undefined });
    return true;
  }

  /** True when the page's content is new to the index. */
  async #index(state: FileState): Promise<boolean> {
    const { path } = state;
    const read = readIndexed(this.#platform, this.vault, state);
    if (read === undefined || "finding" in read) {
      const wasThere = this.#remove(path);
      if (read !== undefined) this.#unreadable.set(path, { state, finding: read.finding });
      return wasThere;
    }
    this.#unreadable.delete(path);
    const before = this.#places.facts(path)?.hash;
    if (before === read.hash) {
      this.#places.touch(path, state);
      this.#touched += 1;
      return false;
    }
    const language = languageOf(read.page.body);
    await loadStemmers([language]);
    this.#places.set(path, this.#fresh, this.#fresh.add(read, language));
    this.#noteChange({ path, before, after: read.hash });
    return true;
  }

  #noteChange(change: PageChange): void {
    if (this.#isWhole) this.#changes.note(change);
  }

  save(): Promise<void> {
    return this.#alone(() => this.#save());
  }

  purge(): Promise<void> {
    return this.#alone(async () => {
      await this.#cache.clear();
      this.#baseHash = undefined;
    });
  }

  async #save(): Promise<void> {
    // A part of the pages is no index, and a folder that could not be written is not tried every turn.
    if (!this.#isWhole || !this.#isSavable) return;
    const base = this.#baseHash === undefined ? undefined : this.#parts[0];
    const changed = this.#parts
      .slice(base === undefined ? 0 : 1)
      .reduce((sum, part) => sum + part.totals.pages, this.#touched);
    const isLarge = base === undefined || changed > Math.max(smallestMerge, base.pageCount * mergeShare);
    if (isLarge && changed > 0) await this.#saveBase();
    else if (base !== undefined && this.#fresh.pageCount > 0) await this.#saveDelta(base);
  }

  async #saveBase(): Promise<void> {
    const bytes = encodeSegment(mergeParts(this.#parts));
    const hash = await this.#cache.saveBase(bytes);
    this.#isSavable = hash !== undefined;
    if (hash === undefined) return;
    this.#baseHash = hash;
    this.#freeze([], bytes);
  }

  async #saveDelta(base: IndexPart): Promise<void> {
    const bytes = encodeSegment(mergeParts(this.#parts.slice(1)));
    this.#isSavable = await this.#cache.saveDelta(bytes, this.#baseHash ?? "");
    if (this.#isSavable) this.#freeze([base], bytes);
  }

  /** Goes on with what was saved: it holds the same pages, so what was swept stays true. */
  #freeze(kept: readonly IndexPart[], saved: Uint8Array): void {
    const segment = openSegment(saved);
    if (segment === undefined) return;
    const [swept, touched] = [this.#swept, this.#touched];
    this.#startWith([...kept, segment]);
    this.#swept = swept;
    this.#touched = kept.length === 0 ? 0 : touched;
  }
}
