/** Folds the ledger into what it knows of each page: who made it, who confirmed it, what was decided. Pure. */

import type { LedgerEvent } from "../ledger/event.ts";
import type { Vouch } from "../ledger/ledger-store.ts";
import type { AcceptedChange, Confirmation, PageRecord, Tier } from "./page-trust.ts";
import { closedBy, type Proposal, proposalIn } from "./proposals.ts";
import { foldRemovals, type RemovalFold } from "./removal/removal-fold.ts";
import { type Decision, type DecisionKind, decisionKinds, type SeqOf, standingOf } from "./standing.ts";

export interface TrustFold {
  take(events: readonly LedgerEvent[]): void;
  /** Undefined for a page that the ledger does not know. */
  of(page: string): PageRecord | undefined;
  /** What was forgotten, here or where a page was copied from. */
  readonly removals: RemovalFold;
  /** The place of an event in its chain by its hash. */
  readonly seqOf: SeqOf;
}

interface Folded {
  isToolMade: boolean;
  readonly trustedHashes: Set<string>;
  readonly decisions: Decision[];
  readonly confirmations: Map<LedgerEvent, Confirmation>;
  isForged: boolean;
  lastHash: string | undefined;
  readonly sameText: Map<string, string>;
  wasProposed: boolean;
  readonly proposals: Proposal[];
  accepted: AcceptedChange | undefined;
  record: PageRecord | undefined;
}

/** Whoever writes through these is no person: what they make waits for a confirmation. */
const toolChannels: ReadonlySet<string> = new Set(["tool", "mcp", "rpc"]);
const personChannels: ReadonlySet<string> = new Set(["ui", "terminal"]);
/** A person's, and their own scripts'. */
const maySetFree: ReadonlySet<string> = new Set([...personChannels, "cli"]);
const decisions: ReadonlySet<string> = new Set(decisionKinds);
/** They change the front matter alone, but where a proposed text takes the page's place. */
const leaveText: ReadonlySet<string> = new Set([...decisionKinds, "superseded"]);

export const foldTrust = (vouch: (event: LedgerEvent) => Vouch): TrustFold => {
  const pages = new Map<string, Folded>();
  const seqs = new Map<string, number>();
  const removals = foldRemovals(vouch);
  const closed = new Set<string>();
  const proposedFor = new Map<string, Folded>();
  const seqOf: SeqOf = (hash) => seqs.get(hash);

  const pageOf = (id: string): Folded => {
    const known = pages.get(id);
    if (known !== undefined) return known;
    const fresh: Folded = {
      isToolMade: false,
      trustedHashes: new Set(),
      decisions: [],
      confirmations: new Map(),
      isForged: false,
      lastHash: undefined,
      sameText: new Map(),
      wasProposed: false,
      proposals: [],
      accepted: undefined,
      record: undefined,
    };
    pages.set(id, fresh);
    return fresh;
  };
  const close = (proposal: string): void => {
    closed.add(proposal);
    // The event may be another page's.
    const page = proposedFor.get(proposal);
    if (page === undefined) return;
    page.record = undefined;
    if (page.accepted?.proposal.id === proposal) page.accepted = undefined;
  };
  const takeOne = (event: LedgerEvent): void => {
    seqs.set(event.hash, event.seq);
    removals.take(event);
    const isDecisive = maySetFree.has(event.channel) && vouch(event) !== "forged";
    if (isDecisive) for (const id of closedBy(event)) close(id);
    const { page: id } = event.details;
    if (typeof id !== "string") return;
    const page = pageOf(id);
    page.record = undefined;
    const proposal = proposalIn(event);
    if (proposal !== undefined) {
      page.proposals.push(proposal);
      proposedFor.set(proposal.id, page);
    }
    noteChange(page, event, vouch);
    page.accepted = acceptedIn(event, page, isDecisive);
  };
  return {
    take: (events) => {
      for (const event of events) takeOne(event);
    },
    of: (id) => {
      const page = pages.get(id);
      if (page === undefined) return undefined;
      page.record ??= recordOf(page, { seqOf, isClosed: (id) => closed.has(id) });
      return page.record;
    },
    removals,
    seqOf,
  };
};

/** An event comes before the file: the proposal that it accepts, whose text is kept until the page holds it. */
const acceptedIn = (
  event: LedgerEvent,
  { accepted, proposals }: Pick<Folded, "accepted" | "proposals">,
  isDecisive: boolean,
): AcceptedChange | undefined => {
  const { before, after, revision } = event.details;
  if (typeof after !== "string") return accepted;
  if (!isDecisive || typeof before !== "string") return undefined;
  const ids = closedBy(event);
  const proposal = proposals.find((one) => one.revision === revision && ids.includes(one.id));
  return proposal?.revision === undefined ? undefined : { before, proposal };
};

