/**
 * The canonical text of a symbol map in pieces of bytes: the records of the last map stand in its text as they will stand
 * in the next one, and are taken over from there. Pure.
 */

import { canonicalJson, canonicalMembers } from "../../ledger/canonical.ts";
import type { MapModule, MapSymbol, SymbolMap } from "./symbol-map.ts";

/** How a record is written: as a whole, and each of its symbols, in their order. */
export interface RecordText {
  readonly whole: Uint8Array;
  readonly symbols: readonly Uint8Array[];
}

/** What is known of records by their identity. */
export type RecordTexts = ReadonlyMap<MapModule, RecordText>;

/** Together the same bytes as the map's canonical JSON. */
export const mapText = (map: SymbolMap, known: RecordTexts): readonly Uint8Array[] => {
  const modules: Uint8Array[] = [];
  const written = new Map<MapSymbol, Uint8Array>();
  for (const module of map.modules) {
    const { whole, symbols } = known.get(module) ?? textOf(module);
    modules.push(whole);
    for (const [index, symbol] of module.symbols.entries()) written.set(symbol, symbols[index] ?? bytesOf(symbol));
  }
  const symbols = map.symbols.map((symbol) => written.get(symbol) ?? bytesOf(symbol));
  const long: Readonly<Record<string, readonly Uint8Array[]>> = { '"modules":[]': modules, '"symbols":[]': symbols };
  const pieces = canonicalMembers({ ...map, modules: [], symbols: [] }).flatMap((member, index) => {
    const text = index === 0 ? `{${member}` : `,${member}`;
    const items = long[member];
    return items === undefined ? encoder.encode(text) : [encoder.encode(text.slice(0, -1)), joinItems(items), end];
  });
  return [...pieces, encoder.encode("}")];
};

const textOf = (module: MapModule): RecordText => ({ whole: bytesOf(module), symbols: module.symbols.map(bytesOf) });

const encoder = new TextEncoder();
const bytesOf = (value: MapModule | MapSymbol): Uint8Array => encoder.encode(canonicalJson(value));

const end = encoder.encode("]");
const comma = 44;

/** The items with commas between them. */
const joinItems = (items: readonly Uint8Array[]): Uint8Array => {
  const joined = new Uint8Array(items.reduce((sum, item) => sum + item.length + 1, 0)).fill(comma);
  let at = 0;
  for (const item of items) {
    joined.set(item, at);
    at += item.length + 1;
  }
  return joined.subarray(0, -1);
};

/** The texts of records in that of their list, without its brackets; none where they do not stand as we write them. */
export const recordTexts = (list: Uint8Array, modules: readonly MapModule[]): RecordTexts => {
  const known = new Map<MapModule, RecordText>();
  const texts = objectsIn(list, '"blob":');
  if (texts.length !== modules.length) return known;
  for (const [index, module] of modules.entries()) {
    const whole = texts[index];
    const from = whole === undefined ? -1 : placeIn(whole, symbolsBegin, 0);
    if (whole === undefined || from < 0) continue;
    const symbols = objectsIn(whole.subarray(from + symbolsBegin.length, -2), '"byte_end":');
    if (symbols.length === module.symbols.length) known.set(module, { whole, symbols });
  }
  return known;
};

const symbolsBegin = encoder.encode('"symbols":[');

/** The objects of a list which all begin with one member. In a string quotes are escaped: no string holds such a border. */
const objectsIn = (list: Uint8Array, firstMember: string): readonly Uint8Array[] => {
  if (list.length === 0) return [];
  const border = encoder.encode(`},{${firstMember}`);
  const objects: Uint8Array[] = [];
  let from = 0;
  for (let at = placeIn(list, border, 0); at >= 0; at = placeIn(list, border, from)) {
    objects.push(list.subarray(from, at + 1));
    from = at + 2;
  }
  return [...objects, list.subarray(from)];
};

/** Where bytes stand in others, from a place on; -1 where they do not. Quick for a first byte that is rare. */
export const placeIn = (bytes: Uint8Array, wanted: Uint8Array, from: number): number => {
  const [first = 0] = wanted;
  for (let at = bytes.indexOf(first, from); at >= 0; at = bytes.indexOf(first, at + 1)) {
    if (isAt(bytes, wanted, at)) return at;
  }
  return -1;
};

const isAt = (bytes: Uint8Array, wanted: Uint8Array, at: number): boolean => {
  for (let index = 1; index < wanted.length; index += 1) if (bytes[at + index] !== wanted[index]) return false;
  return true;
};
