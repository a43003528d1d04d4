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
export const canonicalJson = (value: unknown): string => textOf(value, 0);

/** `sha256:` and the digest of the canonical text, as every hash of a record is written. */
export const canonicalHash = (value: unknown, hash: HashFunction): string => `sha256:${hash(canonicalJson(value))}`;

/** The members of a plain object in canonical order, each as `"key":value`. */
export const canonicalMembers = (value: object): readonly string[] =>
  sortedKeys(value).map((key) => `${encodeString(key)}:${textOf(Reflect.get(value, key), 1)}`);

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

/**
 * The canonical text of an object without one of its members, cut out of the text with it; undefined when the same
 * member also stands further in, so that only the object itself can tell.
 */
export const withoutMember = (text: string, key: string, value: string): string | undefined => {
  const member = `${JSON.stringify(key)}:${JSON.stringify(value)}`;
  const at = text.indexOf(member);
  if (at <= 0 || text.includes(member, at + 1)) return undefined;
  const isFirst = text[at - 1] === "{";
  return text.slice(0, isFirst ? at : at - 1) + text.slice(at + member.length + (isFirst ? 1 : 0));
};

/**
 * A quick look at a text and the object that was parsed from it: true when the text is surely canonical. False leaves it
 * open: only the canonical text itself can tell then.
 */
export const isPlainlyCanonical = (text: string, value: JsonObject): boolean =>
  // Without escapes nothing but blanks, doubled keys and numbers of another form could make a text of another length.
  !text.includes("\\") && (isAscii.test(text) || !loneSurrogate.test(text)) && lengthOf(value, 0) === text.length;

/** The length of the canonical text of a value without escapes; NaN when a text of that length may be another one. */
const lengthOf = (value: JsonValue, depth: number): number => {
  if (typeof value === "string") return value.length + 2;
  if (typeof value === "number") return integerLength(value);
  if (typeof value !== "object" || value === null) return String(value).length;
  if (depth >= maxDepth) return Number.NaN;
  if (isList(value))
    return value.reduce<number>((sum, item) => sum + lengthOf(item, depth + 1) + 1, emptyLength(value.length));
  const keys = Object.keys(value);
  let length = emptyLength(keys.length);
  let before = "";
  for (const key of keys) {
    const item = value[key];
    if (key < before || item === undefined || !isPlainKey.test(key)) return Number.NaN;
    length += key.length + 4 + lengthOf(item, depth + 1);
    before = key;
  }
  return length;
};

/** Of the brackets, less the comma that the last item does not have. */
const emptyLength = (items: number): number => (items === 0 ? 2 : 1);

/** `1e2` is no longer than `100`. */
const integerLength = (value: number): number =>
  Number.isSafeInteger(value) && (value === 0 ? !Object.is(value, -0) : value % 100 !== 0)
    ? String(value).length
    : Number.NaN;

const isAscii = /^[ -~]*$/;
const loneSurrogate = /\p{Surrogate}/u;
/** Sorted alike by all, and standing in an object where it stands in the text, as one of digits may not. */
const isPlainKey = /^(?!\d)[ -~]*$/;

// Array.isArray does not narrow a read-only array.
const isList = (value: JsonValue): value is readonly JsonValue[] => Array.isArray(value);

/** The language's own text, several times as fast to make, where it is surely the canonical one. */
const textOf = (value: unknown, depth: number): string => {
  if (!isInOrderOfUnits(value, depth)) return encode(value, depth);
  const text = JSON.stringify(value);
  // In an escape, a surrogate stands alone, or the text looks like it; keys with high units have another order.
  return text.includes("\\ud") || highUnit.test(text) ? encode(value, depth) : text;
};

/** Whether a value is made of nothing but what canonical JSON takes, with all its keys in the language's own order. */
const isInOrderOfUnits = (value: unknown, depth: number): boolean => {
  switch (typeof value) {
    case "string":
    case "boolean":
      return true;
    case "number":
      return Number.isSafeInteger(value) && !Object.is(value, -0);
    case "object":
      return value === null || isCompositeInOrder(value, depth + 1);
    default:
      return false;
  }
};

const isListInOrder = (list: readonly unknown[], depth: number): boolean => {
  // A hole is undefined.
  for (let at = 0; at < list.length; at += 1) if (!isInOrderOfUnits(list[at], depth)) return false;
  return true;
};

const isCompositeInOrder = (value: object, depth: number): boolean => {
  if (depth > maxDepth || "toJSON" in value) return false;
  if (Array.isArray(value)) return isListInOrder(value, depth);
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== null && prototype !== Object.prototype) return false;
  if (Object.getOwnPropertySymbols(value).length > 0) return false;
  const members = value as Readonly<Record<string, unknown>>;
  let before = "";
  for (const key of Object.keys(members)) {
    if (key < before || !isInOrderOfUnits(members[key], depth)) return false;
    before = key;
  }
  return true;
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
  const keys = Object.keys(value);
  // What was parsed from a canonical text has them in order.
  return isInOrder(keys) ? keys : keys.sort(byCodePoint);
};

const isInOrder = (keys: readonly string[]): boolean => {
  for (let at = 1; at < keys.length; at += 1) if (byCodePoint(keys[at - 1] ?? "", keys[at] ?? "") > 0) return false;
  return true;
};

const encodeString = (text: string): string => {
  // Nearly all texts are plain, and this is the busiest line of a verification.
  if (/^[ !#-[\]-~]*$/.test(text)) return `"${text}"`;
  if (loneSurrogate.test(text)) throw new Error("Canonical JSON has no lone surrogates.");
  return JSON.stringify(text);
};

const encodeInteger = (value: number): string => {
  if (!Number.isSafeInteger(value) || Object.is(value, -0)) {
    throw new Error(`Canonical JSON has safe integers only, not ${Object.is(value, -0) ? "-0" : value}.`);
  }
  return String(value);
};

/** The same order for these texts, by the language's own comparison where that agrees: it is several times as fast. */
export const codePointOrder = (texts: readonly string[]): ((a: string, b: string) => number) =>
  texts.some((text) => highUnit.test(text)) ? byCodePoint : byUnit;

/** From the surrogates on, units of UTF-16 are not in the order of code points. */
const highUnit = /[\ud800-\uffff]/;

const byUnit = (a: string, b: string): number => {
  if (a === b) return 0;
  return a < b ? -1 : 1;
};

/** The order of keys: by code point, as every implementation has it; for sorting with it. */
export const byCodePoint = (a: string, b: string): number => {
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
