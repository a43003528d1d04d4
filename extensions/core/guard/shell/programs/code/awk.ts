/** awk: the files that its program prints into, and the commands that it runs. */

import { optionValues, readArguments } from "../../commands/arguments.ts";
import type { Call, Command } from "../../shell.ts";
import { ended } from "../../state.ts";
import { mark } from "../../text.ts";

export const awk: Command = (call) => {
  const { shell, state } = call;
  const given = readArguments(call.args, { short: "Fvfi", long: ["assign", "file", "include", "field-separator"] });
  const scripts = optionValues(given, "f", "file").map((file) => shell.textOf(file, state) ?? "");
  const [first = "", ...rest] = given.operands;
  const operands = scripts.length > 0 ? given.operands : rest;
  const isInPlace = optionValues(given, "i", "include").includes("inplace");
  if (isInPlace) for (const file of operands) shell.touch(file, "entry", state);
  const program = scripts.length > 0 ? scripts.join("\n") : first;
  const printed = runProgram(program, settings([...optionValues(given, "v", "assign"), ...operands]), call);
  return state.isHeard && printed !== undefined && !isInPlace ? [ended(state, true, printed)] : undefined;
};

/** `name=value`, with `-v` or among the files. */
const settings = (words: readonly string[]): Map<string, string> => {
  const found = words.map((word) => /^([A-Za-z_]\w*)=([\s\S]*)$/.exec(word));
  return new Map(found.flatMap((match) => (match === null ? [] : [[match[1] ?? "", match[2] ?? ""]])));
};

type Token =
  | { readonly kind: "string"; readonly text: string }
  | { readonly kind: "word"; readonly text: string }
  | { readonly kind: "sign"; readonly text: string };

const tokensOf = (program: string): readonly Token[] => {
  const pattern = /#[^\n]*|"((?:[^"\\]|\\[\s\S])*)"|([A-Za-z_]\w*|\d+(?:\.\d+)?)|(==|>=|>>|&&|\|\||[|]&|[^\s]|\n)/g;
  return [...program.matchAll(pattern)].flatMap(([, text, word, sign]): readonly Token[] => {
    if (text !== undefined) return [{ kind: "string", text: unescaped(text) }];
    if (word !== undefined) return [{ kind: "word", text: word }];
    return sign === undefined ? [] : [{ kind: "sign", text: sign }];
  });
};

const unescaped = (text: string): string =>
  text.replace(/\\([0-7]{1,3}|x[0-9a-fA-F]{1,2}|[\s\S])/g, (_whole, piece: string) => {
    if (/^[0-7]/.test(piece)) return String.fromCharCode(Number.parseInt(piece, 8));
    if (/^x./.test(piece)) return String.fromCharCode(Number.parseInt(piece.slice(1), 16));
    return piece === "n" ? "\n" : piece === "t" ? "\t" : piece;
  });

/** Returns what the program prints, where a single statement of known text does. */
const runProgram = (program: string, variables: Map<string, string>, call: Call): string | undefined => {
  const tokens = tokensOf(program);
  let printed: string | undefined;
  for (const [at, token] of tokens.entries()) {
    if (token.kind !== "word") continue;
    const rest = tokens.slice(at + 1);
    if (rest[0]?.text === "=") variables.set(token.text, textOfTokens(statement(rest.slice(1)), variables));
    runWord(token.text, { before: tokens.slice(0, at), rest, variables, call });
    if (/^printf?$/.test(token.text)) printed = printedBy(token.text, statement(rest), variables);
  }
  return printed;
};

interface WordPlace {
  readonly before: readonly Token[];
  readonly rest: readonly Token[];
  readonly variables: ReadonlyMap<string, string>;
  readonly call: Call;
}

const runWord = (word: string, { before, rest, variables, call }: WordPlace): void => {
  if (word === "getline") runInput(before, variables, call);
  if (word === "system") call.shell.runText(textOfTokens(group(rest), variables), call.state);
  if (/^printf?$/.test(word)) runOutput(statement(rest), variables, call);
};

/** `"command" | getline`. */
const runInput = (before: readonly Token[], variables: ReadonlyMap<string, string>, { shell, state }: Call): void => {
  const source = before.at(-1)?.text === "|" ? before.at(-2) : undefined;
  if (source !== undefined) shell.runText(textOfTokens([source], variables), state);
};

/** Up to the end of a statement. */
const statement = (tokens: readonly Token[]): readonly Token[] => {
  let depth = 0;
  for (const [at, token] of tokens.entries()) {
    if (token.kind !== "sign") continue;
    if (/^[([]$/.test(token.text)) depth += 1;
    if (/^[)\]]$/.test(token.text)) depth -= 1;
    if (depth < 0 || (depth === 0 && /^[;}\n]$/.test(token.text))) return tokens.slice(0, at);
  }
  return tokens;
};

/** What stands between a parenthesis and its end. */
const group = (tokens: readonly Token[]): readonly Token[] =>
  tokens[0]?.text === "(" ? statement(tokens.slice(1)) : [];

const runOutput = (one: readonly Token[], variables: ReadonlyMap<string, string>, { shell, state }: Call): void => {
  for (const [at, token] of outside(one)) {
    const target = textOfTokens(one.slice(at + 1), variables);
    if (token.text === ">" || token.text === ">>") shell.touch(target, "write", state);
    if (token.text === "|" || token.text === "|&") shell.runText(target, state);
  }
};

/** The signs that stand in no parentheses, with their places. */
const outside = (tokens: readonly Token[]): readonly (readonly [number, Token])[] => {
  let depth = 0;
  return [...tokens.entries()].filter(([, token]) => {
    if (token.kind !== "sign") return false;
    if (token.text === "(") depth += 1;
    if (token.text === ")") depth -= 1;
    return depth === 0;
  });
};

/** Strings and known variables side by side make one text. */
const textOfTokens = (tokens: readonly Token[], variables: ReadonlyMap<string, string>): string => {
  let text = "";
  for (const token of tokens) {
    if (token.kind === "string") text += token.text;
    else if (token.kind === "word") text += variables.get(token.text) ?? mark.unknown;
    else if (!/^[()]$/.test(token.text)) return text + mark.unknown;
  }
  return text;
};

const printedBy = (name: string, one: readonly Token[], variables: ReadonlyMap<string, string>): string | undefined => {
  if (name === "print") return `${textOfTokens(one, variables)}\n`;
  const [format, comma, value] = one;
  if (format?.kind !== "string") return undefined;
  if (comma === undefined) return format.text;
  if (value === undefined) return undefined;
  const shown =
    /^\d+$/.test(value.text) && format.text.includes("%c")
      ? String.fromCharCode(Number(value.text))
      : textOfTokens([value], variables);
  return format.text.replace(/%[a-z]/, () => shown);
};
