/** The indexes of all layers as one: shared statistics, and which layer a part belongs to. */

import type { Platform } from "../../../platform/platform.ts";
import type { Vault } from "../../vault/vault.ts";
import { loadStemmers } from "../analysis/stem.ts";
import { type Statistics, statisticsOf } from "../ranking/term.ts";
import type { IndexPart, PageFacts } from "./index-part.ts";
import { openIndex, type RefreshOptions, type VaultIndex } from "./index-store.ts";

export interface LayeredParts {
  readonly parts: readonly IndexPart[];
  /** The index of each part, by the part's number. */
  readonly owners: readonly VaultIndex[];
  /** Each index once, nearest layer first. */
  readonly indexes: readonly VaultIndex[];
  readonly statistics: Statistics;
}

/** Opens each vault's index once and keeps it for the session. */
export class RecallIndex {
  readonly #platform: Platform;
  readonly #open = new Map<string, VaultIndex>();
  #cached: { readonly key: string; readonly layered: LayeredParts } | undefined;

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

  /** Brings the indexes in step with the files and returns their parts, nearest layer first. */
  async layered(vaults: readonly Vault[], options: RefreshOptions = {}): Promise<LayeredParts> {
    const indexes = vaults.filter((vault) => vault.exists).map((vault) => this.of(vault));
    for (const index of indexes) await index.refresh(options);
    const key = indexes.map((index) => `${index.vault.key}@${index.version}`).join(" ");
    if (this.#cached?.key === key) return this.#cached.layered;
    const parts = indexes.flatMap((index) => index.parts);
    await loadStemmers(parts.flatMap((part) => [...part.languages]));
    const layered = {
      parts,
      owners: indexes.flatMap((index) => index.parts.map(() => index)),
      indexes,
      statistics: statisticsOf(parts),
    };
    this.#cached = { key, layered };
    return layered;
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
