/** The indexes of all layers as one: shared statistics, and which layer a part belongs to. */

import type { Platform } from "../../../platform/platform.ts";
import { compareInstants } from "../../instant.ts";
import { openLedger } from "../../ledger/ledger-store.ts";
import { openTombstoneReader, type TombstoneReader } from "../../trust/tombstones/tombstone-reader-store.ts";
import { type Rejecter, rejecterIn, type Tombstone } from "../../trust/tombstones/tombstone-record.ts";
import { openTombstonedPages, type TombstonedPages } from "../../trust/tombstones/tombstoned-pages.ts";
import type { Vault } from "../../vault/vault.ts";
import { loadStemmers } from "../analysis/stem.ts";
import { type Statistics, statisticsOf } from "../ranking/term.ts";
import type { IndexPart, PageFacts } from "./index-part.ts";
import { openIndex } from "./index-store.ts";
import type { RefreshOptions, VaultIndex } from "./vault-index.ts";

export interface LayeredParts {
  readonly parts: readonly IndexPart[];
  /** The index of each part, by the part's number. */
  readonly owners: readonly VaultIndex[];
  /** Each index once, nearest layer first. */
  readonly indexes: readonly VaultIndex[];
  readonly statistics: Statistics;
  /** Pages that state what was rejected, by the part's number. */
  readonly tombstoned: readonly TombstonedPages[];
}

/** Who in a page's vault rejected what it states, until a time if one is given; a person before all others. */
export const rejecterOf = (
  { facts, part }: { readonly facts: PageFacts; readonly part: number },
  { tombstoned }: Pick<LayeredParts, "tombstoned">,
  until?: string,
): Rejecter | undefined => {
  const met = tombstoned[part]
    ?.get(facts.path)
    ?.filter(({ at }) => until === undefined || compareInstants(at, until) <= 0);
  if (met === undefined || met.length === 0) return undefined;
  return met.some((tombstone) => rejecterIn(tombstone) === "person") ? "person" : "tool";
};

interface Cached {
  readonly versions: string;
  readonly layered: LayeredParts;
  readonly lists: readonly (readonly Tombstone[])[];
}

/** Opens each vault's index once and keeps it for the session. */
export class RecallIndex {
  readonly #platform: Platform;
  readonly #open = new Map<string, VaultIndex>();
  readonly #tombstones = new Map<string, TombstoneReader>();
  readonly #tombstonedPages = openTombstonedPages();
  /** By the vaults that are in it. */
  readonly #cached = new Map<string, Cached>();

  constructor(platform: Platform) {
    this.#platform = platform;
  }

  /** The index of one vault; vaults that don't exist have none. */
  of(vault: Vault): VaultIndex {
    const known = this.#open.get(vault.key);
    if (known !== undefined) return known;
    const opened = openIndex(this.#platform, vault);
    this.#open.set(vault.key, opened);
    return opened;
  }

  #tombstonesOf(vault: Vault): TombstoneReader {
    const known = this.#tombstones.get(vault.key);
    if (known !== undefined) return known;
    const platform = this.#platform;
    const opened = openTombstoneReader({ platform, vault, ledger: openLedger({ platform, vault }) });
    this.#tombstones.set(vault.key, opened);
    return opened;
  }

  /** Brings the indexes in step with the files and returns their parts, nearest layer first. */
  async layered(vaults: readonly Vault[], options: RefreshOptions = {}): Promise<LayeredParts> {
    const indexes = vaults.filter((vault) => vault.exists).map((vault) => this.of(vault));
    for (const index of indexes) await index.refresh(options);
    const lists = await this.#readTombstones(indexes);
    const versions = indexes.map(({ version }) => version).join(" ");
    const key = indexes.map(({ vault }) => vault.key).join(" ");
    const cached = this.#cached.get(key);
    if (cached?.versions === versions && lists.every((list, at) => list === cached.lists[at])) return cached.layered;
    const parts = indexes.flatMap((index) => index.parts);
    await loadStemmers(parts.flatMap((part) => [...part.languages]));
    const layered = {
      parts,
      owners: indexes.flatMap((index) => index.parts.map(() => index)),
      indexes,
      statistics: statisticsOf(parts),
      tombstoned: indexes.flatMap((index, at) => {
        const pages = this.#tombstonedPages(index.parts, lists[at] ?? []);
        return index.parts.map(() => pages);
      }),
    };
    this.#cached.set(key, { versions, layered, lists });
    return layered;
  }

  /** Each vault's, which are kept: what holds for this answer holds for the next one too. */
  async #readTombstones(indexes: readonly VaultIndex[]): Promise<readonly (readonly Tombstone[])[]> {
    const readers = indexes.map((index) => this.#tombstonesOf(index.vault));
    for (const reader of readers) await reader.keep();
    return readers.map((reader) => reader.all());
  }
}

export interface LivePage {
  /** The part's number. */
  readonly part: number;
  readonly page: number;
  readonly facts: PageFacts;
}

export function* livePages(parts: readonly IndexPart[]): Generator<LivePage> {
  for (const [number, part] of parts.entries()) {
    for (let page = 0; page < part.pageCount; page += 1) {
      if (part.live[page] === 1) yield { part: number, page, facts: part.facts(page) };
    }
  }
}
