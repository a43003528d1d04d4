/** Writes plain JSON values as YAML that every YAML reader reads back the same. Pure. */

import { WikiError } from "../../errors.ts";
import { resolvePlain } from "./plain-scalar.ts";

/** What starts something else than text, or looks like it. */
const startsOther = /^[-?:,[\]{}#&*!|>'"%@`=~\s]|^\.(?![/\p{L}])/u;

/** What ends a plain text, folds in it, or can't be seen. */
const breaksPlain =
  /[,[\]{}]|:(?: |$)| #| {2}| $|[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069\uFEFF\uFFFE\uFFFF]/u;

const plainKey = /^[A-Za-z_][A-Za-z0-9_-]*$/;

/** What some YAML reader takes for something else than text. */
const notText =
  /^(?:y|n|yes|no|on|off|true|false|null|~|[-+]?[.\d][\d_]*(?:\.\d*)?(?:e[-+]?\d+)?|[-+]?\.(?:inf|nan)|0[xob][\da-f_]+|[-+]?\d+(?::\d+)+(?:\.\d*)?)$/i;

/** Deeper values would not be read back. */
const maxDepth = 30;

/** One line of flow YAML. */
export const flowValue = (value: unknown, depth = 0): string => {
  if (depth > maxDepth) throw notYaml("is nested too deep");
  if (value === null) return "null";
  if (typeof value === "string") return scalarText(value);
  if (typeof value === "boolean") return String(value);
  if (typeof value === "number") return numberText(value);
  if (Array.isArray(value)) return `[${value.map((item) => flowValue(item, depth + 1)).join(", ")}]`;
  if (typeof value !== "object") throw notYaml(`is a ${typeof value}`);
  const entries = Object.entries(value).filter(([, inner]) => inner !== undefined);
  if (entries.length === 0) return "{}";
  return `{ ${entries.map(([key, inner]) => `${keyText(key)}: ${flowValue(inner, depth + 1)}`).join(", ")} }`;
};

export const keyText = (key: string): string => {
  if (key === "__proto__") throw notYaml("has the key __proto__");
  return plainKey.test(key) && !notText.test(key) ? key : quoted(key);
};

/** Plain where YAML lets it stand, else in double quotes. */
const scalarText = (text: string): string => {
  const other = startsOther.test(text) || breaksPlain.test(text) || notText.test(text) || resolvePlain(text) !== text;
  return other ? quoted(text) : text;
};

const numberText = (value: number): string => {
  const text = String(value);
  if (!Number.isFinite(value) || resolvePlain(text) !== value || Object.is(value, -0)) {
    throw notYaml(`is the number ${text}`);
  }
  return text;
};

/** JSON's quotes are YAML's; what JSON leaves raw and a YAML reader may not take is escaped too. */
const quoted = (text: string): string =>
  JSON.stringify(text).replace(
    /[\u007F-\u009F\u2028-\u202E\u2066-\u2069\uFEFF\uFFFE\uFFFF]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );

const notYaml = (problem: string): WikiError => new WikiError("invalid_input", { what: "front matter", problem });
