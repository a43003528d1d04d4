/** Lists and locations inside a record's details: canonical JSON in a bounded text. Pure. */

import { byCodePoint, canonicalJson, isJsonObject, type JsonObject, type JsonValue } from "../../ledger/canonical.ts";
import type { LessonLocation } from "./record-kinds.ts";

export const mostLocations = 8;
const longestIdentifier = 500;

/** How long a text is for the contract: in code points. */
export const lengthOf = (text: string): number => [...text].length;

/** On one line, not empty, and no longer than so many code points. */
export const isPlainText = (value: unknown, cap: number): value is string =>
  typeof value === "string" && value !== "" && lengthOf(value) <= cap && !/[\n\r\0]/.test(value);

export const isRecordHash = (value: unknown): value is string =>
  typeof value === "string" && /^sha256:[0-9a-f]{64}$/.test(value);

/** As git names objects, in either of its two hashes. */
export const isObjectId = (value: unknown): value is string =>
  typeof value === "string" && /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(value);

/** Sorted and each once, as the text that a record holds. */
export const identifierList = (items: readonly string[]): string =>
  canonicalJson([...new Set(items)].sort(byCodePoint));

/** Undefined for a text that `identifierList` would not have written. */
export const readIdentifiers = (text: string): readonly string[] | undefined => {
  const items = parsed(text);
  if (!Array.isArray(items) || !items.every((item) => isPlainText(item, longestIdentifier))) return undefined;
  return sameText(text, () => identifierList(items)) ? items : undefined;
};

export const locationList = (locations: readonly LessonLocation[]): string => canonicalJson(locations);

/** Undefined for a text that `locationList` would not have written, or that names too few or too many. */
export const readLocations = (text: string): readonly LessonLocation[] | undefined => {
  const items = parsed(text);
  if (!Array.isArray(items) || items.length === 0 || items.length > mostLocations) return undefined;
  const locations = items.map((item) => (isJsonObject(item) ? locationOf(item) : undefined));
  if (!locations.every((location) => location !== undefined)) return undefined;
  return sameText(text, () => locationList(locations)) ? locations : undefined;
};

const locationOf = (fields: JsonObject): LessonLocation | undefined => {
  const { reference, status, reason, file, symbol, line_start: start, line_end: end } = fields;
  const count = Object.keys(fields).length;
  if (!isPlainText(reference, 200)) return undefined;
  if (status === "unresolved") {
    return count === 3 && isPlainText(reason, 80) ? { reference, status, reason } : undefined;
  }
  if (status !== "resolved" || count !== 6 || !isPlainText(file, 500) || !isSymbol(symbol)) return undefined;
  if (!isLine(start) || !isLine(end) || start > end) return undefined;
  return { reference, status, file, symbol, line_start: start, line_end: end };
};

const isSymbol = (value: JsonValue | undefined): value is string => value === "" || isPlainText(value, 500);

const isLine = (value: JsonValue | undefined): value is number =>
  typeof value === "number" && Number.isSafeInteger(value) && value >= 0;

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    // What is no JSON is no list either.
    return undefined;
  }
};

const sameText = (text: string, write: () => string): boolean => {
  try {
    return write() === text;
  } catch {
    // A lone surrogate in escapes has no canonical text.
    return false;
  }
};