const noteChange = (page: Folded, event: LedgerEvent, vouch: (event: LedgerEvent) => Vouch): void => {
  const { before, after, revision } = event.details;
  if (typeof after === "string") {
    const isSameText = leaveText.has(event.kind) && revision === undefined && vouch(event) !== "forged";
    if (isSameText && typeof before === "string") page.sameText.set(after, before);
    page.lastHash = after;
    page.wasProposed = event.kind === "note_proposed";
  }
  if (decisions.has(event.kind)) decide(page, event, vouch);
  else if (event.kind === "promoted" && typeof after === "string") takeCopy(page, event, vouch);
  else if (typeof after === "string" || typeof before === "string") noteEdit(page, event);
};

/** A content stays trusted once it was: a checkout may bring it back. */
const noteEdit = (page: Folded, { channel, details }: LedgerEvent): void => {
  const { before, after } = details;
  if (!page.isToolMade && typeof before === "string") page.trustedHashes.add(before);
  if (toolChannels.has(channel)) page.isToolMade = true;
  else if (!page.isToolMade && typeof after === "string") page.trustedHashes.add(after);
};

const decide = (page: Folded, event: LedgerEvent, vouch: (event: LedgerEvent) => Vouch): void => {
  const kind = event.kind as DecisionKind; // One of decisionKinds.
  const worth = vouch(event);
  if (worth === "forged") {
    page.isForged = true;
    return;
  }
  if (kind === "restored" && !maySetFree.has(event.channel)) return;
  if (kind !== "confirmed") {
    page.decisions.push({ kind, event });
    return;
  }
  const confirmation = confirmationIn(event, worth);
  if (confirmation === undefined) return;
  page.decisions.push({ kind, event });
  page.confirmations.set(event, confirmation);
  page.trustedHashes.add(confirmation.hash);
  page.isToolMade = false;
  page.isForged = false;
};

/** A copy brings along what its original was worth: whoever copied it was a person. */
const takeCopy = (page: Folded, event: LedgerEvent, vouch: (event: LedgerEvent) => Vouch): void => {
  noteEdit(page, event);
  const worth = vouch(event);
  const { after, tier } = event.details;
  if (worth === "forged" || !maySetFree.has(event.channel) || typeof after !== "string") return;
  const { actor: by, timestamp: at } = event;
  const copied = tier === "human-reviewed" || tier === "machine-confirmed" ? tier : "unverified";
  page.decisions.push({ kind: "confirmed", event });
  page.confirmations.set(event, { hash: after, tier: copied, by, at, vouch: worth, isBesideSession: false });
  page.trustedHashes.add(after);
  page.isToolMade = false;
  page.isForged = false;
};

const confirmationIn = (event: LedgerEvent, vouch: "verified" | "unverifiable"): Confirmation | undefined => {
  const { after, tier: claimed, beside_session: beside } = event.details;
  const tier = tierOf(event.channel, claimed);
  if (typeof after !== "string" || tier === undefined) return undefined;
  const { channel, actor: by, timestamp: at } = event;
  const isInTerminal = channel === "terminal";
  return { hash: after, tier, by, at, vouch, isInTerminal, isBesideSession: beside === true };
};

/** The channel decides: no event makes itself a person's. A script's word changes the status and vouches for nothing. */
const tierOf = (channel: string, claimed: unknown): Tier | undefined => {
  if (personChannels.has(channel)) return "human-reviewed";
  if (channel === "tool" && claimed === "machine-confirmed") return "machine-confirmed";
  return maySetFree.has(channel) ? "unverified" : undefined;
};

const recordOf = (
  page: Folded,
  { seqOf, isClosed }: { readonly seqOf: SeqOf; isClosed(proposal: string): boolean },
): PageRecord => {
  const { isToolMade, trustedHashes, isForged, lastHash, sameText, wasProposed, accepted } = page;
  const standing = standingOf(page.decisions, seqOf);
  const last = page.decisions.findLast(({ event }) => page.confirmations.has(event));
  const confirmation = last && page.confirmations.get(last.event);
  const proposals = page.proposals.filter(({ id }) => !isClosed(id));
  const told = { isToolMade, trustedHashes, isForged, lastHash, sameText, wasProposed, accepted };
  return { ...told, standing, confirmation, proposals };
};
