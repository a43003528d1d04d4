/** Which pages a question may be answered with, and how a page is labelled when it is. Pure. */

import { compareInstants, isTime } from "../instant.ts";
import type { PageTrust } from "../trust/page-trust.ts";
import type { Rejecter } from "../trust/tombstones/tombstone-record.ts";
import type { PageFacts } from "./indexing/index-part.ts";

export type Included = "deprecated" | "rejected" | "shadow";

export interface AdmissionRules {
  readonly types: readonly string[];
  readonly include: readonly Included[];
  /** The task whose own pages may be shown. */
  readonly task: string | undefined;
  /** Pages must be valid at this instant. */
  readonly asOf: string;
  /** Nobody asked: what is shown then must not need its labels to be read. */
  readonly isAutomatic?: boolean;
}

/** Facts as the ledger knows them to be: their status is the one that counts. */
export interface BelievedFacts extends PageFacts {
  readonly trust?: PageTrust;
  /** States what was rejected. */
  readonly isTombstoned?: boolean;
  /** A person reviewed it as it is, and a tool rejected the same claim elsewhere: no more than a doubt. */
  readonly isDoubted?: boolean;
  /** Another page, which stands, holds its text. */
  readonly isTakenIn?: boolean;
}

/** What is known of a page beside what it says of itself. */
interface Knowledge {
  readonly trust: PageTrust | undefined;
  readonly rejecter: Rejecter | undefined;
  readonly isTakenIn: boolean;
}

/** What a page says of itself, corrected by what is known of it. */
export const believed = (facts: PageFacts, { trust, rejecter, isTakenIn }: Knowledge): BelievedFacts => ({
  ...facts,
  ...(trust === undefined ? {} : { status: trust.status, trust }),
  ...(trust?.changedSince === undefined ? {} : { confidence: undefined }),
  ...(rejecter === undefined ? {} : outcomeOf(rejecter, trust)),
  ...(isTakenIn ? { isTakenIn } : {}),
});

/** What a tool rejects must not silence what a person has reviewed. */
const outcomeOf = (rejecter: Rejecter, trust: PageTrust | undefined): Partial<BelievedFacts> =>
  rejecter === "tool" && trust?.tier === "human-reviewed" ? { isDoubted: true } : { isTombstoned: true };

/** The reason to leave a page out, or undefined. */
export const exclusionOf = (facts: BelievedFacts, rules: AdmissionRules): string | undefined => {
  if (rules.types.length > 0 && !rules.types.includes(facts.type)) return "other-type";
  if (facts.taskId !== undefined && facts.taskId !== rules.task) return "other-task";
  if (facts.trust?.isUnknown === true) return "not-known";
  if (facts.trust?.isRejected === true) return rules.include.includes("rejected") ? undefined : "rejected";
  const withheld = withheldAs(facts, rules);
  if (withheld !== undefined) return withheld;
  const unasked = rules.isAutomatic === true ? unaskedExclusion(facts) : undefined;
  return unasked ?? (isValidAt(facts, rules.asOf) ? undefined : "not-valid");
};

/** What is shown to who asks, with its label, and told to nobody unasked. */
const unaskedExclusion = ({ trust }: BelievedFacts): string | undefined => {
  if (trust?.isDisputed === true) return "disputed";
  return trust?.code?.verdict === "unfounded" ? "evidence-gone" : undefined;
};

const withheldAs = (
  facts: BelievedFacts,
  rules: Pick<AdmissionRules, "include" | "isAutomatic">,
): string | undefined => {
  if (isWithheldClaim(facts, rules)) return "tombstoned";
  if (facts.trust?.isForgotten === true) return "forgotten";
  if (facts.trust?.isWithoutSources === true) return "source-forgotten";
  if (facts.status === "deprecated" && !rules.include.includes("deprecated")) return "deprecated";
  if (facts.isTakenIn === true && !rules.include.includes("deprecated")) return "consolidated";
  return facts.confidence === "shadow" && !rules.include.includes("shadow") ? "shadow" : undefined;
};

/** True for a page that may be shown to whoever works on its task. */
export const isCurrent = (facts: BelievedFacts, now: string): boolean =>
  exclusionOf(facts, { types: [], include: [], task: facts.taskId, asOf: now }) === undefined;

/** True for a page that no list may name as current; captured text that states what was rejected is one too. */
export const isWithheld = (facts: BelievedFacts): boolean =>
  facts.trust?.isRejected === true || withheldAs(facts, { include: [], isAutomatic: true }) !== undefined;

/** Captured text is evidence of what somebody said: it is shown to whoever asks, with its label. */
const isWithheldClaim = (
  { isTombstoned, id }: BelievedFacts,
  { include, isAutomatic }: Pick<AdmissionRules, "include" | "isAutomatic">,
): boolean =>
  isTombstoned === true && !include.includes("rejected") && (isAutomatic === true || !id.startsWith("raw/"));

/** `valid_from` is inclusive, `valid_until` exclusive; a time that can't be read does not withhold. */
const isValidAt = ({ validFrom, validUntil }: PageFacts, instant: string): boolean => {
  const hasBegun = validFrom === undefined || !isTime(validFrom) || compareInstants(instant, validFrom) >= 0;
  return hasBegun && !isReached(validUntil, instant);
};

const isReached = (time: string | undefined, instant: string): boolean =>
  time !== undefined && isTime(time) && compareInstants(instant, time) >= 0;

/** Whether a page should have been looked at again by now. */
export const isStaleAt = ({ staleAfter }: PageFacts, now: string): boolean => isReached(staleAfter, now);

/** Labels that travel with a page wherever it is shown. */
export const labelsOf = (facts: BelievedFacts, now: string): readonly string[] => {
  const labels: string[] = [];
  if (facts.id.startsWith("raw/")) labels.push("captured text");
  else if (facts.status === "draft") labels.push("unconfirmed");
  if (facts.trust?.isRejected === true) labels.push("rejected");
  else if (facts.status === "deprecated") labels.push("deprecated");
  if (facts.isTombstoned === true) labels.push("tombstoned");
  if (facts.isTakenIn === true) labels.push("consolidated");
  if (facts.isDoubted === true) labels.push("rejected by a tool");
  if (facts.confidence === "shadow") labels.push("shadow");
  if (isStaleAt(facts, now)) labels.push(`stale since ${facts.staleAfter?.slice(0, 10)}`);
  return [...labels, ...(facts.trust?.labels ?? [])];
};
