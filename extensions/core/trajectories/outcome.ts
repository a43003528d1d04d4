/** Says how a task came out, and on whose word: a test command's exit code, or a person; a model's word is none. Pure. */

import type { Parse } from "../guard/shell/parser.ts";
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
  const checks = new Map<RecordedStep, readonly string[]>();
  const last = new Map<string, CheckRun>();
  for (const { call, result } of pairedCalls<RecordedCall, RecordedStep>(steps)) {
    const command = commandIn(call);
    const code = result?.exit_code ?? undefined;
    if (result === undefined || command === undefined || code === undefined || code > longestStatus) continue;
    const { passed, failed } = checkedCommand(command, rules);
    const told = code === 0 ? passed : failed;
    if (told.length > 0) checks.set(result, [...new Set(told.map(({ name }) => name))]);
    for (const check of told) {
      last.delete(check.key);
      last.set(check.key, { check, command, code });
    }
  }
  const named = steps.map((step) => {
    const own = checks.get(step);
    return own === undefined ? step : { ...step, checks: own };
  });
  return { steps: named, outcome: outcomeOf([...last.values()]) };
};

/** From here on a status says that the command was not run to its end. */
const longestStatus = 125;

interface CheckRun {
  readonly check: Check;
  readonly command: string;
  readonly code: number;
}

const outcomeOf = (runs: readonly CheckRun[]): TrajectoryOutcome => {
  const decisive = runs.findLast(({ code }) => code !== 0) ?? runs.at(-1);
  if (decisive === undefined) return unknown;
  const { check, code } = decisive;
  const command = check.key.split("\n").at(-1) ?? check.name;
  return { result: code === 0 ? "success" : "failure", judge: { by: "test", command, exit_code: code } };
};
