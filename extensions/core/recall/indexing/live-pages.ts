/** Which pages of an index part are live, and sums over them that cost nothing to ask. */

import type { PageLengths, Totals } from "./index-part.ts";

export class LivePages {
  readonly #lengths: PageLengths;
  readonly #totals = { pages: 0, passages: 0, title: 0, middle: 0, body: 0 };
  #flags: Uint8Array;

  /** The first `count` pages, all live. */
  constructor(lengths: PageLengths, count: number) {
    this.#lengths = lengths;
    this.#flags = new Uint8Array(Math.max(count, 64));
    for (let page = 0; page < count; page += 1) this.add(page);
  }

  /** 1 for a live page; may be longer than the part has pages. */
  get flags(): Uint8Array {
    return this.#flags;
  }

  get totals(): Totals {
    return this.#totals;
  }

  add(page: number): void {
    if (page >= this.#flags.length) {
      const grown = new Uint8Array(this.#flags.length * 2);
      grown.set(this.#flags);
      this.#flags = grown;
    }
    this.#flags[page] = 1;
    this.#count(page, 1);
  }

  remove(page: number): void {
    if (this.#flags[page] !== 1) return;
    this.#flags[page] = 0;
    this.#count(page, -1);
  }

  #count(page: number, sign: 1 | -1): void {
    const { titleLength, middleLength, bodyLength, passageStart } = this.#lengths;
    this.#totals.pages += sign;
    this.#totals.passages += sign * ((passageStart[page + 1] ?? 0) - (passageStart[page] ?? 0));
    this.#totals.title += sign * (titleLength[page] ?? 0);
    this.#totals.middle += sign * (middleLength[page] ?? 0);
    this.#totals.body += sign * (bodyLength[page] ?? 0);
  }
}
