/** Keeps the home folder out of records that are committed and read elsewhere. Pure. */

import { isJsonObject, type JsonObject, type JsonValue } from "./canonical.ts";

/** The value with each of the home folders' paths, wherever a text holds one, written as `~`. */
export const withoutHome = (value: JsonObject, homes: readonly string[]): JsonObject =>
  replacedMembers(value, [...new Set(homes)].filter((home) => home.length > 1).map(spotsOf));

// A whole path only: `/home/karoline` and `/mnt/home/karol` are not below `/home/karol`.
const spotsOf = (home: string): RegExp =>
  new RegExp(`(?<![\\w.-])${home.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&")}(?![\\w-]|\\.\\w)`, "g");

const replaced = (value: JsonValue, spots: readonly RegExp[]): JsonValue => {
  if (typeof value === "string") return spots.reduce((text, spot) => text.replace(spot, "~"), value);
  if (isList(value)) return value.map((item) => replaced(item, spots));
  return isJsonObject(value) ? replacedMembers(value, spots) : value;
};

const replacedMembers = (value: JsonObject, spots: readonly RegExp[]): JsonObject =>
  Object.fromEntries(Object.entries(value).map(([key, item]) => [String(replaced(key, spots)), replaced(item, spots)]));

// Array.isArray does not narrow a read-only array.
const isList = (value: JsonValue): value is readonly JsonValue[] => Array.isArray(value);
