/** tar, zip and the compressors: what they pack away, and where they unpack. */

import { type Arguments, hasOption, optionValue, optionValues, readArguments } from "../../commands/arguments.ts";
import { runUnknown } from "../../commands/unknown.ts";
import { absoluteText } from "../../files/place.ts";
import type { Call, Command } from "../../shell.ts";
import { ended } from "../../state.ts";
import { unpackInto } from "./unpack.ts";

const tarLong =
  "file directory exclude exclude-from files-from transform xform to-command checkpoint-action index-file use-compress-program one-top-level strip-components owner group mode newer suffix volno-file listed-incremental format info-script new-volume-script".split(
    " ",
  );

export const tar: Command = (call) => {
  // The first word may be letters without a dash.
  const [first = "", ...rest] = call.args;
  const args = /^[A-Za-z]+$/.test(first) ? oldStyle(first, rest) : call.args;
  const given = readArguments(args, { short: "fCXTIHbKNVLFgs", long: tarLong });
  runTarCommands(given, call);
  const inside = inFolder(given, call);
  for (const file of optionValues(given, "index-file", "volno-file", "listed-incremental", "g"))
    call.shell.touch(file, "write", call.state);
  const archive = optionValue(given, "f", "file");
  if (hasOption(given, "x", "extract", "get")) unpack(given, inside, archive && absoluteText(archive, call.state.cwd));
  const makes = hasOption(given, "c", "create", "r", "append", "u", "update", "A", "catenate", "concatenate", "delete");
  if (makes && archive !== undefined && archive !== "-" && !archive.includes(":"))
    call.shell.touch(archive, "write", call.state);
  if (makes && hasOption(given, "remove-files"))
    for (const operand of given.operands) inside.shell.touch(operand, "tree", inside.state);
  return undefined;
};

/** `tar cfC archive folder`: values stand in the order of their letters. */
const oldStyle = (letters: string, rest: readonly string[]): readonly string[] => {
  const args: string[] = [];
  let next = 0;
  for (const letter of letters) {
    args.push(`-${letter}`);
    if (!"fCXTIHbKNVLFgs".includes(letter)) continue;
    args.push(rest[next] ?? "");
    next += 1;
  }
  return [...args, ...rest.slice(next)];
};

const inFolder = (given: Arguments, call: Call): Call => {
  const { state, shell } = call;
  const folders = optionValues(given, "C", "directory");
  const cwd = folders.reduce((at, folder) => shell.placeOf(folder, { ...state, cwd: at }), state.cwd);
  return { ...call, state: { ...state, cwd } };
};

const runTarCommands = (given: Arguments, { shell, state }: Call): void => {
  for (const line of optionValues(
    given,
    "to-command",
    "use-compress-program",
    "I",
    "F",
    "info-script",
    "new-volume-script",
  )) {
    shell.runText(line, state);
  }
  for (const action of optionValues(given, "checkpoint-action")) {
    if (action.startsWith("exec=")) shell.runText(action.slice("exec=".length), state);
  }
};

const unpack = (given: Arguments, call: Call, archive: string | undefined): void => {
  if (hasOption(given, "O", "to-stdout", "to-command")) return;
  const { shell, state } = call;
  unpackInto(call, {
    archive,
    folder: optionValue(given, "one-top-level") ?? ".",
    only: given.operands,
    except: optionValues(given, "exclude"),
    strip: Number(optionValue(given, "strip-components") ?? "0"),
  });
  for (const rule of optionValues(given, "transform", "xform", "s")) {
    const [, replacement] = new RegExp(`^(?:flags=\\w+;)?s?${delimited(rule)}`).exec(rule) ?? [];
    if (replacement !== undefined) shell.touch(`${replacement}/x`, "write", state);
  }
};

/** The middle part of `s,from,to,`. */
const delimited = (rule: string): string => {
  const delimiter = (/^(?:flags=\w+;)?s?([^\w\s])/.exec(rule)?.[1] ?? ",").replace(/[\\^$.*+?()[\]{}|/]/, "\\$&");
  return `${delimiter}.*?${delimiter}(.*?)${delimiter}`;
};

export const zip: Command = (call) => {
  const given = readArguments(call.args, {
    short: "bntxiP",
    long: ["temp-path", "exclude", "include", "out", "output-file"],
  });
  const { shell, state } = call;
  const [archive, ...members] = given.operands;
  for (const file of [...optionValues(given, "out", "output-file"), ...(archive === undefined ? [] : [archive])]) {
    if (file !== "-") shell.touch(file, "write", state);
  }
  if (hasOption(given, "m", "move")) for (const member of members) shell.touch(member, "tree", state);
  return undefined;
};

export const unzip: Command = (call) => {
  const given = readArguments(call.args, { short: "dxP" });
  if (hasOption(given, "l", "p", "t", "Z", "v", "z", "c")) return undefined;
  const [archive, ...only] = given.operands;
  unpackInto(call, { archive, folder: optionValue(given, "d") ?? ".", only, except: optionValues(given, "x") });
  return undefined;
};

export const sevenZip: Command = (call) => {
  const [verb = "", ...rest] = call.args;
  const operands = rest.filter((arg) => !arg.startsWith("-"));
  if (verb === "l" || verb === "t" || verb === "i" || verb === "h") return undefined;
  if (verb !== "x" && verb !== "e") return runUnknown({ ...call, args: rest });
  const [archive, ...only] = operands;
  unpackInto(call, { archive, folder: rest.find((arg) => arg.startsWith("-o"))?.slice(2) ?? ".", only });
  return undefined;
};

/** gzip and its kin replace a file by another beside it, unless they print. */
export const compressor: Command = (call) => {
  const given = readArguments(call.args, { short: "oSTDbB", long: ["output", "suffix", "threads"] });
  const isPrinting = hasOption(given, "c", "stdout", "to-stdout", "t", "test", "l", "list");
  const out = optionValue(given, "o", "output");
  const { shell, state } = call;
  if (out !== undefined) shell.touch(out, "write", state);
  else if (!isPrinting) for (const operand of given.operands) shell.touch(operand, "tree", state);
  // Packed and unpacked again, a text comes out as it went in.
  const [file] = given.operands;
  const text = file === undefined ? state.stdin : shell.textOf(file, state);
  return (isPrinting || given.operands.length === 0) && text !== undefined && state.isHeard
    ? [ended(state, true, text)]
    : undefined;
};
