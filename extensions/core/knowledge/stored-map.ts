/** The symbol map as it is kept: made where it must be, read where it is current. */

import type { Platform } from "../../platform/platform.ts";
import { WikiError } from "../errors.ts";
import { type IndexTree, withIndexTree } from "../git/index-tree-store.ts";
import type { Repository } from "../git/repository.ts";
import type { FactValue, OpenFact } from "./derived/derived-fact.ts";
import { openDerivedFacts } from "./derived/derived-fact-store.ts";
import { areCurrent, type MadeMap, makeMap } from "./refresh-map.ts";
import { type MapHead, readKnownSymbols, readMapHead, readReusableMap } from "./symbols/read-map.ts";
import { type KnownSymbols, symbolMapFact } from "./symbols/symbol-map.ts";

export type OnProgress = (done: number, total: number) => void;

export interface RefreshedMap {
  readonly tree: string;
  readonly head: MapHead;
  /** How many files were read and parsed, and of how many the last record was taken. */
  readonly parsed: number;
  readonly reused: number;
  /** The map was of this very tree and extractor. */
  readonly isUnchanged: boolean;
  /** What was wrong with the file that was there before. */
  readonly replaced: string | undefined;
}

export interface StoredMap {
  /** Brings the map to the index as it is; throws `index_changed` when that changes meanwhile, and keeps nothing. */
  refresh(onProgress?: OnProgress): Promise<RefreshedMap>;
  /** The map of the index as it is; one that is missing or stale is refused, or made with `refresh`. */
  read(options?: { readonly refresh?: boolean; readonly onProgress?: OnProgress }): Promise<KnownSymbols>;
}

export const openStoredMap = (platform: Platform, repository: Repository): StoredMap => {
  const facts = openDerivedFacts(platform, repository.gitDir);

  /** For every file of the tree that the last map does not know. */
  const make = async (tree: IndexTree, last: OpenFact | undefined, onProgress?: OnProgress): Promise<MadeMap> => {
    const previous = last && readReusableMap(last.bytes, last.beginning);
    const made = await makeMap(platform, { folder: repository.folder, tree, previous, onProgress });
    const after = await tree.now();
    if (after !== tree.id) throw new WikiError("index_changed", { before: tree.id, after });
    return made;
  };

  const refreshFrom = async (tree: IndexTree, onProgress: OnProgress | undefined): Promise<RefreshedMap> => {
    const done: Omit<RefreshedMap, "replaced">[] = [];
    const compute = async (previous: OpenFact | undefined): Promise<FactValue | "current"> => {
      const head = previous && readMapHead(previous.beginning);
      if (head !== undefined && previous?.indexTree === tree.id && areCurrent(platform, head.extractor)) {
        done.push({ tree: tree.id, head, parsed: 0, reused: head.coverage.covered_file_count, isUnchanged: true });
        return "current";
      }
      const { map, text, parsed, reused } = await make(tree, previous, onProgress);
      done.push({ tree: tree.id, head: map, parsed, reused, isUnchanged: false });
      return text;
    };
    const { replaced } = await facts.refresh({ kind: symbolMapFact, indexTree: tree.id }, compute);
    const [result] = done;
    if (result === undefined) throw new Error("The map was not looked at.");
    return { ...result, replaced };
  };

  return {
    refresh: (onProgress) => withIndexTree(platform, repository, (tree) => refreshFrom(tree, onProgress)),
    read: ({ refresh = false, onProgress } = {}) =>
      withIndexTree(platform, repository, async (tree) => {
        const request = { kind: symbolMapFact, indexTree: tree.id };
        if (!refresh) return mapOf(facts.read(request));
        const remake = async (previous: OpenFact | undefined) => (await make(tree, previous, onProgress)).text;
        return mapOf(await facts.readOrRecompute(request, remake));
      }),
  };
};

const mapOf = ({ kind, text }: OpenFact): KnownSymbols => {
  const map = readKnownSymbols(text);
  if (map !== undefined) return map;
  throw new WikiError("knowledge_malformed", { path: kind, problem: "it is no symbol map of this version" });
};
