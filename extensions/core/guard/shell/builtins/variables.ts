/** Builtins that set variables, positional parameters and options. */

import { hasOption, optionValue, readArguments } from "../commands/arguments.ts";
import type { Command } from "../shell.ts";
import { ended, plainText, type ShellState, setText, setVariable } from "../state.ts";
import { isUnknown, mark } from "../text.ts";
import { separators } from "../words/variables.ts";

/** `declare`, `local`, `export` …: assignments written as such are done by now, those from expansions are not. */
export const declare: Command = ({ args, state }) => {
  let after = state;
  for (const arg of args) {
    const [, name, text] = /^([A-Za-z_]\w*)\+?=([\s\S]*)$/.exec(arg) ?? [];
    if (name === undefined || text === undefined) continue;
    const known = after.variables.get(name);
    if (known === undefined || plainText(known) !== text) after = setText(after, name, text);
  }
  return [ended(after, true)];
};

export const set: Command = ({ args, state }) => {
  const end = args.indexOf("--");
  const first = end >= 0 ? end : args.findIndex((arg) => !/^[-+]/.test(arg));
  const flags = end >= 0 ? args.slice(0, end) : first < 0 ? args : args.slice(0, first);
  const options = flags.some((flag) => /^-\w*f/.test(flag)) ? new Set([...state.options, "noglob"]) : state.options;
  const isName = flags.at(-1) === "-o" || flags.at(-1) === "+o";
  const positional = end >= 0 ? args.slice(end + 1) : first < 0 || isName ? state.positional : args.slice(first);
  return [ended({ ...state, options, positional }, true)];
};

export const shift: Command = ({ args, state }) => {
  const count = /^\d+$/.test(args[0] ?? "1") ? Number(args[0] ?? "1") : 1;
  if (state.positional.length === 0) return [ended(state, false)];
  return [ended({ ...state, positional: state.positional.slice(count) }, true)];
};

export const shopt: Command = ({ args, state }) => {
  const names = args.filter((arg) => !arg.startsWith("-"));
  const options = new Set(state.options);
  if (args.includes("-s")) for (const name of names) options.add(name);
  if (args.includes("-u")) for (const name of names) options.delete(name);
  return [ended({ ...state, options }, true)];
};

export const unset: Command = ({ args, state }) => {
  const variables = new Map(state.variables);
  for (const name of args) variables.set(name, { kind: "text", text: "" });
  return [ended({ ...state, variables }, true)];
};

export const alias: Command = ({ args, state }) => {
  const aliases = new Map(state.aliases);
  for (const arg of args) {
    const [, name, text] = /^([^=]+)=([\s\S]*)$/.exec(arg) ?? [];
    if (name !== undefined && text !== undefined) aliases.set(name, text);
  }
  return [ended({ ...state, aliases }, true)];
};

export const read: Command = (call) => {
  const { state, environment } = call;
  const given = readArguments(call.args, { short: "adinNptu" });
  const names = given.operands.length > 0 ? given.operands : ["REPLY"];
  const array = optionValue(given, "a");
  if (state.stdin === mark.unknown || hasOption(given, "u")) {
    const filled = array === undefined ? names : [array];
    return [ended(filled.reduce((at, name) => setText(at, name, mark.unknown), state))];
  }
  const { line, rest } = firstLine(state.stdin, optionValue(given, "d"));
  const after = { ...state, stdin: rest };
  const cut = environment.get("IFS") ?? separators(call);
  if (array !== undefined)
    return [ended(setVariable(after, array, { kind: "list", items: fields(line, cut) }), line !== "")];
  return [ended(assigned(after, names, { line, cut }), state.stdin !== "")];
};

const firstLine = (text: string, delimiter: string | undefined): { readonly line: string; readonly rest: string } => {
  const end = delimiter === undefined ? "\n" : delimiter === "" ? "\0" : delimiter.slice(0, 1);
  const at = text.indexOf(end);
  return at < 0 ? { line: text, rest: "" } : { line: text.slice(0, at), rest: text.slice(at + 1) };
};

const cutter = (separatorsOfLine: string): RegExp => new RegExp(`[${separatorsOfLine.replace(/[\\\]^-]/g, "\\$&")}]+`);

const fields = (line: string, cut: string): readonly string[] =>
  cut === ""
    ? [line]
    : line
        .trim()
        .split(cutter(cut))
        .filter((field) => field !== "");

const assigned = (
  state: ShellState,
  names: readonly string[],
  { line, cut }: { readonly line: string; readonly cut: string },
): ShellState => {
  let rest = cut === "" ? line : line.trim();
  let after = state;
  for (const [index, name] of names.entries()) {
    const end = cut === "" || index === names.length - 1 ? undefined : cutter(cut).exec(rest);
    after = setText(after, name, end ? rest.slice(0, end.index) : rest);
    rest = end ? rest.slice(end.index + end[0].length) : "";
    if (end === null && index < names.length - 1) rest = "";
  }
  return after;
};

export const mapfile: Command = ({ args, state }) => {
  const given = readArguments(args, { short: "dnOsuCc" });
  const name = given.operands[0] ?? "MAPFILE";
  const delimiter = optionValue(given, "d");
  const text = isUnknown(state.stdin) && state.stdin === mark.unknown ? mark.unknown : state.stdin;
  const items = text.split(delimiter === "" ? "\0" : "\n").filter((line) => line !== "");
  return [ended({ ...setVariable(state, name, { kind: "list", items }), stdin: "" }, true)];
};

export const getopts: Command = ({ args, state }) => [ended(setText(state, args[1] ?? "OPT", mark.unknown))];
