/** ed, ex, vim and emacs in batch use: what their commands write. */

import { hasOption, optionValues, readArguments } from "../../commands/arguments.ts";
import { runUnknown } from "../../commands/unknown.ts";
import type { Call, Command } from "../../shell.ts";
import { mark } from "../../text.ts";

const viRules = { short: "cSuUTtwW", long: ["cmd"] };

/** vi, vim, nvim, ex, view. */
export const vi: Command = (call) => {
  const { shell, state } = call;
  const args = call.args.filter((arg) => arg !== "-es" && arg !== "-Es");
  const given = readArguments(args, viRules);
  const scripts = optionValues(given, "S", "s").map((file) => shell.textOf(file, state) ?? "");
  const plus = call.args.filter((arg) => arg.startsWith("+")).map((arg) => arg.slice(1));
  const lines = [...optionValues(given, "c", "cmd"), ...plus, ...scripts, ...typed(call)];
  const files = given.operands.filter((operand) => !operand.startsWith("+") && operand !== "-");
  const isBatch = call.args.some((arg) => /^-[eE]?s$/.test(arg)) || lines.length > 0;
  const isReadOnly = call.name === "view" || hasOption(given, "R", "M");
  const saves = lines
    .flatMap((text) => text.split(/\n|\|/))
    .map((line) => runLine(line, call))
    .includes(true);
  if (saves || (!isReadOnly && !isBatch)) for (const file of files) shell.touch(file, "write", state);
  return undefined;
};

const typed = ({ state }: Call): readonly string[] => (state.stdin === mark.unknown ? [] : [state.stdin]);

/** Follows one command; true when it saves the file that is open. */
const runLine = (line: string, { shell, state }: Call): boolean => {
  const command = line.trim().replace(/^:+/, "");
  const [, bang] = /^[%\d,.$]*\s*(?:r\s*)?!(.+)$/.exec(command) ?? [];
  if (bang !== undefined) shell.runText(bang, state);
  for (const [, quoted] of command.matchAll(/\bwritefile\(.*?,\s*["']([^"']+)["']/g))
    shell.touch(quoted ?? "", "write", state);
  for (const [, quoted] of command.matchAll(/\b(?:delete|mkdir|rename)\(\s*["']([^"']+)["']/g))
    shell.touch(quoted ?? "", "tree", state);
  for (const [, quoted] of command.matchAll(/\bsystem(?:list)?\(\s*["']([^"']+)["']/g))
    shell.runText(quoted ?? "", state);
  const saving =
    /^(?:[%\d,.$'<>]*\s*)(w|wq|x|wa|wqa|xa|wall|write|up|update|sav|saveas|W|wn|exit)!?(?:\s+(?:>>\s*)?(?!\|)(\S.*))?$/.exec(
      command,
    );
  const elsewhere = /^(?:redir!?\s*>+|mks\w*!?|mkv\w*!?)\s*(\S+)/.exec(command)?.[1];
  if (elsewhere !== undefined) shell.touch(elsewhere, "write", state);
  const target = saving?.[2];
  if (target?.startsWith("!") === true) shell.runText(target.slice(1), state);
  else if (target !== undefined) shell.touch(target, "write", state);
  return saving !== null && target === undefined;
};

/** ed and red: their script comes on standard input. */
export const ed: Command = (call) => {
  const { shell, state } = call;
  const { operands } = readArguments(call.args, { short: "p", long: ["prompt"] });
  if (state.stdin === mark.unknown) return runUnknown(call);
  const saves = state.stdin
    .split("\n")
    .map((line) => runLine(line, call))
    .includes(true);
  if (saves) for (const file of operands) shell.touch(file, "write", state);
  return undefined;
};
