/** Tells values that are secrets from code, words and placeholders, where only their surroundings say so. Pure. */

import { isExample, isPlaceholder } from "./examples.ts";
import { isWordy, looksChosen, looksRandom } from "./strength.ts";

const member = /^[A-Za-z_$][\w$]*(?:\??\.[A-Za-z_$][\w$]*|\[\d+\])+[!;]?$/;
const codeForms: readonly RegExp[] = [
  // A call, an assignment, one of several statements, a number among others.
  /^[A-Za-z_$][\w$.]*\(/,
  /^[A-Za-z_$][\w$]*(?:\.[\w$]+)+=/,
  /[;,(][A-Za-z_$][\w$]*(?:\.[\w$]+)+[=(]/,
  /^\d+[,;)]/,
  // A path, an address, a digest, a type.
  /^(?:\.{1,2}\/|~\/|[A-Za-z]:[\\/]|[a-z][a-z0-9+.-]{1,20}:\/\/)/,
  /^(?:sha\d{3}|md5)[-:]/,
  /^arn:[a-z-]{3,12}:/,
  /^(?:Big)?(?:Int|Uint|Float)\d/,
];

/** What is made by chance can have a dot in the middle, or begin like a path. */
const isCode = (value: string): boolean =>
  codeForms.some((form) => form.test(value)) ||
  (member.test(value) && (isWordy(value) || !/\d/.test(value))) ||
  (value.startsWith("/") && !looksRandom(value));

const isPasswordName = (before: string): boolean => /p(?:ass|wd)/i.test(before);

/** A value with a telling name: random, or at least well chosen when the name is that of a password. */
export const isNamedSecret = (value: string, before: string): boolean => {
  if (isCode(value) || isPlaceholder(value) || isEncodedWords(value)) return false;
  return looksRandom(value) || (isPasswordName(before) && looksChosen(value));
};

/** Words in Base64, as documentation has them: a phrase with spaces in which nothing is random. */
const isEncodedWords = (value: string): boolean => {
  const text = textOfBase64(value);
  return text !== undefined && /^[\x20-\x7e]*[a-z] [a-z][\x20-\x7e]*$/i.test(text) && isPlaceholder(text);
};

/** What follows `Authorization:`, `Bearer` or `Basic`. */
export const isCredential = (value: string): boolean => {
  if (isCode(value) || isPlaceholder(value)) return false;
  const password = passwordOfBasic(value);
  return password === undefined ? looksRandom(value) : password.length >= 6 && !isPlaceholder(password);
};

/** Of `user:password` in Base64; undefined for anything else. */
const passwordOfBasic = (value: string): string | undefined =>
  /^[\x20-\x7e]*?:([\x20-\x7e]+)$/.exec(textOfBase64(value) ?? "")?.[1];

const textOfBase64 = (value: string): string | undefined => {
  if (!/^[A-Za-z0-9+/]{8,}={0,2}$/.test(value)) return undefined;
  try {
    return atob(value);
  } catch {
    // Not Base64.
    return undefined;
  }
};

/** The rest of a cookie's line, of which at least one value was made by a machine. */
export const isCookieLine = (value: string): boolean =>
  value.split(/;\s{0,3}/).some((pair) => {
    const [, content = ""] = /^[^=]*=(.*)$/.exec(pair) ?? [];
    return looksRandom(content) && !isPlaceholder(content);
  });

/** A block of a private key that holds a key, not three dots. */
export const isKeyBlock = (value: string): boolean => {
  const lines = value.replace(/-----[^-]{0,80}-----|\\[nr]|^[A-Z][A-Za-z-]{2,20}: .*$/gm, "");
  const body = lines.replace(/[^A-Za-z0-9+/=]/g, "");
  const isCut = /\.{3}|…|<[a-z]/i.test(lines);
  // Code that writes a key has no such run.
  return /[A-Za-z0-9+/=]{24}/.test(lines) && body.length >= (isCut ? 100 : 40) && new Set(body).size >= 12;
};

const commonPassword = /^(?:pass|pw|pwd|admin|root|user(?:name)?|guest|postgres|mysql|mongo|redis|rabbit|[a-z]{4})$/i;

/** The password in an address; `before` ends with the user's name. */
export const isAddressPassword = (value: string, before: string): boolean => {
  const [, user = ""] = /([^/:]*):$/.exec(before) ?? [];
  if (value.length < 4 || value === user || isPlaceholder(value) || isExample(user)) return false;
  return !commonPassword.test(value);
};

/** What a command got in the place of a password. */
export const isGivenPassword = (value: string): boolean => !isPlaceholder(value) && looksChosen(value);

export const isNoPlaceholder = (value: string): boolean => !isPlaceholder(value);
