/** Keeps the home folder out of records that are committed and read elsewhere. Pure. */

import { isJsonObject, type JsonValue } from "./canonical.ts";

/** The value with each of the home folders' paths, wherever a text holds one, written as `~`. */
export const withoutHome = (value: JsonValue, homes: readonly string[]): JsonValue => {
  const spots = [...new Set(homes)].filter((home) => home.length > 1).map(spotsOf);
  return spots.length === 0 ? value : replaced(value, spots);
};

// A whole path only: `/home/karoline` and `/mnt/home/karol` are not below `/home/karol`.
const spotsOf = (home: string): RegExp =>
  new RegExp(`(?<![\\w.-])${home.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&")}(?![\\w-]|\\.\\w)`, "g");

const replaced = (value: JsonValue, spots: readonly RegExp[]): JsonValue => {
  if (typeof value === "string") return spots.reduce((text, spot) => text.replace(spot, "~"), value);
  if (isList(value)) return value.map((item) => replaced(item, spots));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [String(replaced(key, spots)), replaced(item, spots)]),
  );
};

// Array.isArray does not narrow a read-only array.
const isList = (value: JsonValue): value is readonly JsonValue[] => Array.isArray(value);
