/** Canonical JSON: one text for one value, so that hashes agree between machines and languages. Pure. */

export type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonObject;
export type JsonObject = { readonly [key: string]: JsonValue };

/** SHA-256 of a text's UTF-8 bytes as 64 hex digits. */
export type HashFunction = (text: string) => string;

// Deeper values are no records; the limit keeps a hostile line from exhausting the stack.
const maxDepth = 200;

/**
 * Keys by code point, no blanks, non-ASCII raw. Takes strings, safe integers, booleans, null, arrays and
 * plain objects; everything else (floats, -0, undefined, lone surrogates, class instances) is a caller's
 * bug and throws, for it has no text that every implementation agrees on.
 */
export const canonicalJson = (value: unknown): string => encode(value, 0);

/** `sha256:` and the digest of the canonical text, as every hash of a record is written. */
export const canonicalHash = (value: unknown, hash: HashFunction): string => `sha256:${hash(canonicalJson(value))}`;

/** The members of a plain object in canonical order, each as `"key":value`. */
export const canonicalMembers = (value: object): readonly string[] =>
  sortedKeys(value).map((key) => member(value, key, 1));

/** The text of an object with these members. */
export const joinMembers = (members: readonly string[]): string => `{${members.join(",")}}`;

export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** An object parsed from a text; undefined for any other text. */
export const parseJsonObject = (text: string): JsonObject | undefined => {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
};

const encode = (value: unknown, depth: number): string => {
  switch (typeof value) {
    case "string":
      return encodeString(value);
    case "number":
      return encodeInteger(value);
    case "boolean":
      return value ? "true" : "false";
    case "object":
      return value === null ? "null" : encodeComposite(value, depth + 1);
    default:
      throw new Error(`Canonical JSON has no ${typeof value}.`);
  }
};

const encodeComposite = (value: object, depth: number): string => {
  if (depth > maxDepth) throw new Error(`Canonical JSON is not nested deeper than ${maxDepth} levels.`);
  // Array.from visits holes too, which are undefined and refused.
  if (Array.isArray(value)) return `[${Array.from(value, (item: unknown) => encode(item, depth)).join(",")}]`;
  return joinMembers(sortedKeys(value).map((key) => member(value, key, depth)));
};

const member = (value: object, key: string, depth: number): string =>
  `${encodeString(key)}:${encode(Reflect.get(value, key), depth)}`;

const sortedKeys = (value: object): string[] => {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== null && prototype !== Object.prototype) throw new Error("Canonical JSON takes plain objects only.");
  if (Object.getOwnPropertySymbols(value).length > 0) throw new Error("Canonical JSON has no symbol keys.");
  return Object.keys(value).sort(byCodePoint);
};

const encodeString = (text: string): string => {
  // Nearly all texts are plain, and this is the busiest line of a verification.
  if (/^[ !#-[\]-~]*$/.test(text)) return `"${text}"`;
  if (/\p{Surrogate}/u.test(text)) throw new Error("Canonical JSON has no lone surrogates.");
  return JSON.stringify(text);
};

const encodeInteger = (value: number): string => {
  if (!Number.isSafeInteger(value) || Object.is(value, -0)) {
    throw new Error(`Canonical JSON has safe integers only, not ${Object.is(value, -0) ? "-0" : value}.`);
  }
  return String(value);
};

const byCodePoint = (a: string, b: string): number => {
  const length = Math.min(a.length, b.length);
  for (let index = 0; index < length; index += 1) {
    const left = a.charCodeAt(index);
    const right = b.charCodeAt(index);
    if (left !== right) return codePointRank(left) - codePointRank(right);
  }
  return a.length - b.length;
};

// UTF-16 puts surrogates (code points from U+10000) before U+E000–U+FFFF; code points put them after.
const codePointRank = (unit: number): number => {
  if (unit < 0xd800) return unit;
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800;
};
