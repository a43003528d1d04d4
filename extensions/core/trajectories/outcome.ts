/** Says how a task came out, and on whose word: a test command's exit code, or a person; a model's word is none. Pure. */

import type { Parse } from "../guard/shell/parser.ts";
import { present } from "../present.ts";
import { type Check, checkedCommand } from "../usage/checked-command.ts";
import type { TrajectoryOutcome } from "./packet.ts";
import { commandIn, pairedCalls } from "./pair-calls.ts";
import type { RecordedCall, RecordedStep } from "./recorded.ts";

export interface OutcomeRules {
  readonly testCommands: readonly string[];
  readonly parse: Parse | undefined;
}

/** A step with the names of the checks that its exit code tells of. */
export type CheckedStep = RecordedStep & { readonly checks?: readonly string[] };

export interface JudgedSteps {
  readonly steps: readonly CheckedStep[];
  readonly outcome: TrajectoryOutcome;
}

const unknown: TrajectoryOutcome = { result: "unknown", judge: { by: "none" } };

/** Each check counts as it came out last; one that failed makes the whole a failure. */
export const judgedSteps = (steps: readonly RecordedStep[], rules: OutcomeRules): JudgedSteps => {
  const runs = pairedCalls<RecordedCall, RecordedStep>(steps).flatMap(({ call, result }) => {
    const command = commandIn(call);
    const code = result?.exit_code ?? undefined;
    if (result === undefined || command === undefined || code === undefined || code > longestStatus) return [];
    const { passed, failed } = checkedCommand(command, rules);
    return [{ result, code, checks: code === 0 ? passed : failed }];
  });
  const named = new Map(
    runs.flatMap(({ result, checks }) =>
      checks.length === 0 ? [] : [[result, [...new Set(checks.map(({ name }) => name))]] as const],
    ),
  );
  const last = new Map<string, CheckRun>();
  for (const { checks, code } of runs) for (const check of checks) noteRun({ ...check, code }, last);
  return {
    steps: steps.map((step) => ({ ...step, ...present({ checks: named.get(step) }) })),
    outcome: outcomeOf([...last.values()]),
  };
};

const noteRun = ({ key: given, name, code }: CheckRun, last: Map<string, CheckRun>): void => {
  const key = given.replace(homeFirst, "");
  // What passes as a whole answers for what failed in a part of it.
  const answered = code === 0 ? [...last.keys()].filter((other) => other.startsWith(`${key} `)) : [];
  for (const other of [key, ...answered]) last.delete(other);
  last.set(key, { key, name, code });
};

/** Going to where the session works anyway makes no other check. */
const homeFirst = /^(?:\.\/?\n)+/;

/** From here on a status says that the command was not run to its end. */
const longestStatus = 125;

type CheckRun = Check & { readonly code: number };

const outcomeOf = (runs: readonly CheckRun[]): TrajectoryOutcome => {
  const decisive = runs.findLast(({ code }) => code !== 0) ?? runs.at(-1);
  if (decisive === undefined) return unknown;
  const { key, name, code } = decisive;
  const command = key.split("\n").at(-1) ?? name;
  return { result: code === 0 ? "success" : "failure", judge: { by: "test", command, exit_code: code } };
};
