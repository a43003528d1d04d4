/** Programs that pass text on: where their input is known, so is their output. They write nothing. */

import { hasOption, optionValue, optionValues, readArguments } from "../../commands/arguments.ts";
import type { Call, Command } from "../../shell.ts";
import { ended, type Outcome } from "../../state.ts";
import { isUnknown, mark } from "../../text.ts";

/** The files that are named, or standard input; undefined when nobody listens or a file can't be read. */
const input = ({ shell, state }: Call, files: readonly string[]): string | undefined => {
  if (!state.isHeard) return undefined;
  if (files.length === 0) return state.stdin;
  const texts = files.map((file) => (file === "-" ? state.stdin : shell.textOf(file, state)));
  return texts.some((text) => text === undefined) ? undefined : texts.join("");
};

const printed = (call: Call, text: string | undefined): readonly Outcome[] | undefined =>
  text === undefined ? undefined : [ended(call.state, true, text)];

export const cat: Command = (call) => printed(call, input(call, readArguments(call.args).operands));

const perLine =
  (change: (line: string) => string): Command =>
  (call) => {
    const text = input(call, readArguments(call.args).operands);
    return printed(
      call,
      text
        ?.split("\n")
        .map((line) => (isUnknown(line) ? line : change(line)))
        .join("\n"),
    );
  };

export const rev = perLine((line) => [...line].reverse().join(""));

export const head: Command = (call) => {
  const given = readArguments(call.args, { short: "nc", long: ["lines", "bytes"] });
  const text = input(call, given.operands);
  if (text === undefined || isUnknown(text) || hasOption(given, "c", "bytes"))
    return printed(call, text === undefined ? text : mark.unknown);
  const count = Number(
    optionValue(given, "n", "lines") ?? call.args.find((arg) => /^-\d+$/.test(arg))?.slice(1) ?? "10",
  );
  const lines = text.replace(/\n$/, "").split("\n");
  const kept = call.name === "tail" ? lines.slice(-Math.abs(count)) : lines.slice(0, count);
  return printed(call, `${kept.join("\n")}\n`);
};

export const tr: Command = (call) => {
  const text = input(call, []);
  const given = readArguments(call.args);
  if (text === undefined || isUnknown(text) || given.options.some(({ name }) => name !== "d"))
    return printed(call, text && mark.unknown);
  const [from = "", to = ""] = given.operands.map((set) => [...ranges(set)]);
  const last = to.at(-1) ?? "";
  const changed = [...text].map((char) => {
    const at = from.indexOf(char);
    if (at < 0) return char;
    return hasOption(given, "d") ? "" : (to[at] ?? last);
  });
  return printed(call, changed.join(""));
};

const ranges = (set: string): string =>
  set
    .replaceAll("[:upper:]", "A-Z")
    .replaceAll("[:lower:]", "a-z")
    .replaceAll("\\n", "\n")
    .replace(/([\s\S])-([\s\S])/g, (_whole, first: string, last: string) => {
      const length = Math.max(0, last.charCodeAt(0) - first.charCodeAt(0) + 1);
      return Array.from({ length }, (_, at) => String.fromCharCode(first.charCodeAt(0) + at)).join("");
    });

const base64Digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

const fromBase64 = (text: string): string => {
  const bytes: number[] = [];
  let bits = 0;
  let count = 0;
  for (const char of text) {
    const digit = base64Digits.indexOf(char);
    if (digit < 0) continue;
    bits = ((bits << 6) | digit) & 0xffffff;
    count += 6;
    if (count < 8) continue;
    count -= 8;
    bytes.push((bits >> count) & 0xff);
  }
  return new TextDecoder().decode(Uint8Array.from(bytes));
};

export const base64: Command = (call) => {
  const given = readArguments(call.args, { short: "wio", long: ["wrap"] });
  for (const file of optionValues(given, "o")) call.shell.touch(file, "write", call.state);
  if (!hasOption(given, "d", "D", "decode")) return undefined;
  const text = input(call, given.operands);
  return printed(call, text === undefined || isUnknown(text) ? undefined : fromBase64(text));
};

/** Only as the decoder that it also is. */
export const opensslText = (call: Call): readonly Outcome[] | undefined => {
  const decodes =
    call.args.includes("-d") && call.args.some((arg) => arg === "-base64" || arg === "base64" || arg === "-a");
  const text = decodes ? input(call, []) : undefined;
  return printed(call, text === undefined || isUnknown(text) ? undefined : fromBase64(text));
};

/** `seq 3`, `seq 2 5`. */
export const seq: Command = ({ args, state }) => {
  if (!args.every((arg) => /^\d{1,3}$/.test(arg)) || args.length > 2) return undefined;
  const [first, last] = args.length === 1 ? [1, Number(args[0])] : [Number(args[0]), Number(args[1])];
  const numbers = Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at);
  return [ended(state, true, `${numbers.join("\n")}\n`)];
};

const pathPart =
  (part: (path: string) => string): Command =>
  ({ args, state }) => {
    const [path, suffix] = args.filter((arg) => !/^-[azs]/.test(arg));
    if (path === undefined) return undefined;
    const shown = part(path);
    return [
      ended(
        state,
        true,
        `${suffix !== undefined && shown.endsWith(suffix) ? shown.slice(0, -suffix.length) : shown}\n`,
      ),
    ];
  };

export const basename = pathPart((path) => path.replace(/\/+$/, "").split("/").at(-1) ?? "");

export const dirname = pathPart((path) => {
  const end = path.replace(/\/+$/, "").lastIndexOf("/");
  return end < 0 ? "." : path.slice(0, end) || "/";
});

/** realpath, readlink: links resolved. */
export const realPath: Command = (call) => {
  const { operands } = readArguments(call.args, { long: ["relative-to", "relative-base"] });
  if (call.args.some((arg) => arg.startsWith("--relative"))) return undefined;
  return [ended(call.state, true, operands.map((path) => `${call.shell.placeOf(path, call.state)}\n`).join(""))];
};
