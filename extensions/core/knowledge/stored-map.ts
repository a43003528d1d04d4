/** The symbol map as it is kept: made where it must be, read where it is current. */

import type { Platform } from "../../platform/platform.ts";
import { WikiError } from "../errors.ts";
import { type IndexTree, withIndexTree } from "../git/index-tree-store.ts";
import type { Repository } from "../git/repository.ts";
import type { FactValue, OpenedFact, OpenFact } from "./derived/derived-fact.ts";
import { type DerivedFacts, openDerivedFacts } from "./derived/derived-fact-store.ts";
import { areCurrent, type MadeMap, makeMap } from "./refresh-map.ts";
import { type MapHead, type ReusableMap, readKnownSymbols, readMapHead, readReusableMap } from "./symbols/read-map.ts";
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
  const make = async (
    tree: IndexTree,
    previous: ReusableMap | undefined,
    onProgress: OnProgress | undefined,
  ): Promise<MadeMap> => {
    const made = await makeMap(platform, { folder: repository.folder, tree, previous, onProgress });
    const after = await tree.now();
    if (after !== tree.id) throw new WikiError("index_changed", { before: tree.id, after });
    return made;
  };

  const refreshFrom = async (
    tree: IndexTree,
    last: LastMap,
    onProgress: OnProgress | undefined,
  ): Promise<RefreshedMap> => {
    const done: Omit<RefreshedMap, "replaced">[] = [];
    const compute = async (previous: OpenFact | undefined): Promise<FactValue | "current"> => {
      const head = previous && readMapHead(previous.beginning);
      if (head !== undefined && previous?.indexTree === tree.id && areCurrent(platform, head.extractor)) {
        done.push({ tree: tree.id, head, parsed: 0, reused: readFiles(head), isUnchanged: true });
        return "current";
      }
      const { map, text, parsed, reused } = await make(tree, last.reusable(), onProgress);
      done.push({ tree: tree.id, head: map, parsed, reused, isUnchanged: false });
      return text;
    };
    const { replaced } = await facts.refresh({ kind: symbolMapFact, indexTree: tree.id }, compute, last.opened());
    const [result] = done;
    if (result === undefined) throw new Error("The map was not looked at.");
    return { ...result, replaced };
  };

  return {
    refresh: (onProgress) => {
      const last = lastMap(facts);
      return withIndexTree(platform, repository, (tree) => refreshFrom(tree, last, onProgress), last.reusable);
    },
    read: ({ refresh = false, onProgress } = {}) =>
      withIndexTree(platform, repository, async (tree) => {
        const request = { kind: symbolMapFact, indexTree: tree.id };
        if (!refresh) return mapOf(facts.read(request));
        const remake = async (previous: OpenFact | undefined) =>
          (await make(tree, previous && readReusableMap(previous.bytes, previous.beginning), onProgress)).text;
        return mapOf(await facts.readOrRecompute(request, remake));
      }),
  };
};

/** How many files a map was read from: those that are too large have a record all the same. */
const readFiles = ({ coverage }: MapHead): number =>
  coverage.covered_file_count - (coverage.gap_kinds["too-large"] ?? 0);

/** The last map, each look at it taken once and kept: it can be taken while git is at work. */
interface LastMap {
  opened(): OpenedFact | undefined;
  reusable(): ReusableMap | undefined;
}

const lastMap = (facts: DerivedFacts): LastMap => {
  let opening: { readonly opened: OpenedFact | undefined } | undefined;
  let reading: { readonly reusable: ReusableMap | undefined } | undefined;
  const opened = (): OpenedFact | undefined => {
    opening ??= { opened: facts.open(symbolMapFact) };
    return opening.opened;
  };
  const reusable = (): ReusableMap | undefined => {
    const last = opened();
    const fact = last?.state === "fact" ? last.fact : undefined;
    reading ??= { reusable: fact && readReusableMap(fact.bytes, fact.beginning) };
    return reading.reusable;
  };
  return { opened, reusable };
};

const mapOf = ({ kind, text }: OpenFact): KnownSymbols => {
  const map = readKnownSymbols(text);
  if (map !== undefined) return map;
  throw new WikiError("knowledge_malformed", { path: kind, problem: "it is no symbol map of this version" });
};
