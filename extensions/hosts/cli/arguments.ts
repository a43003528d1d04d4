/** Reads a command line: which verb, what it was given, and what holds for every verb. Pure. */

import { parseArgs } from "node:util";
import { WikiError } from "../../core/errors.ts";
import { flag, type Options, text } from "./option.ts";
import { nearestWord } from "./suggestion.ts";
import type { Given, Verb } from "./verb.ts";

/** What every verb takes. */
export const commonOptions = {
  cwd: text("DIR", "Work as if in this folder."),
  json: flag("Print one JSON value, for programs."),
  help: flag("Show what the verb takes."),
} satisfies Options;

export type CommandLine =
  | { readonly ask: "version" }
  | { readonly ask: "help"; readonly verb: string | undefined }
  | { readonly ask: "verb"; readonly verb: Verb; readonly given: Given; readonly cwd: string | undefined };

const usage = (problem: string, hint?: string): WikiError => new WikiError("usage", { problem }, hint);

export const parseCommandLine = (argv: readonly string[], verbs: readonly Verb[]): CommandLine => {
  const { name, rest } = takeVerb(argv);
  if (name === undefined) return withoutVerb(rest);
  const verb = verbs.find((one) => one.name === name);
  if (verb === undefined) throw unknownVerb(name, verbs);
  const { words, options } = parseOptions(rest, { ...verb.options, ...commonOptions });
  if (options["help"] !== undefined) return { ask: "help", verb: name };
  return { ask: "verb", verb, given: { words, options }, cwd: commonOptions.cwd.read(options["cwd"] ?? [], "--cwd") };
};

/** Whether the answer is for a program, whatever else is wrong with the command line. */
export const wantsJson = (argv: readonly string[]): boolean => {
  const end = argv.indexOf("--");
  return argv.slice(0, end < 0 ? argv.length : end).includes("--json");
};

export const unknownVerb = (name: string, verbs: readonly Verb[]): WikiError => {
  const nearest = nearestWord(
    name,
    verbs.map((verb) => verb.name),
  );
  return usage(`There is no verb "${name}".`, nearest && `Did you mean \`pi-wiki ${nearest}\`?`);
};

const withoutVerb = (rest: readonly string[]): CommandLine => {
  const { options } = parseOptions(rest, { ...commonOptions, version: flag("Show the version.") });
  return options["version"] === undefined ? { ask: "help", verb: undefined } : { ask: "version" };
};

/** Options for every verb may also stand before it. */
const takeVerb = (argv: readonly string[]): { readonly name: string | undefined; readonly rest: readonly string[] } => {
  for (let at = 0; at < argv.length; at += 1) {
    const word = argv[at] ?? "";
    if (word === "--cwd" || word === "--layer") at += 1;
    else if (!word.startsWith("-")) return { name: word, rest: argv.filter((_, index) => index !== at) };
  }
  return { name: undefined, rest: argv };
};

const parseOptions = (
  args: readonly string[],
  declared: Options,
): { readonly words: readonly string[]; readonly options: Readonly<Record<string, readonly string[]>> } => {
  const { tokens } = parseArgs({
    args: [...args],
    options: Object.fromEntries(
      Object.entries(declared).map(([name, { placeholder }]) => [
        name,
        { type: placeholder === undefined ? ("boolean" as const) : ("string" as const), ...shortOf(name) },
      ]),
    ),
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const words: string[] = [];
  const options: Record<string, string[]> = {};
  for (const token of tokens) {
    if (token.kind === "positional") words.push(token.value);
    if (token.kind !== "option") continue;
    const value = checkedValue(token, declared);
    options[token.name] = [...(options[token.name] ?? []), value];
  }
  return { words, options };
};

const shortOf = (name: string): { readonly short?: string } => (name === "help" ? { short: "h" } : {});

interface OptionToken {
  readonly name: string;
  readonly rawName: string;
  readonly value: string | undefined;
  readonly inlineValue: boolean | undefined;
}

const checkedValue = ({ name, rawName, value, inlineValue }: OptionToken, declared: Options): string => {
  const option = Object.hasOwn(declared, name) ? declared[name] : undefined;
  if (option === undefined) {
    const nearest = nearestWord(name, Object.keys(declared));
    throw usage(`There is no option ${rawName} here.`, nearest && `Did you mean --${nearest}?`);
  }
  if (option.placeholder === undefined) {
    if (value !== undefined) throw usage(`${rawName} takes no value.`);
    return "";
  }
  if (value === undefined) throw usage(`${rawName} needs a value: ${rawName} ${option.placeholder}.`);
  if (!inlineValue && /^--?[a-z]/i.test(value)) {
    throw usage(`${rawName} needs a value, not ${value}.`, `For a value that begins with a dash: ${rawName}=${value}`);
  }
  return value;
};
