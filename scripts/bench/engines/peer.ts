/** The peer, @zosmaai/pi-llm-wiki: the same pages in a vault of its own, its registry rebuilt, its `searchWiki`. */

import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { writeDocPages } from "../world/doc-pages.ts";
import { deepest, type Engine, type ImportNative, timed } from "./engine.ts";

export interface PeerPaths {
  readonly wiki: string;
  readonly meta: string;
}

type PeerSearch = (
  paths: PeerPaths,
  query: string,
  most: number,
  leastScore: number,
) => readonly { readonly id: string }[];

export interface Peer {
  readonly paths: (root: string) => PeerPaths;
  /** Its own structure and config; pages may be there already. */
  readonly prepare: (root: string) => PeerPaths;
  readonly rebuild: (paths: PeerPaths) => void;
  readonly search: PeerSearch;
  readonly searchLayered: PeerSearch;
}

interface PeerModules {
  getVaultPaths(root: string): PeerPaths;
  ensureVaultStructure(paths: PeerPaths): void;
  rebuildMetadata(paths: PeerPaths): { readonly ok: boolean; readonly diagnostics: readonly unknown[] };
  readonly searchWiki: PeerSearch;
  readonly searchWikiLayered: PeerSearch;
}

const library = "node_modules/@zosmaai/pi-llm-wiki/dist/extensions/llm-wiki/lib";

/** `folder` is where the peer was installed by npm. */
export const loadPeer = async (folder: string, importNative: ImportNative): Promise<Peer> => {
  const place = resolve(folder, library);
  if (!existsSync(place)) throw new Error(`${folder} has no ${library}.`);
  const load = (name: string): Promise<unknown> => importNative(pathToFileURL(join(place, `${name}.js`)).href);
  const parts = await Promise.all(["utils", "metadata", "recall"].map(load));
  const modules = Object.assign({}, ...parts) as PeerModules; // The published library, used as its version 0.12.2 has it.
  return {
    paths: (root) => modules.getVaultPaths(root),
    prepare: (root) => {
      const paths = modules.getVaultPaths(root);
      mkdirSync(paths.meta, { recursive: true });
      modules.ensureVaultStructure(paths);
      const config = { name: "evaluation", topic: "evaluation", version: "1.0", knowledge_format: "legacy" };
      writeFileSync(join(root, ".llm-wiki", "config.json"), JSON.stringify(config));
      return paths;
    },
    rebuild: (paths) => {
      const { ok, diagnostics } = modules.rebuildMetadata(paths);
      if (!ok) throw new Error(`The peer built nothing: ${JSON.stringify(diagnostics.slice(0, 3))}`);
    },
    search: modules.searchWiki,
    searchLayered: modules.searchWikiLayered,
  };
};

export const peerEngine =
  (peer: Peer): Engine =>
  async (docs, { world, place }) => {
    const folder = world.place(`peer-${place}`);
    const docByPage = writeDocPages(folder, docs);
    const paths = peer.prepare(folder);
    const { ms } = await timed(() => peer.rebuild(paths));
    return {
      buildMs: ms,
      search: async (query) => peer.search(paths, query, deepest, 0).map(({ id }) => docByPage.get(id) ?? id),
    };
  };
