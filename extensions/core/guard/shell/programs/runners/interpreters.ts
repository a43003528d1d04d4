/** python, node, perl, ruby and php: code in an argument, on standard input, or in a file. */

import { optionValue, readArguments } from "../../commands/arguments.ts";
import { runUnknown, touchNamed, touchVariables } from "../../commands/unknown.ts";
import type { Call, Command } from "../../shell.ts";
import { ended, type Outcome } from "../../state.ts";
import { mark } from "../../text.ts";
import { unpackInto } from "../files/unpack.ts";
import { runCode } from "../inline/run-code.ts";
import type { Language } from "../inline/tokens.ts";

interface Interpreter {
  readonly language: Language;
  /** Options whose value is code. */
  readonly code: readonly string[];
  /** Other options that take a value: read, never written. */
  readonly reads: readonly string[];
}

/** What a command line of an interpreter comes down to. */
interface Invocation {
  readonly code: readonly string[];
  readonly module: string | undefined;
  /** After the code, the module or the script. */
  readonly args: readonly string[];
  readonly script: string | undefined;
  readonly options: readonly string[];
}

const invocationOf = (args: readonly string[], rules: Interpreter): Invocation => {
  const code: string[] = [];
  const options: string[] = [];
  const isPython = rules.language === "python";
  let at = 0;
  // What follows python's code or module is for that.
  while (isOption(args[at]) && !(isPython && code.length > 0)) {
    const option = optionAt(args, at, rules);
    at += option.width;
    if (isPython && option.name === "-m")
      return { ...noCode, module: args[at] ?? "", args: args.slice(at + 1), options };
    options.push(option.written);
    if (option.code !== undefined) code.push(option.code);
  }
  const rest = args.slice(args[at] === "--" ? at + 1 : at);
  if (code.length > 0) return { ...noCode, code, args: rest, options };
  return { ...noCode, args: rest.slice(1), script: rest[0], options };
};

/** One option: how it is written but for code, its code if it takes some, and how many words it is. */
const optionAt = (args: readonly string[], at: number, rules: Interpreter) => {
  const whole = args[at] ?? "";
  const [name = "", attached] = whole.split(/=(.*)/s);
  const takesCode = isCodeOption(name, rules);
  const isAlone = attached !== undefined || !(takesCode || rules.reads.includes(name));
  const code = takesCode ? (attached ?? args[at + 1] ?? "") : undefined;
  return { name, written: takesCode ? name : whole, code, width: isAlone ? 1 : 2 };
};

const isOption = (arg: string | undefined): boolean => arg !== undefined && /^-(?!-?$)/.test(arg);

const noCode = { code: [], module: undefined, script: undefined };

/** perl and ruby take the code after letters for other things too: `-ne`, `-pie`. */
const isCodeOption = (name: string, { code, language }: Interpreter): boolean =>
  code.includes(name) || ((language === "perl" || language === "ruby") && /^-\w+[eE]$/.test(name));

const interpreter =
  (rules: Interpreter): Command =>
  (call) => {
    touchVariables(call);
    const invocation = invocationOf(call.args, rules);
    for (const option of invocation.options) if (!isInPlace(option, rules)) touchNamed(option, call);
    if (invocation.module !== undefined) return runModule(invocation.module, { ...call, args: invocation.args });
    if (invocation.options.some((option) => isInPlace(option, rules))) {
      for (const file of invocation.args) call.shell.touch(file, "entry", call.state);
    }
    return runFound(invocation, rules, call);
  };

/** perl and ruby edit files in place with `-i`, alone or among other letters. */
const isInPlace = (option: string, { language }: Interpreter): boolean =>
  (language === "perl" || language === "ruby") && /^-(?!-)[a-zA-Z0-9]*i/.test(option) && !/^-[IMm]/.test(option);

const runFound = (invocation: Invocation, rules: Interpreter, call: Call): readonly Outcome[] | undefined => {
  const { code, script, args } = invocation;
  const { shell, state } = call;
  const isTyped = script === undefined || script === "-";
  const text = code.length > 0 ? code.join("\n") : isTyped ? state.stdin : shell.textOf(script, state);
  // A script that can't be read may do anything to what it is given.
  if (text === undefined) return runUnknown({ ...call, args });
  if (text === mark.unknown) return undefined;
  const { printed, links } = runCode(text, call, { language: rules.language, args });
  if (!state.isHeard && links === state.links) return undefined;
  return [ended({ ...state, links }, undefined, printed === "" ? mark.unknown : printed)];
};

const runModule = (module: string, call: Call): readonly Outcome[] | undefined => {
  const known = modules[module];
  return known === undefined ? runUnknown(call) : known(call);
};

const archiveModule: Command = (call) => {
  const { args, shell, state } = call;
  const [archive, folder = "."] = args.filter((arg) => !arg.startsWith("-"));
  if (/^-(e|-extract)$/.test(args[0] ?? "")) unpackInto(call, { archive, folder });
  if (/^-(c|-create)$/.test(args[0] ?? "") && archive !== undefined) shell.touch(archive, "write", state);
  return undefined;
};

const profiler: Command = (call) => {
  const out = optionValue(readArguments(call.args, { short: "os", long: ["outfile"] }), "o", "outfile");
  if (out !== undefined) call.shell.touch(out, "write", call.state);
  const at = call.args.findIndex((arg, index) => arg.endsWith(".py") && call.args[index - 1] !== "-o");
  return at < 0 ? undefined : python({ ...call, args: call.args.slice(at) });
};

const jsonTool: Command = ({ args, shell, state }) => {
  const [, out] = readArguments(args, { long: ["indent"] }).operands;
  if (out !== undefined) shell.touch(out, "write", state);
  return undefined;
};

const readsOnly: Command = () => undefined;

const modules: Readonly<Record<string, Command>> = {
  "json.tool": jsonTool,
  zipfile: archiveModule,
  tarfile: archiveModule,
  cProfile: profiler,
  profile: profiler,
  ...Object.fromEntries(
    "http.server base64 this site sysconfig platform tokenize ast dis inspect calendar timeit"
      .split(" ")
      .map((name) => [name, readsOnly]),
  ),
};

export const python = interpreter({ language: "python", code: ["-c"], reads: ["-W", "-X", "-Q"] });
export const node = interpreter({
  language: "javascript",
  code: ["-e", "--eval", "-p", "--print", "-pe"],
  reads: [
    "-r",
    "--require",
    "--import",
    "--loader",
    "--experimental-loader",
    "-C",
    "--conditions",
    "--env-file",
    "--test-name-pattern",
  ],
});
export const perl = interpreter({ language: "perl", code: ["-e", "-E"], reads: [] });
export const ruby = interpreter({ language: "ruby", code: ["-e"], reads: ["-r", "-I"] });
export const php = interpreter({ language: "php", code: ["-r", "-B", "-R", "-E"], reads: ["-d", "-c"] });
export const lua = interpreter({ language: "lua", code: ["-e"], reads: ["-l"] });

/** deno and bun have verbs before the code. */
export const runtime: Command = (call) => {
  const [verb, ...rest] = call.args;
  if (verb === "eval") return node({ ...call, args: ["-e", ...rest] });
  return node({ ...call, args: verb === "run" ? rest.filter((arg) => !/^-A|^--allow/.test(arg)) : call.args });
};
