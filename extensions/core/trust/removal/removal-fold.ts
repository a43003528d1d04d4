/**
 * Folds the ledger into what was removed: packets and pages that were forgotten, with their contents, and copies whose
 * original is withheld in another layer. Pure.
 */

import type { JsonValue } from "../../ledger/canonical.ts";
import type { LedgerEvent } from "../../ledger/event.ts";
import type { Vouch } from "../../ledger/ledger-store.ts";
import { type CopyFold, foldCopies } from "./copy-fold.ts";
import { nameIn, packetNameIn } from "./origin-name.ts";

export interface RemovalFold extends CopyFold {
  take(event: LedgerEvent): void;
  /** Changes whenever something that was removed, or came back, does. */
  readonly edition: number;
  /** Names of all that was forgotten and did not come again. */
  forgotten(): Iterable<string>;
  /** The event that forgot a packet or page; undefined for one that is there, or came again. */
  forgetting(name: string): LedgerEvent | undefined;
  /** The event that forgot what held this content, by its SHA-256. */
  forgottenContent(hash: string): LedgerEvent | undefined;
  /** True for a page that holds a text that was forgotten, brought back by no person's decision. */
  isReturned(page: string, hash: string): boolean;
  /** Ids of pages that were ever forgotten, brought back, rejected, retired or copied here. */
  touched(): Iterable<string>;
  /** True for a page that a tool made and no person has confirmed. */
  isToolMade(page: string): boolean;
  /** The last confirmation of a page by a person. */
  review(page: string): LedgerEvent | undefined;
}

/** Whoever writes through these is no person. */
const toolChannels: ReadonlySet<string> = new Set(["tool", "mcp", "rpc"]);
/** A person's, and their own scripts'. */
export const decidingChannels: ReadonlySet<string> = new Set(["ui", "terminal", "cli"]);
const reviewChannels: ReadonlySet<string> = new Set(["ui", "terminal"]);

const touching: ReadonlySet<string> = new Set(["forgotten", "rejected", "retired", "promoted"]);

export const foldRemovals = (vouch: (event: LedgerEvent) => Vouch): RemovalFold => new Removals(vouch);

class Removals implements RemovalFold {
  edition = 0;
  readonly #vouch: (event: LedgerEvent) => Vouch;
  readonly #copies: CopyFold & { take(event: LedgerEvent): boolean };
  readonly #forgotten = new Map<string, LedgerEvent>();
  readonly #contents = new Map<string, LedgerEvent>();
  readonly #returned = new Set<string>();
  readonly #hashes = new Map<string, Set<string>>();
  readonly #toolMade = new Set<string>();
  readonly #touched = new Set<string>();
  readonly #reviews = new Map<string, LedgerEvent>();

  constructor(vouch: (event: LedgerEvent) => Vouch) {
    this.#vouch = vouch;
    this.#copies = foldCopies((event) => this.#isPersons(event));
  }

  take(event: LedgerEvent): void {
    const { kind, details, channel } = event;
    const { page } = details;
    if (typeof page === "string" && touching.has(kind)) this.#touched.add(page);
    if (this.#copies.take(event)) this.edition += 1;
    if (kind === "forgotten") this.#forget(event);
    else if (/captured?$/.test(kind)) this.#bringBack(packetNameIn(details));
    if (kind === "confirmed" && typeof page === "string" && reviewChannels.has(channel) && this.#isPersons(event)) {
      this.#reviews.set(page, event);
      this.#toolMade.delete(page);
      this.edition += 1;
    }
    if (kind !== "forgotten" && typeof page === "string") this.#noteText(page, event);
  }

  #isPersons(event: LedgerEvent): boolean {
    return decidingChannels.has(event.channel) && this.#vouch(event) !== "forged";
  }

  #forget(event: LedgerEvent): void {
    const { page, before, hashes, source_id: packet } = event.details;
    for (const name of [page, packet]) if (typeof name === "string") this.#forgotten.set(name, event);
    const own = typeof page === "string" ? (this.#hashes.get(page) ?? []) : [];
    for (const hash of [...own, before, ...listOf(hashes)]) {
      if (typeof hash === "string") this.#contents.set(hash, event);
    }
    if (typeof page === "string") {
      this.#hashes.delete(page);
      this.#returned.delete(page);
    }
    this.edition += 1;
  }

  /** What a page held before and holds now, and whose hand it was. */
  #noteText(page: string, event: LedgerEvent): void {
    const { before, after, source_hash: source } = event.details;
    if (typeof after !== "string") return;
    this.#hashes.set(page, new Set([...(this.#hashes.get(page) ?? []), ...[before, after, source].filter(isText)]));
    const was = isText(before) ? this.#contents.get(before) : undefined;
    const is = this.#contents.get(after);
    if (this.#isPersons(event)) {
      this.#release(was);
      this.#release(is);
      this.#bringBack(page);
    } else this.#noteReturn(page, after, { was, is, isTool: toolChannels.has(event.channel) });
  }

  /** A text that was forgotten stays forgotten while programs alone change it on. */
  #noteReturn(page: string, after: string, { was, is, isTool }: TextChange): void {
    if (isTool) this.#toolMade.add(page);
    const forgetting = is ?? (isTool ? was : undefined);
    if (forgetting === undefined) {
      if (!isTool) this.#bringBack(page);
      return;
    }
    this.#contents.set(after, forgetting);
    this.#returned.add(page);
    this.#touched.add(page);
    this.edition += 1;
  }

  #release(forgetting: LedgerEvent | undefined): void {
    if (forgetting === undefined) return;
    for (const [hash, event] of this.#contents) if (event === forgetting) this.#contents.delete(hash);
  }

  #bringBack(name: string | undefined): void {
    if (name === undefined || !this.#forgotten.delete(name)) return;
    this.edition += 1;
  }

  forgotten(): Iterable<string> {
    return this.#forgotten.keys();
  }

  forgetting(name: string): LedgerEvent | undefined {
    return this.#forgotten.get(name) ?? this.#forgotten.get(nameIn(name));
  }

  forgottenContent(hash: string): LedgerEvent | undefined {
    return this.#contents.get(hash);
  }

  isReturned(page: string, hash: string): boolean {
    return this.#contents.has(hash) && (this.#returned.has(page) || this.#forgotten.has(page));
  }

  touched(): Iterable<string> {
    return this.#touched;
  }

  isToolMade(page: string): boolean {
    return this.#toolMade.has(page);
  }

  review(page: string): LedgerEvent | undefined {
    return this.#reviews.get(page);
  }

  copy: CopyFold["copy"] = (page) => this.#copies.copy(page);
  copies: CopyFold["copies"] = () => this.#copies.copies();
  wasPromoted: CopyFold["wasPromoted"] = (page, hash) => this.#copies.wasPromoted(page, hash);
}

/** What was forgotten with the texts of a page before and after a change. */
interface TextChange {
  readonly was: LedgerEvent | undefined;
  readonly is: LedgerEvent | undefined;
  readonly isTool: boolean;
}

const isText = (value: JsonValue | undefined): value is string => typeof value === "string";

const listOf = (value: JsonValue | undefined): readonly JsonValue[] => (Array.isArray(value) ? value : []);
