/**
 * The pages of a vault as the derived files tell of them. A page that comes, changes or goes takes its own links
 * along, and those links of other pages that its names decide about; nothing else is looked at. Pure.
 */

import { LinkNames, nameKeys, unsureKey } from "../../pages/link-names.ts";
import { type LinkPlace, resolveLink } from "../../pages/resolve-link.ts";
import type { DerivedPage } from "./derived-page.ts";

/** Numbers that change with what they stand for. */
export interface Editions {
  /** Ids, types, titles and dates: what a list of the pages shows. */
  readonly listing: number;
  /** Ids, and which page leads to which. */
  readonly links: number;
}

export class DerivedPages {
  readonly #byPath = new Map<string, DerivedPage>();
  /** For each id the path of the page that counts: of several files the first by path. */
  readonly #pathOf = new Map<string, string>();
  /** All paths of an id, where there are several: names that differ by their Unicode form alone. */
  readonly #twins = new Map<string, ReadonlySet<string>>();
  /** Made when links must be followed for the first time. */
  #names: LinkNames | undefined;
  #sorted: DerivedPage[] | undefined;
  readonly #editions = { listing: 0, links: 0 };

  /** The pages must know where their links lead: as they were taken from `all`. */
  constructor(pages: Iterable<DerivedPage> = []) {
    for (const page of pages) this.#put(page);
  }

  get(path: string): DerivedPage | undefined {
    return this.#byPath.get(path);
  }

  all(): Iterable<DerivedPage> {
    return this.#byPath.values();
  }

  get size(): number {
    return this.#byPath.size;
  }

  get editions(): Editions {
    return this.#editions;
  }

  /** One page for each id, sorted by id; until pages are applied again. */
  live(): readonly DerivedPage[] {
    this.#sorted ??= [...this.#pathOf.values()]
      .flatMap((path) => this.#byPath.get(path) ?? [])
      .sort((a, b) => (a.id < b.id ? -1 : 1));
    return this.#sorted;
  }

  /** Takes up changed pages by path, undefined for those that are gone; returns the paths of all it changed. */
  apply(changes: ReadonlyMap<string, DerivedPage | undefined>): ReadonlySet<string> {
    const ids = new Set([...changes].flatMap(([path, page]) => page?.id ?? this.#byPath.get(path)?.id ?? []));
    const before = new Map([...ids].map((id) => [id, this.#liveOf(id)]));
    for (const [path, page] of changes) {
      if (page === undefined) this.#drop(path);
      else this.#put({ ...page, to: this.#byPath.get(path)?.to ?? [] });
    }
    const pairs = [...ids].map((id): Pair => ({ before: before.get(id), after: this.#liveOf(id) }));
    for (const pair of pairs) this.#count(pair);
    return new Set([...changes.keys(), ...this.#relink(pairs)]);
  }

  #count({ before, after }: Pair): void {
    const isAsListed =
      before?.title === after?.title && before?.type === after?.type && before?.created === after?.created;
    if (!isAsListed || before?.path !== after?.path) this.#editions.listing += 1;
    // A file that takes another's place takes its id, but not where that one led.
    if (before?.path !== after?.path) this.#editions.links += 1;
  }

  /** Follows the links that may lead elsewhere now; returns the paths of pages for which one does. */
  #relink(pairs: readonly Pair[]): readonly string[] {
    const renamed = pairs.filter(isRenamed);
    const relinked = new Set(pairs.filter(isRelinked).map(({ after }) => after?.id));
    if (renamed.length === 0 && relinked.size === 0) return [];
    const names = this.#namesAfter(renamed);
    const keys = new Set(renamed.flatMap(keysOf));
    const found = this.live()
      .filter((page) => relinked.has(page.id) || (keys.size > 0 && page.keys.some((key) => keys.has(key))))
      .map((page) => ({ ...page, to: leadsTo(page, names) }))
      .filter(({ path, to }) => !areEqual(to, this.#byPath.get(path)?.to ?? []));
    for (const page of found) this.#put(page);
    if (found.length > 0) this.#editions.links += 1;
    return found.map(({ path }) => path);
  }

  #namesAfter(renamed: readonly Pair[]): LinkNames {
    if (this.#names === undefined) {
      this.#names = new LinkNames();
      for (const page of this.live()) this.#names.add(page);
      return this.#names;
    }
    for (const { before, after } of renamed) {
      if (before !== undefined) this.#names.remove(before);
      if (after !== undefined) this.#names.add(after);
    }
    return this.#names;
  }

  #liveOf(id: string): DerivedPage | undefined {
    const path = this.#pathOf.get(id);
    return path === undefined ? undefined : this.#byPath.get(path);
  }

  #put(page: DerivedPage): void {
    const { id, path } = page;
    if (this.#byPath.has(path)) this.#replaceSorted(page);
    else this.#sorted = undefined;
    this.#byPath.set(path, page);
    const live = this.#pathOf.get(id);
    if (live === undefined) this.#pathOf.set(id, path);
    else if (live !== path) this.#setTwins(id, new Set([...(this.#twins.get(id) ?? [live]), path]));
  }

  /** Of a page that stays where it is. */
  #replaceSorted(page: DerivedPage): void {
    const at = this.#sorted === undefined ? -1 : placeOf(page.id, this.#sorted);
    if (this.#sorted?.[at]?.path === page.path) this.#sorted[at] = page;
  }

  #drop(path: string): void {
    const id = this.#byPath.get(path)?.id;
    if (id === undefined) return;
    this.#sorted = undefined;
    this.#byPath.delete(path);
    const twins = this.#twins.get(id);
    if (twins === undefined) this.#pathOf.delete(id);
    else this.#setTwins(id, new Set([...twins].filter((twin) => twin !== path)));
  }

  #setTwins(id: string, paths: ReadonlySet<string>): void {
    const [first] = [...paths].sort();
    if (first !== undefined) this.#pathOf.set(id, first);
    if (paths.size > 1) this.#twins.set(id, paths);
    else this.#twins.delete(id);
  }
}

/** The page that counts for an id, before and after a change. */
interface Pair {
  readonly before: DerivedPage | undefined;
  readonly after: DerivedPage | undefined;
}

const isRenamed = ({ before, after }: Pair): boolean =>
  before === undefined || after === undefined ? before !== after : !areEqual(before.slugs.flat(), after.slugs.flat());

const isRelinked = ({ before, after }: Pair): boolean =>
  after !== undefined &&
  (before?.path !== after.path || !areEqual(before.links.map(linkText), after.links.map(linkText)));

const linkText = ({ kind, target }: LinkPlace): string => `${kind} ${target}`;

/** What links that depend on the page's names have in common with it. */
const keysOf = ({ before, after }: Pair): readonly string[] =>
  [before, after].flatMap((page) => (page === undefined ? [] : [...nameKeys(page), unsureKey]));

const leadsTo = ({ id, links }: DerivedPage, names: LinkNames): readonly string[] => {
  const found = new Set(links.flatMap((link) => resolveLink(link, id, names).id ?? []));
  found.delete(id);
  return [...found].sort();
};

/** By halves: where the id is, or would be. */
const placeOf = (id: string, sorted: readonly DerivedPage[]): number => {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle]?.id ?? id) < id) low = middle + 1;
    else high = middle;
  }
  return low;
};

const areEqual = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((item, nth) => item === b[nth]);
