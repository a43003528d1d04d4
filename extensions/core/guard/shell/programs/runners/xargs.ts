/** xargs and parallel: commands whose arguments come from a list. */

import { runRest } from "../../builtins/control.ts";
import { type Arguments, hasOption, optionValue, readArguments } from "../../commands/arguments.ts";
import type { Call, Command } from "../../shell.ts";
import { mark } from "../../text.ts";

const mostItems = 400;
const mostRounds = 40;

const rules = {
  short: "aEILnPsd",
  long: ["arg-file", "delimiter", "max-args", "max-procs", "max-lines", "max-chars", "replace"],
};

export const xargs: Command = (call) => {
  const { given, command } = split(call.args);
  const file = optionValue(given, "a", "arg-file");
  const list = file === undefined ? call.state.stdin : (call.shell.textOf(file, call.state) ?? mark.unknown);
  const placeholder = optionValue(given, "I", "replace", "J") ?? (hasOption(given, "i") ? "{}" : undefined);
  const items = itemsOf(list, { given, isLines: placeholder !== undefined }).slice(0, mostItems);
  const program = command.length === 0 ? ["echo"] : command;
  const inside = { ...call, state: { ...call.state, stdin: file === undefined ? "" : call.state.stdin } };
  for (const words of commandsFor(items, { program, placeholder, isSingle: takesOne(given) })) runRest(inside, words);
  return undefined;
};

const takesOne = (given: Arguments): boolean =>
  optionValue(given, "n", "max-args") === "1" || optionValue(given, "L", "max-lines") === "1";

interface Filling {
  readonly program: readonly string[];
  readonly placeholder: string | undefined;
  readonly isSingle: boolean;
}

const commandsFor = (
  items: readonly string[],
  { program, placeholder, isSingle }: Filling,
): readonly (readonly string[])[] => {
  if (placeholder !== undefined) {
    return items.slice(0, mostRounds).map((item) => program.map((word) => word.replaceAll(placeholder, item)));
  }
  return isSingle ? items.slice(0, mostRounds).map((item) => [...program, item]) : [[...program, ...items]];
};

/** Options end where the command begins. */
const split = (args: readonly string[]) => {
  for (let end = 0; end <= args.length; end += 1) {
    const given = readArguments(args.slice(0, end), rules);
    if (given.operands.length > 0)
      return { given: readArguments(args.slice(0, end - 1), rules), command: args.slice(end - 1) };
  }
  return { given: readArguments(args, rules), command: [] };
};

const itemsOf = (
  list: string,
  { given, isLines }: { readonly given: ReturnType<typeof readArguments>; readonly isLines: boolean },
): readonly string[] => {
  if (list === mark.unknown) return [mark.unknown];
  const delimiter = optionValue(given, "d", "delimiter");
  if (hasOption(given, "0", "null")) return filled(list.split("\0"));
  if (delimiter !== undefined) return filled(list.split(delimiter === "\\n" ? "\n" : delimiter));
  if (isLines) return filled(list.split("\n").map((line) => line.trim()));
  return (list.match(/"[^"\n]*"|'[^'\n]*'|(?:\\.|[^\s"'\\])+/g) ?? []).map((item) =>
    /^["']/.test(item) ? item.slice(1, -1) : item.replace(/\\(.)/g, "$1"),
  );
};

const filled = (items: readonly string[]): readonly string[] => items.filter((item) => item !== "");

/** `parallel COMMAND ::: ITEMS`, or items from standard input. */
export const parallel: Command = (call) => {
  const at = call.args.findIndex((arg) => /^:::+\+?$/.test(arg));
  const before = at < 0 ? call.args : call.args.slice(0, at);
  const { rest } = leadingWords(before);
  const items =
    at < 0 ? itemsOf(call.state.stdin, { given: readArguments([]), isLines: true }) : call.args.slice(at + 1);
  const line = rest.join(" ");
  for (const item of items.slice(0, mostRounds)) runLine(call, line, item);
  return undefined;
};

const runLine = (call: Call, line: string, item: string): void => {
  if (line === "") call.shell.runText(item, call.state);
  else call.shell.runText(line.includes("{") ? line.replaceAll(/\{[./#%]*\}/g, item) : `${line} ${item}`, call.state);
};

const leadingWords = (args: readonly string[]) => {
  const first = args.findIndex((arg, index) => !arg.startsWith("-") && !/^-[jSNnLPaC]$/.test(args[index - 1] ?? ""));
  return { rest: first < 0 ? [] : args.slice(first) };
};
