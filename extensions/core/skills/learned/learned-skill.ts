/** A skill or case that was learned here, with its standing and what it rests on. Pure. */

import type { LedgerEvent, NewEvent } from "../../ledger/event.ts";
import { type BelievedFacts, isWithheld } from "../../recall/admission.ts";
import { parsePacketId } from "../../sources/packet.ts";
import type { VaultTrust } from "../../trust/trust-store.ts";
import type { UsageFold } from "../../usage/usage-fold.ts";
import type { LayerName } from "../../vault/vault.ts";
import { type SkillStanding, standingOfSkill } from "./lifecycle.ts";
import { exportsIn } from "./skill-exports.ts";

/** Types of pages that tell what was done before. */
export const learnedTypes = ["skill", "case"] as const;

export const isLearned = ({ type }: { readonly type: string }): boolean =>
  learnedTypes.some((learned) => learned === type);

export interface LearnedSkill extends SkillStanding {
  readonly id: string;
  readonly type: string;
  readonly layer: LayerName;
  /** Absolute. */
  readonly path: string;
  readonly title: string;
  readonly status: string;
  readonly tier: string;
  /** SHA-256 of its file. */
  readonly hash: string;
  readonly hits: number;
  readonly adopted: number;
  /** Packets that it was distilled from. */
  readonly trajectories: readonly string[];
  /** Where it was put as an Agent Skill. */
  readonly exported: readonly string[];
}

/** What is known in one vault of its pages, gathered once for a question. */
export interface SkillRecords {
  readonly layer: LayerName;
  readonly trust: Pick<VaultTrust, "fold" | "events">;
  readonly usage: Pick<UsageFold, "of" | "outcomes">;
  /** Ids of outcomes that this installation saw itself. */
  readonly seenHere: ReadonlySet<string>;
  absolute(path: string): string;
}

export const openJudge = (records: SkillRecords): ((facts: BelievedFacts) => LearnedSkill) => {
  const { layer, trust, usage, seenHere, absolute } = records;
  const changed = lastChanges(trust.events);
  const exports = exportsIn(trust.events);
  return (facts) => {
    const { id, type, path, title, status, hash, sources, trust: known } = facts;
    const last = trust.fold.of(id)?.lastHash;
    const standing = standingOfSkill({
      isWithheld: isWithheld(facts),
      isReviewed: status === "stable" && known?.tier === "human-reviewed" && !known.isDoubtful && !known.isDisputed,
      isDoubtful: known?.isDoubtful === true || known?.isDisputed === true || (last !== undefined && last !== hash),
      since: changed.get(id),
      outcomes: usage.outcomes
        .filter(({ doc }) => doc === id)
        .map((outcome) => ({ ...outcome, isHere: seenHere.has(outcome.id) })),
    });
    const use = usage.of(id);
    return {
      ...{ id, type, layer, title, status, hash, path: absolute(path), tier: known?.tier ?? "unverified" },
      ...standing,
      hits: use?.hits ?? 0,
      adopted: use?.adopted ?? 0,
      trajectories: sources.filter((source) => parsePacketId(source)?.prefix === "TRJ"),
      exported: exports.get(id) ?? [],
    };
  };
};

/** What was seen of another text, or before somebody decided, says nothing of this one. */
export const lastChanges = (events: readonly LedgerEvent[]): ReadonlyMap<string, string> => {
  const last = new Map<string, string>();
  for (const { details, timestamp } of events) {
    const { page, after } = details;
    if (typeof page === "string" && typeof after === "string") last.set(page, timestamp);
  }
  return last;
};

const recordedAs = { trusted: "skill_trusted", retired: "skill_retired" } as const;

/** The event that says how far it has come, where the ledger does not say so of this text yet. */
export const standingEvent = (skill: LearnedSkill, events: readonly LedgerEvent[]): NewEvent | undefined => {
  const { id: page, hash: text, lifecycle, by, observed, sessions } = skill;
  // A person's retirement has an event of its own.
  if (lifecycle === "candidate" || by === undefined || (lifecycle === "retired" && by === "review")) return undefined;
  const kind = recordedAs[lifecycle];
  const last = events.findLast(({ kind: one, details }) => isStanding(one) && details["page"] === page);
  if (last?.kind === kind && last.details["text"] === text) return undefined;
  return { kind, details: { page, text, by, successes: observed.success, failures: observed.failure, sessions } };
};

const isStanding = (kind: string): boolean => kind === recordedAs.trusted || kind === recordedAs.retired;
