/**
 * How far a skill has come: candidate, trusted, retired. Only what the extension saw and what a person decided move it;
 * what an agent says of its own work is counted, shown, and never weighed. Pure.
 */

import { compareInstants } from "../../instant.ts";
import type { Outcome, Result } from "../../usage/usage-event.ts";

/** The thresholds, all of them. Outcomes count from the skill's last change or decision on. */
export const lifecycleRules = {
  /** Without a person's review: seen here to work so often, in so many sessions, and in such a part of all that was seen. */
  trusted: { successes: 3, sessions: 2, share: 0.75 },
  /** Whoever reviewed it: seen to fail so often, and in more than this part of all that was seen. */
  retired: { failures: 3, share: 0.5 },
} as const;

export const lifecycles = ["candidate", "trusted", "retired"] as const;
export type Lifecycle = (typeof lifecycles)[number];

export interface SkillOutcome extends Outcome {
  /** Seen by this installation, not told by a file that came with a repository. */
  readonly isHere: boolean;
}

export interface KnownSkill {
  /** Withheld by a decision, or by what became of its sources. */
  readonly isWithheld: boolean;
  /** A person reviewed it as it is, and it counts. */
  readonly isReviewed: boolean;
  /** Something is wrong with what is claimed of it, or its text is not the one that the ledger knows. */
  readonly isDoubtful: boolean;
  /** When its text was last changed or decided on; undefined for one of which the ledger knows nothing. */
  readonly since: string | undefined;
  readonly outcomes: readonly SkillOutcome[];
}

export interface SkillStanding {
  readonly lifecycle: Lifecycle;
  /** What moved it; absent for a candidate. */
  readonly by?: "review" | "outcomes";
  /** Seen since its last change. */
  readonly observed: Readonly<Record<Result, number>>;
  readonly sessions: number;
  /** What agents said of it since then. */
  readonly said: Readonly<Record<Result, number>>;
  /** Of the successes, those that only files of other installations tell of. */
  readonly elsewhere: number;
}

export const standingOfSkill = (skill: KnownSkill): SkillStanding => {
  const recent = recentOf(skill.outcomes, skill.since);
  const observed = recent.filter(isObserved);
  const counted = {
    observed: countOf(observed),
    sessions: sessionsOf(observed.filter(isSuccess)),
    said: countOf(recent.filter(({ judge }) => judge === "self")),
    elsewhere: observed.filter((one) => isSuccess(one) && !one.isHere).length,
  };
  return { ...placeOf(skill, observed), ...counted };
};

/** What was observed of one that failed too often, whoever vouches for it; undefined for others. */
export const failuresSince = (
  outcomes: readonly Outcome[],
  since: string | undefined,
): Readonly<Record<Result, number>> | undefined => {
  const counts = countOf(recentOf(outcomes, since).filter(isObserved));
  return hasFailed(counts) ? counts : undefined;
};

const recentOf = <Own extends Outcome>(outcomes: readonly Own[], since: string | undefined): readonly Own[] =>
  outcomes.filter(({ at }) => since === undefined || compareInstants(at, since) >= 0);

const isObserved = ({ judge }: Outcome): boolean => judge === "observed";

const placeOf = (
  { isWithheld, isReviewed, isDoubtful }: KnownSkill,
  observed: readonly SkillOutcome[],
): Pick<SkillStanding, "lifecycle" | "by"> => {
  if (isWithheld) return { lifecycle: "retired", by: "review" };
  if (hasFailed(countOf(observed))) return { lifecycle: "retired", by: "outcomes" };
  if (isReviewed) return { lifecycle: "trusted", by: "review" };
  return !isDoubtful && hasProved(observed) ? { lifecycle: "trusted", by: "outcomes" } : { lifecycle: "candidate" };
};

const hasFailed = ({ success, failure }: Readonly<Record<Result, number>>): boolean => {
  const { failures, share } = lifecycleRules.retired;
  return failure >= failures && failure / (success + failure) > share;
};

const hasProved = (observed: readonly SkillOutcome[]): boolean => {
  const { successes, sessions, share } = lifecycleRules.trusted;
  const own = observed.filter((one) => isSuccess(one) && one.isHere);
  const { success, failure } = countOf(observed);
  return own.length >= successes && sessionsOf(own) >= sessions && success / (success + failure) >= share;
};

const isSuccess = ({ result }: Outcome): boolean => result === "success";

const countOf = (outcomes: readonly Outcome[]): Readonly<Record<Result, number>> => {
  const success = outcomes.filter(isSuccess).length;
  return { success, failure: outcomes.length - success };
};

/** An outcome without a session is nobody's: it adds none. */
const sessionsOf = (outcomes: readonly Outcome[]): number =>
  new Set(outcomes.flatMap(({ session }) => session ?? [])).size;
