/** Where each page of an index stands: in which part, under which number. A page lives in one place only. */

import type { FileState } from "../../../platform/platform.ts";
import type { IndexPart, PageFacts } from "./index-part.ts";

/** A page as it stands in a part of an index. */
export interface PlacedFacts {
  readonly part: IndexPart;
  readonly facts: PageFacts;
}

interface Place {
  readonly part: IndexPart;
  readonly page: number;
}

export class PagePlaces {
  readonly #places = new Map<string, Place>();

  constructor(parts: readonly IndexPart[]) {
    for (const part of parts) this.addPart(part);
  }

  /** Places every page of a part; what stood at its path before is dead from now on. */
  addPart(part: IndexPart): void {
    for (let page = 0; page < part.pageCount; page += 1) {
      if (part.live[page] === 1) this.set(part.path(page), part, page);
    }
  }

  set(path: string, part: IndexPart, page: number): void {
    this.drop(path);
    this.#places.set(path, { part, page });
  }

  drop(path: string): void {
    const place = this.#places.get(path);
    if (place === undefined) return;
    place.part.remove(place.page);
    this.#places.delete(path);
  }

  get count(): number {
    return this.#places.size;
  }

  has(path: string): boolean {
    return this.#places.has(path);
  }

  paths(): Iterable<string> {
    return this.#places.keys();
  }

  /** Unicode forms of a path are one. */
  find(path: string): PlacedFacts | undefined {
    const forms = [path, path.normalize("NFC"), path.normalize("NFD")];
    const place = forms.map((form) => this.#places.get(form)).find((found) => found !== undefined);
    return place && { part: place.part, facts: place.part.facts(place.page) };
  }

  state(path: string): FileState | undefined {
    const place = this.#places.get(path);
    return place?.part.state(place.page);
  }

  facts(path: string): PageFacts | undefined {
    const place = this.#places.get(path);
    return place?.part.facts(place.page);
  }

  /** Notes a newer stat of a page whose content is the same. */
  touch(path: string, state: FileState): void {
    const place = this.#places.get(path);
    place?.part.touch(place.page, state);
  }
}
