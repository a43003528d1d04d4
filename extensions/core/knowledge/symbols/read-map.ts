/** Takes a symbol map from a stored value: its shape is checked once, here. Pure. */

import { isJsonObject, type JsonObject, type JsonValue, parseJsonObject } from "../../ledger/canonical.ts";
import { placeIn, type RecordTexts, recordTexts } from "./map-text.ts";
import { type KnownSymbols, type SymbolMap, symbolMapKind } from "./symbol-map.ts";

/** Undefined for a value that is no map of this version. */
export const readSymbolMap = (value: JsonObject): SymbolMap | undefined =>
  isMapWith(value, Object.entries(listShapes)) ? (value as unknown as SymbolMap) : undefined; // Its shape was checked.

/** From a map's canonical text, without the third of it that is there for the next map; undefined as above. */
export const readKnownSymbols = (text: string): KnownSymbols | undefined => {
  const [from, to] = modulesIn(text);
  const rest = to < from ? undefined : parseJsonObject(text.slice(0, from) + text.slice(to));
  const lists = Object.entries(listShapes).filter(([name]) => name !== "modules");
  return rest !== undefined && isMapWith(rest, lists) ? (rest as unknown as KnownSymbols) : undefined; // Its shape was checked.
};

const isMapWith = (value: JsonObject, lists: readonly (readonly [name: string, shape: Shape])[]): boolean =>
  value["kind"] === symbolMapKind &&
  value["schema_version"] === 1 &&
  isText(value["index_tree"]) &&
  isRecord(value["extractor"]) &&
  isJsonObject(value["coverage"] ?? null) &&
  lists.every(([name, shape]) => isListOf(value[name], shape));

/** What the beginning of a map's canonical text tells: enough to know whether it is current, and what it covers. */
export type MapHead = Pick<SymbolMap, "coverage" | "extractor">;

export const readMapHead = (beginning: string): MapHead | undefined => {
  const end = beginning.indexOf(',"gaps":[');
  const head = end < 0 ? undefined : parseJsonObject(`${beginning.slice(0, end)}}`);
  const isHead = isJsonObject(head?.["coverage"] ?? null) && isRecord(head?.["extractor"]);
  return isHead ? (head as unknown as MapHead) : undefined; // Its shape was checked.
};

/** What the next map takes over. */
export interface ReusableMap extends Pick<SymbolMap, "extractor" | "modules"> {
  /** How its records are written. */
  readonly texts: RecordTexts;
}

const modulesBegin = ',"modules":';
const modulesEnd = ',"schema_version":1,"symbols":[';

/** Where the member is in a map's text: the second number is less for a text that is none. */
const modulesIn = (text: string): readonly [from: number, to: number] => {
  const from = text.indexOf(modulesBegin);
  return [from, from < 0 ? -2 : text.indexOf(modulesEnd, from)];
};

/**
 * From the bytes of a map's canonical text, without the two thirds of it that are made anew; undefined for those of none.
 * In a string quotes are escaped: what we look for there stands nowhere but between members.
 */
export const readReusableMap = (bytes: Uint8Array, beginning: string): ReusableMap | undefined => {
  const from = placeIn(bytes, listBegins, 0);
  const to = from < 0 ? -1 : placeIn(bytes, listEnds, from);
  const head = readMapHead(beginning);
  if (head === undefined || to < 0) return undefined;
  const list = bytes.subarray(from + listBegins.length, to);
  const modules = parseJsonObject(`{"modules":[${new TextDecoder().decode(list)}]}`)?.["modules"];
  if (!isListOf(modules, listShapes["modules"] ?? {})) return undefined;
  const records = modules as unknown as ReusableMap["modules"]; // Its shape was checked.
  return { extractor: head.extractor, modules: records, texts: recordTexts(list, records) };
};

const listBegins = new TextEncoder().encode(`${modulesBegin}[`);
const listEnds = new TextEncoder().encode(`]${modulesEnd}`);

type Check = (value: JsonValue | undefined) => boolean;
type Shape = Readonly<Record<string, Check>>;

const isText: Check = (value) => typeof value === "string";
const isCount: Check = (value) => typeof value === "number" && value >= 0;
const isTexts: Check = (value) => Array.isArray(value) && value.every(isText);
const isRecord: Check = (value) => isJsonObject(value ?? null) && Object.values(value ?? {}).every(isText);
const isListOf = (value: JsonValue | undefined, shape: Shape): boolean =>
  Array.isArray(value) && value.every((item: JsonValue) => isJsonObject(item) && hasShape(item, shape));

const hasShape = (item: JsonObject, shape: Shape): boolean => {
  for (const name in shape) if (shape[name]?.(item[name]) !== true) return false;
  return true;
};

const symbol: Shape = {
  kind: isText,
  name: isText,
  qualified_name: isText,
  file: isText,
  line_start: isCount,
  line_end: isCount,
  byte_start: isCount,
  byte_end: isCount,
};

const listShapes: Readonly<Record<string, Shape>> = {
  tracked_files: { path: isText, blob: isText, size: isCount },
  modules: {
    file: isText,
    blob: isText,
    size: isCount,
    parse_status: (value) => value === "parsed" || value === "gap",
    gap: (value) => value === null || isText(value),
    imports: isTexts,
    references: isTexts,
    symbols: (value) => isListOf(value, symbol),
  },
  symbols: symbol,
  tests: { file: isText, symbols: isTexts },
  gaps: { file: isText, kind: isText, reason: isText },
};
