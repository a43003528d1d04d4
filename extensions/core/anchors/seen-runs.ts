/** What the session saw of commands that run tests: the evidence is minted here, from what happened, and never given. Pure. */

import type { Parse } from "../guard/shell/parser.ts";
import { mayHold, namedBy } from "../usage/command-patterns.ts";
import { proofOf } from "../usage/command-proof.ts";
import type { CourseStep } from "../usage/course.ts";
import type { CommandChanges } from "./command-changes.ts";

export interface SeenRun {
  /** By which it may be given as evidence. */
  readonly handle: string;
  readonly words: readonly string[];
  /** Files that tools and commands changed since the same command had last failed; undefined where it had not. */
  readonly changedSinceFailure: readonly string[] | undefined;
}

export interface RunRules {
  readonly parse: Parse;
  readonly testCommands: readonly string[];
  readonly changes: CommandChanges;
  hash(text: string): string;
}

const handleLength = 8;

/** Runs that passed, in their order. */
export const passedRuns = (steps: readonly CourseStep[], rules: RunRules): readonly SeenRun[] => {
  /** How much had been changed when a check last failed. */
  const failedAt = new Map<string, number>();
  const changed: string[] = [];
  return steps.flatMap((step): readonly SeenRun[] => {
    if (step.kind === "wrote") changed.push(step.path);
    if (step.kind !== "ran") return [];
    const { checks, isLast } = checksIn(step, rules);
    // Nobody asks what was changed before anything failed.
    const own = failedAt.size > 0 ? changedBy(step, rules) : [];
    if (isLast) changed.push(...own);
    const runs = checks.flatMap(({ key, words }): readonly SeenRun[] => {
      const since = failedAt.get(key);
      if (!step.isOk) {
        failedAt.set(key, changed.length);
        return [];
      }
      const handle = `run-${rules.hash(`${step.entry}\n${key}`).slice(0, handleLength)}`;
      return [{ handle, words, changedSinceFailure: since === undefined ? undefined : changed.slice(since) }];
    });
    if (!isLast) changed.push(...own);
    return runs;
  });
};

type Ran = Extract<CourseStep, { readonly kind: "ran" }>;

/** `isLast`: whatever else the command did was done before its check. */
const checksIn = ({ command, isOk }: Ran, { parse, testCommands }: RunRules) => {
  if (!mayHold(testCommands, command)) return { checks: [], isLast: false };
  const { ifPassed, ifFailed } = proofOf(command, parse);
  const programs = isOk ? ifPassed : ifFailed === undefined ? [] : [ifFailed];
  const checks = programs
    .filter(({ words }) => namedBy(testCommands, words) !== undefined)
    .map(({ words, folders }) => ({ key: [...folders, words.join(" ")].join("\n"), words }));
  return { checks, isLast: checks.length === 1 && checks[0]?.words === programs.at(-1)?.words };
};

/** Only of a command all of which ran and succeeded. */
const changedBy = ({ command, isOk }: Ran, { parse, changes }: RunRules): readonly string[] =>
  isOk && proofOf(command, parse).isWhole ? changes(command) : [];
