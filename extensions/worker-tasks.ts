/** The long work that runs in a worker thread, by name; the platform loads this module there. */

import type { AnchorRequest } from "./core/anchors/serve-anchors.ts";
import { WikiError } from "./core/errors.ts";
import { inTurn } from "./core/in-turn.ts";
import type { KnowledgeRequest } from "./core/knowledge/serve-knowledge.ts";
import type { SourceMeta } from "./core/sources/extract/extractor.ts";
import type { LayerName, Layout, Vault } from "./core/vault/vault.ts";
import type { Platform } from "./platform/platform.ts";
import { serveTasks } from "./platform/worker/serve-tasks.ts";

/** A vault as it can be sent to another thread. */
export interface VaultPlace {
  readonly layer: LayerName;
  readonly root: string;
  readonly layout: Layout;
  readonly key: string;
}

/** A loader that transpiles gives a second importer of a module that is still loading only half of it. */
const inOrder = inTurn();
const once = <T>(load: () => Promise<T>): (() => Promise<T>) => {
  let loading: Promise<T> | undefined;
  return () => {
    loading ??= inOrder(load);
    return loading;
  };
};

const indexing = once(() => import("./core/recall/indexing/index-store.ts"));
const deriving = once(() => import("./core/vault/derived-files.ts"));
const extracting = once(() => import("./core/sources/extract/extract-source.ts"));
const knowing = once(() => import("./core/knowledge/serve-knowledge.ts"));
const anchoring = once(() => import("./core/anchors/serve-anchors.ts"));
const redacting = once(() => import("./core/secrets/redact-secrets.ts"));

const vaultAt = (platform: Platform, place: VaultPlace): Vault => ({
  ...place,
  exists: true,
  config: undefined,
  files: platform.files(place.root),
});

export const serve = serveTasks({
  refuse: (code, data, cause) => new WikiError(code, data, undefined, cause),
  tasks: {
    /** Brings a vault's index up to date and saves it; the caller then reloads it. */
    index: async (input, { platform, progress }) => {
      const { openIndex } = await indexing();
      const place = input as VaultPlace; // Sent by open-workspace.ts.
      const index = openIndex(platform, vaultAt(platform, place));
      const changed = await index.refresh({ onProgress: progress });
      await index.save();
      return changed;
    },
    /** Reads what a vault's derived files tell of its pages, and keeps it in the cache folder. */
    derive: async (input, { platform, progress }) => {
      const { openIndex } = await indexing();
      const { openDerivedFiles } = await deriving();
      const { place, version } = input as { place: VaultPlace; version: string }; // Sent by open-workspace.ts.
      const vault = vaultAt(platform, place);
      const index = openIndex(platform, vault);
      await index.refresh();
      await openDerivedFiles(platform, vault, { version }).read(index, progress);
    },
    extract: async (input) => {
      const { extractSource } = await extracting();
      const { bytes, meta } = input as { bytes: Uint8Array; meta: SourceMeta }; // Sent by open-workspace.ts.
      return await extractSource(bytes, meta);
    },
    knowledge: async (input, { platform, progress }) => {
      const { serveKnowledge } = await knowing();
      const asked = input as { folder: string; request: KnowledgeRequest }; // Sent by repository-knowledge.ts.
      return await serveKnowledge(platform, asked, progress);
    },
    anchors: async (input, { platform }) => {
      const { serveAnchors } = await anchoring();
      const asked = input as { folder: string; request: AnchorRequest }; // Sent by session-anchors.ts.
      return await serveAnchors(platform, asked);
    },
    redact: async (input) => {
      const { redactSecrets } = await redacting();
      const { text } = input as { text: string }; // Sent by redactor.ts.
      return await redactSecrets(text);
    },
  },
});
