/** Counts the bytes of a packet while its least items go, without writing it anew for each. Pure. */

import { canonicalJson } from "../../ledger/canonical.ts";
import type { Candidate } from "./candidates.ts";
import type { Exclusion } from "./packet.ts";

const encoder = new TextEncoder();

export const bytesOfJson = (value: unknown): number => encoder.encode(canonicalJson(value)).length;

/** A list of a packet that grows or shrinks: its items and the commas between them. */
class ListBytes {
  #sum = 0;
  #count = 0;

  add(part: unknown): void {
    if (part !== undefined) this.#change(bytesOfJson(part), 1);
  }

  remove(part: unknown): void {
    if (part !== undefined) this.#change(-bytesOfJson(part), -1);
  }

  get bytes(): number {
    return this.#sum + Math.max(0, this.#count - 1);
  }

  #change(bytes: number, count: number): void {
    this.#sum += bytes;
    this.#count += count;
  }
}

const partNames = ["location", "snippet", "test", "lesson"] as const;

export const bytesOfItem = (item: Candidate): number =>
  partNames.reduce((sum, name) => sum + (item[name] === undefined ? 0 : bytesOfJson(item[name])), 0);

export class PacketBytes {
  readonly #lists = partNames.map((name) => ({ name, list: new ListBytes() }));
  readonly #exclusions = new ListBytes();
  readonly #rest: number;

  /** `rest` is of everything else, with an empty list for each and without the digits of the count. */
  constructor(items: readonly Candidate[], rest: number) {
    this.#rest = rest;
    for (const item of items) for (const { name, list } of this.#lists) list.add(item[name]);
  }

  leaveOut(item: Candidate, exclusion: Exclusion): void {
    for (const { name, list } of this.#lists) list.remove(item[name]);
    this.#exclusions.add(exclusion);
  }

  /** Without the digits of the count. */
  get bytes(): number {
    return this.#lists.reduce((sum, { list }) => sum + list.bytes, this.#rest + this.#exclusions.bytes);
  }
}

const mostRounds = 8;

/** The number of bytes of a text that holds this number itself; undefined when it does not settle. */
export const settledCount = (bytes: number): number | undefined => {
  let used = 0;
  for (let round = 0; round < mostRounds; round += 1) {
    const size = bytes + String(used).length;
    if (size === used) return used;
    used = size;
  }
  return undefined;
};
