/** Makes the symbol map of an index tree, reading only the files that the last map does not know. */

import type { Platform } from "../../platform/platform.ts";
import { type IndexTree, readBlobs } from "../git/index-tree-store.ts";
import type { TreeEntry } from "../git/tree-entries.ts";
import { extractorIdentity, openExtractor } from "./extract/tree-sitter.ts";
import { buildMap, placeOf, trackedFile } from "./symbols/build-map.ts";
import { type Language, languages } from "./symbols/language.ts";
import { mapText } from "./symbols/map-text.ts";
import { gapRecord } from "./symbols/module-record.ts";
import type { ReusableMap } from "./symbols/read-map.ts";
import type { MapModule, SymbolMap } from "./symbols/symbol-map.ts";

export interface MadeMap {
  readonly map: SymbolMap;
  /** Its canonical JSON. */
  readonly text: readonly Uint8Array[];
  /** How many files were read and parsed, and of how many the last record was taken. */
  readonly parsed: number;
  readonly reused: number;
}

export interface MapRequest {
  /** The work tree's top. */
  readonly folder: string;
  readonly tree: IndexTree;
  readonly previous: ReusableMap | undefined;
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

interface Source {
  readonly entry: TreeEntry;
  readonly language: Language;
}

export const makeMap = async (platform: Platform, request: MapRequest): Promise<MadeMap> => {
  const entries = await request.tree.entries();
  const sources = entries.flatMap((entry): readonly Source[] => {
    const place = placeOf(entry);
    return place.kind === "source" ? [{ entry, language: place.language }] : [];
  });
  const extractor = identities(platform, sources);
  const records = reusable(sources, { previous: request.previous, extractor });
  const reused = records.size;
  const unread = sources.filter(({ entry }) => !records.has(entry.path));
  for (const record of await parsed(platform, unread, request)) records.set(record.file, record);
  const map = buildMap({ tree: request.tree.id, entries, extractor, records });
  const text = mapText(map, request.previous?.texts ?? new Map());
  return { map, text, parsed: unread.length, reused };
};

/** Whether the extractors of a map are those of today, so that its tree would give the same map again. */
export const areCurrent = (platform: Platform, extractor: SymbolMap["extractor"]): boolean =>
  Object.entries(extractor).every(([name, identity]) => {
    const language = languages.find((one) => one === name);
    return language !== undefined && extractorIdentity(platform, language) === identity;
  });

const identities = (platform: Platform, sources: readonly Source[]): SymbolMap["extractor"] => {
  const present = [...new Set(sources.map(({ language }) => language))].sort();
  return Object.fromEntries(present.map((language) => [language, extractorIdentity(platform, language)]));
};

/** Records of the same path, the same blob and the same extractor. */
const reusable = (
  sources: readonly Source[],
  { previous, extractor }: Pick<MapRequest, "previous"> & Pick<SymbolMap, "extractor">,
): Map<string, MapModule> => {
  const known = new Map((previous?.modules ?? []).map((record) => [record.file, record]));
  const found = new Map<string, MapModule>();
  for (const { entry, language } of sources) {
    const record = known.get(entry.path);
    if (record?.blob !== entry.id || previous?.extractor[language] !== extractor[language]) continue;
    // An object that was missing may be there now.
    if (record.gap !== "missing-object") found.set(entry.path, record);
  }
  return found;
};

const parsed = async (
  platform: Platform,
  unread: readonly Source[],
  { folder, onProgress }: MapRequest,
): Promise<readonly MapModule[]> => {
  if (unread.length === 0) return [];
  const extractor = await openExtractor(platform, new Set(unread.map(({ language }) => language)));
  const records: MapModule[] = [];
  await readBlobs(platform, { folder, ids: unread.map(({ entry }) => entry.id) }, (_, bytes) => {
    const source = unread[records.length];
    if (source === undefined) throw new Error("git gave more blobs than it was asked for.");
    const file = trackedFile(source.entry);
    records.push(
      bytes === undefined ? gapRecord(file, "missing-object") : extractor.extract(file, source.language, bytes),
    );
    onProgress?.(records.length, unread.length);
  });
  return records;
};
