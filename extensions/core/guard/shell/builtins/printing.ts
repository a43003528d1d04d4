/** echo, printf, pwd and the like: what they print is known. */

import type { Command } from "../shell.ts";
import { ended, setText } from "../state.ts";
import { isUnknown, mark } from "../text.ts";

export const echo: Command = ({ args, state }) => {
  let first = 0;
  while (/^-[neE]+$/.test(args[first] ?? "")) first += 1;
  const flags = args.slice(0, first).join("");
  const text = args.slice(first).join(" ");
  const shown = flags.includes("e") ? unescaped(text) : text;
  return [ended(state, true, flags.includes("n") ? shown : `${shown}\n`)];
};

export const printf: Command = ({ args, state }) => {
  const isIntoVariable = args[0] === "-v";
  const [format = "", ...values] = isIntoVariable ? args.slice(2) : args[0] === "--" ? args.slice(1) : args;
  const text = formatted(format, values);
  return isIntoVariable ? [ended(setText(state, args[1] ?? "", text), true)] : [ended(state, true, text)];
};

export const pwd: Command = ({ args, state, shell }) => {
  const place = args.includes("-P") ? shell.placeOf(".", state) : state.cwd;
  return [ended(state, true, `${place}\n`)];
};

const formatted = (format: string, values: readonly string[]): string => {
  if (isUnknown(format)) return mark.unknown;
  const wanted = format.match(/%[-+ #0]*\d*(?:\.\d+)?[sbqdiuxXofeEgGc]/g)?.length ?? 0;
  const rounds = wanted === 0 ? 1 : Math.min(1_000, Math.max(1, Math.ceil(values.length / wanted)));
  let next = 0;
  const once = (): string =>
    unescaped(format).replace(/%%|%[-+ #0]*\d*(?:\.\d+)?([sbqdiuxXofeEgGc])/g, (whole, kind: string | undefined) => {
      if (kind === undefined) return "%";
      const value = values[next] ?? "";
      next += 1;
      return converted(value, kind, whole);
    });
  return Array.from({ length: rounds }, once).join("");
};

const converted = (value: string, kind: string, directive: string): string => {
  if (kind === "b") return unescaped(value);
  if (kind === "s" || kind === "q") return cut(value, directive);
  if (kind === "c") return value.slice(0, 1);
  return /^\d+$/.test(value) && directive.length === 2 && kind === "d" ? value : mark.unknown;
};

const cut = (value: string, directive: string): string => {
  const [, limit] = /\.(\d+)/.exec(directive) ?? [];
  return limit === undefined ? value : value.slice(0, Number(limit));
};

const simpleEscapes: Readonly<Record<string, string>> = {
  n: "\n",
  t: "\t",
  r: "\r",
  a: "\x07",
  b: "\b",
  f: "\f",
  v: "\v",
  e: "\x1b",
  "\\": "\\",
};

const unescaped = (text: string): string =>
  text.replace(/\\(?:x([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{1,4})|0?([0-7]{1,3})|[\s\S])/g, (whole, hex, unicode, octal) => {
    const digits: unknown = hex ?? unicode;
    if (typeof digits === "string") return String.fromCharCode(Number.parseInt(digits, 16));
    if (typeof octal === "string") return String.fromCharCode(Number.parseInt(octal, 8));
    return simpleEscapes[whole.slice(1)] ?? whole;
  });
