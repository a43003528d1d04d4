/** The long work that runs in a worker thread, by name; the platform loads this module there. */

import { WikiError } from "./core/errors.ts";
import type { SourceMeta } from "./core/sources/extract/extractor.ts";
import type { LayerName, Layout } from "./core/vault/vault.ts";
import { serveTasks } from "./platform/worker/serve-tasks.ts";

/** A vault as it can be sent to another thread. */
export interface VaultPlace {
  readonly layer: LayerName;
  readonly root: string;
  readonly layout: Layout;
  readonly key: string;
}

/** A loader that transpiles gives a second importer of a module that is still loading only half of it. */
const once = <T>(load: () => Promise<T>): (() => Promise<T>) => {
  let loading: Promise<T> | undefined;
  return () => {
    loading ??= load();
    return loading;
  };
};

const indexing = once(() => import("./core/recall/indexing/index-store.ts"));
const extracting = once(() => import("./core/sources/extract/extract-source.ts"));

export const serve = serveTasks({
  refuse: (code, data, cause) => new WikiError(code, data, undefined, cause),
  tasks: {
    /** Brings a vault's index up to date and saves it; the caller then reloads it. */
    index: async (input, { platform, progress }) => {
      const { openIndex } = await indexing();
      const place = input as VaultPlace; // Sent by workspace.ts.
      const vault = { ...place, exists: true, config: undefined, files: platform.files(place.root) };
      const index = openIndex(platform, vault);
      const changed = await index.refresh({ onProgress: progress });
      await index.save();
      return changed;
    },
    extract: async (input) => {
      const { extractSource } = await extracting();
      const { bytes, meta } = input as { bytes: Uint8Array; meta: SourceMeta }; // Sent by workspace.ts.
      return await extractSource(bytes, meta);
    },
  },
});
