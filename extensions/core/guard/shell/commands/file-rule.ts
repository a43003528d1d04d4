/** Programs that a table can describe: which options and operands are written, and which are only read. */

import type { Reach } from "../../protection.ts";
import type { Call, Command } from "../shell.ts";
import { type Arguments, hasOption, type Option, type OptionRules, readArguments } from "./arguments.ts";

export interface FileRule extends OptionRules {
  /** What happens to operands: all of them, or those from a position on. */
  readonly operands?: Reach | { readonly [position: number]: Reach } | ((given: Arguments, call: Call) => void);
  /** What happens to the values of options. */
  readonly written?: Readonly<Record<string, Reach>>;
  /** Options whose value is a command line. */
  readonly commands?: readonly string[];
  /** Options that make the program only read. */
  readonly harmless?: readonly string[];
  /** Options without which the program only reads its operands. */
  readonly onlyWith?: readonly string[];
}

export const byRule = (rule: FileRule): Command => {
  const rules = withWritten(rule);
  return (call) => {
    const given = readArguments(call.args, rules);
    for (const option of given.options) followOption(option, rule, call);
    if (changesOperands(rule, given)) touchOperands(rule, given, call);
    return undefined;
  };
};

const followOption = ({ name, value }: Option, { written, commands }: FileRule, { shell, state }: Call): void => {
  if (value === undefined) return;
  const reach = written?.[name];
  if (reach !== undefined) shell.touch(value, reach, state);
  if (commands?.includes(name) === true) shell.runText(value, state);
};

const changesOperands = ({ harmless = [], onlyWith }: FileRule, given: Arguments): boolean =>
  !hasOption(given, ...harmless) && (onlyWith === undefined || hasOption(given, ...onlyWith));

/** Written options take a value, whether or not the rule says so again. */
const withWritten = (rule: FileRule): OptionRules => {
  const names = [...Object.keys(rule.written ?? {}), ...(rule.commands ?? [])];
  return {
    short: (rule.short ?? "") + names.filter((name) => name.length === 1).join(""),
    long: [...(rule.long ?? []), ...names.filter((name) => name.length > 1)],
    singleDash: rule.singleDash ?? [],
    singleDashFlags: rule.singleDashFlags ?? [],
  };
};

const touchOperands = ({ operands }: FileRule, given: Arguments, call: Call): void => {
  if (operands === undefined) return;
  if (typeof operands === "function") {
    operands(given, call);
    return;
  }
  for (const [position, operand] of given.operands.entries()) {
    const reach = typeof operands === "string" ? operands : operands[position];
    if (reach !== undefined) call.shell.touch(operand, reach, call.state);
  }
};
