/** What the session saw of commands that run tests: the evidence is minted here, from what happened, and never given. Pure. */

import type { Parse } from "../guard/shell/parser.ts";
import { mayHold, namedBy } from "../usage/command-patterns.ts";
import { proofOf } from "../usage/command-proof.ts";
import type { CourseStep } from "../usage/course.ts";

export interface SeenRun {
  /** By which it may be given as evidence. */
  readonly handle: string;
  readonly words: readonly string[];
  /** Files that tools wrote since the same command had last failed; undefined where it had not. */
  readonly changedSinceFailure: readonly string[] | undefined;
}

export interface RunRules {
  readonly parse: Parse;
  readonly testCommands: readonly string[];
  hash(text: string): string;
}

const handleLength = 8;

/** Runs that passed, in their order. */
export const passedRuns = (steps: readonly CourseStep[], rules: RunRules): readonly SeenRun[] => {
  const failedAt = new Map<string, number>();
  const written: { readonly at: number; readonly path: string }[] = [];
  return steps.flatMap((step, at): readonly SeenRun[] => {
    if (step.kind === "wrote") written.push({ at, path: step.path });
    if (step.kind !== "ran") return [];
    return checksIn(step.command, step.isOk, rules).flatMap(({ key, words }) => {
      const failed = failedAt.get(key);
      if (!step.isOk) {
        failedAt.set(key, at);
        return [];
      }
      const handle = `run-${rules.hash(`${step.entry}\n${key}`).slice(0, handleLength)}`;
      const since = failed === undefined ? undefined : written.filter((one) => one.at > failed).map(({ path }) => path);
      return [{ handle, words, changedSinceFailure: since }];
    });
  });
};

const checksIn = (command: string, isOk: boolean, { parse, testCommands }: RunRules) => {
  if (!mayHold(testCommands, command)) return [];
  const { ifPassed, ifFailed } = proofOf(command, parse);
  const programs = isOk ? ifPassed : ifFailed === undefined ? [] : [ifFailed];
  return programs
    .filter(({ words }) => namedBy(testCommands, words) !== undefined)
    .map(({ words, folders }) => ({ key: [...folders, words.join(" ")].join("\n"), words }));
};
