/** What the workspace asks of the worker thread: the tasks of worker-tasks.ts, with their types. */

import type { Extraction } from "./core/sources/extract/extract-source.ts";
import type { SourceMeta } from "./core/sources/extract/extractor.ts";
import type { Vault } from "./core/vault/vault.ts";
import type { Platform } from "./platform/platform.ts";
import type { VaultPlace } from "./worker-tasks.ts";

export interface WorkerCalls {
  /** Brings a vault's saved index up to date. */
  index(vault: Vault, onProgress?: (done: number, total: number) => void): Promise<void>;
  /** Reads what a vault's derived files tell of its pages; `version` is the product's own. */
  derive(vault: Vault, version: string): Promise<void>;
  /** Ended when it takes too long, or by the signal. */
  extract(bytes: Uint8Array, meta: SourceMeta, signal?: AbortSignal): Promise<Extraction>;
}

const longestExtractionMs = 60_000;

export const workerCalls = (platform: Platform): WorkerCalls => ({
  index: async (vault, onProgress) => {
    await platform.inWorker("index", placeOf(vault), { onProgress });
  },
  derive: async (vault, version) => {
    await platform.inWorker("derive", { place: placeOf(vault), version });
  },
  extract: async (bytes, meta, signal) => {
    const extraction = await platform.inWorker("extract", { bytes, meta }, { signal, limitMs: longestExtractionMs });
    return extraction as Extraction; // The worker runs extractSource.
  },
});

/** What can be sent of a vault to another thread. */
const placeOf = ({ layer, root, layout, key }: Vault): VaultPlace => ({ layer, root, layout, key });
