/**
 * Changes that were proposed for a page by somebody who may not make them: another text, or to withhold it. A proposal
 * is open until an event of a person names it among what it closes. Pure.
 */

import { isJsonObject, type JsonObject, type JsonValue } from "../ledger/canonical.ts";
import type { LedgerEvent, NewEvent } from "../ledger/event.ts";

export const proposedChanges = ["revise", "retire", "reject"] as const;
export type ProposedChange = (typeof proposedChanges)[number];

/** Words that the person typed in the session, as the extension found them there. */
export interface SaidWords {
  readonly text: string;
  /** The entry of the session that holds them. */
  readonly entry: string;
}

export interface NewProposal {
  readonly page: string;
  readonly change: ProposedChange;
  /** SHA-256 of the page's file when it was proposed. */
  readonly base: string;
  readonly reason?: string;
  /** What is not to come back, where it is not the page's first sentence and title. */
  readonly claim?: string;
  /** SHA-256 of the proposed file, for `revise`. */
  readonly revision?: string;
  /** What the person said against the page: it is suspended until they have decided. */
  readonly quote?: SaidWords;
}

export interface Proposal extends NewProposal {
  /** Hash of the event that opened it. */
  readonly id: string;
  readonly at: string;
  readonly by: string;
  readonly channel: string;
}

export const proposalEvent = ({ quote, ...proposal }: NewProposal): NewEvent => ({
  kind: "change_proposed",
  details: { ...proposal, ...(quote === undefined ? {} : { quote: { ...quote } }) },
});

/** Undefined for an event that proposes nothing that is understood here. */
export const proposalIn = ({ kind, details, hash, timestamp, actor, channel }: LedgerEvent): Proposal | undefined => {
  const { page, base, reason, claim, revision } = details;
  const change = proposedChanges.find((one) => one === details["change"]);
  if (kind !== "change_proposed" || change === undefined || typeof page !== "string") return undefined;
  if (change === "revise" && typeof revision !== "string") return undefined;
  const quote = quoteIn(details["quote"]);
  return {
    id: hash,
    page,
    change,
    base: typeof base === "string" ? base : "",
    ...textOf("reason", reason),
    ...textOf("claim", claim),
    ...textOf("revision", revision),
    ...(quote === undefined ? {} : { quote }),
    at: timestamp,
    by: actor,
    channel,
  };
};

const textOf = <Name extends string>(name: Name, value: JsonValue | undefined): Partial<Record<Name, string>> =>
  typeof value === "string" ? ({ [name]: value } as Record<Name, string>) : {}; // A computed key loses its name.

const quoteIn = (value: JsonValue | undefined): SaidWords | undefined => {
  if (value === undefined || !isJsonObject(value)) return undefined;
  const { text, entry } = value;
  return typeof text === "string" && typeof entry === "string" ? { text, entry } : undefined;
};

/** The ids of proposals that an event says it has decided. */
export const closedBy = ({ details }: Pick<LedgerEvent, "details">): readonly string[] => {
  const { closes } = details;
  return Array.isArray(closes) ? closes.filter((id): id is string => typeof id === "string") : [];
};

/** Leaves a page as it is, whatever was proposed. */
export const declinedProposals = (page: string, closes: readonly string[], reason?: string): NewEvent => ({
  kind: "change_decided",
  details: { page, closes, ...(reason === undefined ? {} : { reason }) } satisfies JsonObject,
  withSeen: true,
});
