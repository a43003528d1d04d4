/** Takes a program's arguments apart into options and operands, as getopt does. Pure. */

export interface OptionRules {
  /** Letters of short options that take a value. */
  readonly short?: string;
  /** Names of long options that take a value in the next argument. */
  readonly long?: readonly string[];
  /** Options with one dash and a longer name that take a value (`-out`), as openssl and gcc have them. */
  readonly singleDash?: readonly string[];
  /** The same without a value. */
  readonly singleDashFlags?: readonly string[];
}

export interface Option {
  /** Without dashes. */
  readonly name: string;
  readonly value: string | undefined;
}

export interface Arguments {
  readonly options: readonly Option[];
  readonly operands: readonly string[];
}

export const readArguments = (args: readonly string[], rules: OptionRules = {}): Arguments => {
  const options: Option[] = [];
  const operands: string[] = [];
  for (let at = 0; at < args.length; at += 1) {
    const arg = args[at] ?? "";
    if (arg === "--") return { options, operands: [...operands, ...args.slice(at + 1)] };
    if (!arg.startsWith("-") || arg === "-") operands.push(arg);
    else at += readOption(arg, args[at + 1], { rules, options });
  }
  return { options, operands };
};

interface Reading {
  readonly rules: OptionRules;
  readonly options: Option[];
}

/** How many further arguments the option took. */
const readOption = (arg: string, next: string | undefined, reading: Reading): number => {
  const { rules, options } = reading;
  if (arg.startsWith("--")) return readLong(arg, next, reading);
  const word = arg.slice(1);
  const takesNext = rules.singleDash?.includes(word) === true;
  if (!takesNext && rules.singleDashFlags?.includes(word) !== true) return readLetters(word, next, reading);
  options.push({ name: word, value: takesNext ? next : undefined });
  return takesNext ? 1 : 0;
};

const readLong = (arg: string, next: string | undefined, { rules, options }: Reading): number => {
  const [, written = "", value] = /^--([^=]*)(?:=([\s\S]*))?$/.exec(arg) ?? [];
  const name = wholeName(written, rules.long ?? []);
  const takesNext = value === undefined && rules.long?.includes(name) === true;
  options.push({ name, value: takesNext ? next : value });
  return takesNext ? 1 : 0;
};

/** Options without a value that decide what is changed. */
const flags = ["recursive", "in-place", "extract", "append", "create", "remove-files", "symbolic", "archive"] as const;

const shortest = 3;

/** Long options may be shortened. */
const wholeName = (written: string, names: readonly string[]): string => {
  if (written.length < shortest || names.includes(written)) return written;
  return [...names, ...flags].find((name) => name.startsWith(written)) ?? written;
};

/** Short options together; the first that takes a value takes the rest. */
const readLetters = (letters: string, next: string | undefined, { rules, options }: Reading): number => {
  for (const [index, letter] of [...letters].entries()) {
    if (rules.short?.includes(letter) === true) {
      const rest = letters.slice(index + 1);
      options.push({ name: letter, value: rest === "" ? next : rest });
      return rest === "" ? 1 : 0;
    }
    options.push({ name: letter, value: undefined });
  }
  return 0;
};

export const hasOption = ({ options }: Arguments, ...names: readonly string[]): boolean =>
  options.some((option) => names.includes(option.name));

export const optionValue = ({ options }: Arguments, ...names: readonly string[]): string | undefined =>
  options.findLast((option) => names.includes(option.name) && option.value !== undefined)?.value;

export const optionValues = ({ options }: Arguments, ...names: readonly string[]): readonly string[] =>
  options.flatMap((option) => (names.includes(option.name) && option.value !== undefined ? [option.value] : []));
