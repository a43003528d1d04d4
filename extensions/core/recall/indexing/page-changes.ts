/** Which pages changed since somebody last asked, from what to what. */

import { isSameState } from "../../same-state.ts";
import type { PagePlaces } from "./page-places.ts";

/** Hashes of a page's file; undefined for an absent one. */
export interface PageChange {
  readonly path: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

export class PageChanges {
  #changes = new Map<string, PageChange>();

  /** Paths of the pages that changed. */
  paths(): ReadonlySet<string> {
    return new Set(this.#changes.keys());
  }

  /** Several changes of a page are one, and a change that was taken back is none. */
  note({ path, before, after }: PageChange): void {
    const first = this.#changes.get(path);
    const change = { path, before: first === undefined ? before : first.before, after };
    if (change.before === change.after) this.#changes.delete(path);
    else this.#changes.set(path, change);
  }

  /** Notes what differs between an index as it was and as it is. */
  compare(before: PagePlaces, after: PagePlaces): void {
    for (const path of before.paths()) {
      const [was, is] = [before.state(path), after.state(path)];
      if (was !== undefined && is !== undefined && isSameState(was, is)) continue;
      this.note({ path, before: before.facts(path)?.hash, after: after.facts(path)?.hash });
    }
    for (const path of after.paths()) {
      if (!before.has(path)) this.note({ path, before: undefined, after: after.facts(path)?.hash });
    }
  }

  take(): readonly PageChange[] {
    const changes = [...this.#changes.values()];
    this.#changes = new Map();
    return changes;
  }
}
