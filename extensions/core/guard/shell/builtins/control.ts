/** Builtins that run other commands, or end what runs. */

import type { Call, Command } from "../shell.ts";
import { ended, goingOn, type Outcome } from "../state.ts";

const fails: Command = ({ state }) => [ended(state, false)];
const succeeds: Command = ({ state }) => [ended(state, true)];
const maySucceed: Command = ({ state }) => [ended(state)];

const stops =
  (stop: NonNullable<Outcome["stop"]>): Command =>
  ({ state }) => [{ ...ended(state), stop }];

const evaluate: Command = ({ shell, state, args }) => shell.runText(args.join(" "), state);

const source: Command = ({ shell, state, args: [file = "", ...args] }) => {
  const text = shell.textOf(file, state);
  if (text === undefined) return [ended(state)];
  const { positional } = state;
  const inside = args.length > 0 ? { ...state, positional: args } : state;
  return shell.runText(text, inside).map((one) => ({
    ...(one.stop === "function" ? goingOn(one) : one),
    state: { ...one.state, positional },
  }));
};

const trap: Command = ({ shell, state, args }) => {
  const [action] = args.filter((arg) => !/^-[lp]$/.test(arg) && arg !== "--");
  if (action !== undefined && action !== "-" && action !== "") shell.runText(action, state);
  return [ended(state, true)];
};

export const controlBuiltins: Readonly<Record<string, Command>> = {
  ":": succeeds,
  true: succeeds,
  false: fails,
  test: maySucceed,
  "[": maySucceed,
  let: maySucceed,
  eval: evaluate,
  source,
  ".": source,
  trap,
  exit: stops("script"),
  return: stops("function"),
  break: stops("loop"),
  continue: stops("loop"),
};

/** Runs what a prefix leaves of its arguments. */
export const runRest = (call: Call, rest: readonly string[]): readonly Outcome[] | undefined => {
  const [program, ...args] = rest;
  if (program === undefined) return undefined;
  return call.shell.runCall({ ...call, program, name: program.split("/").at(-1) ?? program, args });
};
