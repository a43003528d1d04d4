/** sed: files edited in place, and the files and commands that its script writes to and runs. */

import { hasOption, optionValues, readArguments } from "../../commands/arguments.ts";
import type { Call, Command } from "../../shell.ts";
import { ended } from "../../state.ts";
import { isUnknown, mark } from "../../text.ts";

export const sed: Command = (call) => {
  const { shell, state } = call;
  // `-i` takes a suffix only when it is attached; on BSD a suffix of its own, which no file is named after.
  const given = readArguments(
    call.args.map((arg) => (/^-i./.test(arg) ? "-i" : arg)),
    {
      short: "efl",
      long: ["expression", "file", "line-length"],
    },
  );
  const scripts = [
    ...optionValues(given, "e", "expression"),
    ...optionValues(given, "f", "file").flatMap((file) => shell.textOf(file, state) ?? []),
  ];
  const hasScript = hasOption(given, "e", "expression", "f", "file");
  const script = hasScript ? scripts.join("\n") : (given.operands[0] ?? "");
  const files = hasScript ? given.operands : given.operands.slice(1);
  for (const effect of sedEffects(script)) {
    if (effect.kind === "file") shell.touch(effect.text, "write", state);
    else shell.runText(effect.text, state);
  }
  const isInPlace = given.options.some(({ name }) => name === "i" || name === "in-place" || name === "I");
  const reach = hasOption(given, "follow-symlinks") ? "write" : "entry";
  if (isInPlace) for (const file of files) shell.touch(file, reach, state);
  return isInPlace ? undefined : output(script, files, call);
};

interface SedEffect {
  readonly kind: "file" | "command";
  readonly text: string;
}

/** Reads a script command by command, so that text and patterns are not taken for file names. */
const sedEffects = (script: string): readonly SedEffect[] => {
  const effects: SedEffect[] = [];
  const rest = new Cursor(script);
  while (!rest.isAtEnd) {
    rest.skip(/^[\s;{}]+/);
    skipAddress(rest);
    readCommand(rest.take(), rest, effects);
  }
  return effects.filter((effect) => effect.text !== "" && !/^\/dev\/std(out|err)$/.test(effect.text));
};

const readCommand = (command: string, rest: Cursor, effects: SedEffect[]): void => {
  if (command === "s") substitution(rest, effects);
  else if (command === "y") rest.delimited(2);
  else if (/^[wW]$/.test(command)) effects.push({ kind: "file", text: rest.line().trim() });
  else if (command === "e") effects.push({ kind: "command", text: rest.line().trim() });
  else if (/^[aic]$/.test(command)) rest.text();
  else if (/^[btT]$/.test(command)) rest.skip(/^[^;\n}]*/);
  else if (/^[rR:#]$/.test(command)) rest.line();
};

const substitution = (rest: Cursor, effects: SedEffect[]): void => {
  const [, replacement = ""] = rest.delimited(2);
  const flags = rest.skip(/^[gpPiImM0-9e]*/);
  if (flags.includes("e")) effects.push({ kind: "command", text: replacement });
  if (rest.skip(/^w\s*/) !== "") effects.push({ kind: "file", text: rest.line().trim() });
};

const skipAddress = (rest: Cursor): void => {
  for (let count = 0; count < 2; count += 1) {
    if (rest.skip(/^(\d+|\$)(~\d+)?/) === "") {
      const opening = rest.skip(/^(\/|\\[^\n])/);
      if (opening !== "") rest.until(opening.slice(-1));
      rest.skip(/^[IM]*/);
    }
    if (rest.skip(/^\s*,\s*[~+]?/) === "") break;
  }
  rest.skip(/^\s*!*\s*/);
};

class Cursor {
  #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  get isAtEnd(): boolean {
    return this.#text === "";
  }

  take(): string {
    const first = this.#text.slice(0, 1);
    this.#text = this.#text.slice(1);
    return first;
  }

  skip(pattern: RegExp): string {
    const found = pattern.exec(this.#text)?.[0] ?? "";
    this.#text = this.#text.slice(found.length);
    return found;
  }

  line(): string {
    return this.skip(/^[^\n]*/);
  }

  /** The text of `a`, `i` and `c`: to the end of a line that does not continue. */
  text(): void {
    this.skip(/^(?:[^\n\\]|\\[\s\S])*/);
  }

  until(delimiter: string): string {
    let taken = "";
    while (this.#text !== "") {
      const char = this.take();
      if (char === delimiter) break;
      taken += char === "\\" ? char + this.take() : char;
    }
    return taken;
  }

  /** The parts between delimiters, the first of which comes next. */
  delimited(count: number): readonly string[] {
    const delimiter = this.take();
    return Array.from({ length: count }, () => this.until(delimiter));
  }
}

/** Plain replacements of known text are followed: obfuscation likes them. */
const output = (script: string, files: readonly string[], { shell, state }: Call): ReturnType<Command> => {
  if (!state.isHeard) return undefined;
  const text =
    files.length === 0 ? state.stdin : files.map((file) => shell.textOf(file, state) ?? mark.unknown).join("");
  const [_delimiter, from, to, flags] = /^s([^\w\s])([\w\s.-]*)\1([\w\s./-]*)\1(g?)$/.exec(script)?.slice(1) ?? [];
  if (text === mark.unknown || from === undefined || to === undefined) return undefined;
  const pattern = new RegExp(from, flags === "g" ? "g" : "");
  return [
    ended(
      state,
      true,
      text
        .split("\n")
        .map((line) => (isUnknown(line) ? line : line.replace(pattern, () => to)))
        .join("\n"),
    ),
  ];
};
