/** bash, sh and their kin: a command line in an argument, a script in a file or on standard input. */

import { hasOption, readArguments } from "../../commands/arguments.ts";
import { runUnknown } from "../../commands/unknown.ts";
import { runApart } from "../../flow/run-script.ts";
import type { Call, Command } from "../../shell.ts";
import { type Outcome, type ShellState, setText } from "../../state.ts";
import { mark } from "../../text.ts";

export const shell: Command = (call) => {
  const args = call.args.filter((arg) => !arg.startsWith("+"));
  const given = readArguments(args, { short: "oO", long: ["rcfile", "init-file"] });
  if (hasOption(given, "n", "version", "help")) return undefined;
  const inside = withEnvironment(call);
  startupFiles(
    call,
    inside,
    given.options.map(({ value }) => value),
  );
  const [first, ...rest] = given.operands;
  if (hasOption(given, "c")) return first === undefined ? undefined : apart(call, first, namedAfter(inside, rest));
  if (first === undefined || hasOption(given, "s"))
    return apart(call, call.state.stdin, { ...inside, positional: given.operands });
  return runFile(call, first, rest);
};

/** A script of unknown kind, started by its path or given to a shell. */
export const runFile = (call: Call, file: string, args: readonly string[]): readonly Outcome[] | undefined => {
  const text = call.shell.textOf(file, call.state);
  if (text === undefined) return runUnknown(call);
  return apart(call, text, { ...withEnvironment(call), scriptName: file, positional: args });
};

const apart = (call: Call, text: string, inside: ShellState): readonly Outcome[] | undefined => {
  if (text === mark.unknown) return undefined;
  return runApart(call.shell.runText(text, inside), call.state);
};

const namedAfter = (state: ShellState, [name, ...positional]: readonly string[]): ShellState => ({
  ...state,
  scriptName: name ?? "bash",
  positional,
});

/** Variables set for one call are ordinary ones inside it. */
export const withEnvironment = ({ state, environment }: Pick<Call, "state" | "environment">): ShellState =>
  [...environment].reduce((at, [name, value]) => setText(at, name, value), state);

const startupFiles = (call: Call, inside: ShellState, values: readonly (string | undefined)[]): void => {
  const files = [call.environment.get("BASH_ENV"), call.environment.get("ENV"), ...values];
  for (const file of files) {
    const text = file === undefined || !file.includes("/") ? undefined : call.shell.textOf(file, call.state);
    if (text !== undefined) call.shell.runText(text, inside);
  }
};
