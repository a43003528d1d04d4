/** How far a page may be believed, from what its file says and what the ledger knows of it. Pure. */

import type { CodeStanding } from "../anchors/code-standing.ts";
import type { Status } from "../pages/page.ts";
import type { Proposal } from "./proposals.ts";
import type { PageRemoval } from "./removal/page-removal.ts";
import type { Standing } from "./standing.ts";

/** Who vouches for a page's text as it is now. */
export type Tier = "unverified" | "machine-confirmed" | "human-reviewed";

/** A page as the index or its file shows it. */
export interface PageClaims {
  readonly id: string;
  /** SHA-256 of the file. */
  readonly hash: string;
  /** As the file says. */
  readonly status: Status;
  /** The file says that a person verified it. */
  readonly humanVerified?: boolean;
}

export interface Confirmation {
  /** SHA-256 of the file that was confirmed. */
  readonly hash: string;
  readonly tier: Tier;
  readonly by: string;
  readonly at: string;
  /** `unverifiable`: another clone's, whose key is not here. */
  readonly vouch: "verified" | "unverifiable";
  readonly isInTerminal?: boolean;
  /** In a terminal while an agent's session was open. */
  readonly isBesideSession: boolean;
}

/** What the ledger knows of a page. */
export interface PageRecord {
  /** A tool call made or changed it, and nobody has confirmed it since. */
  readonly isToolMade: boolean;
  /** Contents that no tool call had a part in, or that were confirmed. */
  readonly trustedHashes: ReadonlySet<string>;
  readonly confirmation: Confirmation | undefined;
  readonly standing: Standing | undefined;
  /** Somebody claimed a confirmation that this clone's key did not sign. */
  readonly isForged: boolean;
  /** What the file was after the last event that tells. */
  readonly lastHash: string | undefined;
  /** What a file was before a decision that left its text alone, by what it was afterwards. */
  readonly sameText: ReadonlyMap<string, string>;
  /** It was a proposed note then. */
  readonly wasProposed: boolean;
  /** Changes that wait for a person. */
  readonly proposals: readonly Proposal[];
  /** The change that a person accepted last, where its text may not have come to be written: a crash, a full disk. */
  readonly accepted: AcceptedChange | undefined;
}

export interface AcceptedChange {
  /** SHA-256 of the file that it was to take the place of. */
  readonly before: string;
  readonly proposal: Proposal;
}

/** Status, tier and labels of a page as recall and its like must take them. */
export interface PageTrust {
  /** What counts, whatever the file says. */
  readonly status: Status;
  readonly isRejected: boolean;
  readonly tier: Tier;
  /** `forged review`, `changed since review` and the like. */
  readonly labels: readonly string[];
  /** Who claims a person's review must have it, and the text must be the one that was reviewed. */
  readonly isDoubtful: boolean;
  /** All that it rests on was forgotten: what it says stands on nothing. */
  readonly isWithoutSources: boolean;
  /** Its text was forgotten, and no person brought it back. */
  readonly isForgotten: boolean;
  /** Something that it came from is gone, and a person has not looked at it since. */
  readonly hasLostOrigin: boolean;
  /** Changes that wait for a person. */
  readonly proposals: readonly Proposal[];
  /** The person spoke against it in a session: not shown unasked until they have decided. */
  readonly isDisputed: boolean;
  /** What became of the code that it is about; its labels are among the page's. */
  readonly code?: CodeStanding;
  /** At the time that was asked about, nobody knew of the page. */
  readonly isUnknown?: true;
  /** What the file of today says is not what was believed then: its front matter alone, or its text too. */
  readonly changedSince?: "front matter" | "text";
}

/** With what is known of the page's code: its labels go wherever the page is shown. */
export const withCode = (trust: PageTrust, code: CodeStanding | undefined): PageTrust =>
  code === undefined ? trust : { ...trust, code, labels: [...trust.labels, ...code.labels] };

/** Tells such a page from one that claims a review which nobody made. */
export const changedSinceReview = "changed since review";

/** What is known of a page beside its own record. */
export interface TrustCircumstances {
  /** The file changed while a tool call could have done it, and no event says yet who did. */
  readonly isUnrecorded: boolean;
  /** The user takes no confirmation from a terminal for a person's. */
  readonly isScreenOnly: boolean;
  readonly removal: PageRemoval;
}

export const trustOf = (
  page: PageClaims,
  record: PageRecord | undefined,
  { isUnrecorded, isScreenOnly, removal }: TrustCircumstances,
): PageTrust => {
  const { proposals, isUnwritten } = waitingFor(page, record);
  const { confirmation, isForged, isChanged } = reviewOf(page, record, isUnwritten);
  const isUncounted = isScreenOnly && confirmation?.isInTerminal === true;
  const { withheld, labels: lost } = takeRemoval(page, record, removal);
  const said = {
    "disputed by the user": proposals.some(({ quote }) => quote !== undefined),
    [changedSinceReview]: isChanged,
    "a change of it was accepted and is not written": isUnwritten,
    "claims a review that nobody here made": isForged && !isChanged,
    ...confirmationLabels(confirmation),
    "confirmed in a terminal, which does not count here": isUncounted,
    "decided differently elsewhere": (record?.standing?.rivals ?? []).length > 0,
  };
  return {
    status: withheld === "rejected" || withheld === "retired" ? "deprecated" : statusOf(page, record, isUnrecorded),
    isRejected: record?.standing?.decision.kind === "rejected" || withheld === "rejected",
    tier: confirmation?.vouch === "verified" && !isUncounted ? confirmation.tier : "unverified",
    labels: [...Object.entries(said).flatMap(([label, applies]) => (applies ? [label] : [])), ...lost],
    isDoubtful: isForged || isChanged,
    isWithoutSources: removal.rests === "all" || withheld === "forgotten" || withheld === "sourceless",
    isForgotten: removal.isReturned,
    hasLostOrigin: lost.length > 0,
    proposals,
    isDisputed: said["disputed by the user"],
  };
};

/** An accepted change waits again while the file is still what it was to take the place of. */
const waitingFor = ({ hash }: PageClaims, record: PageRecord | undefined) => {
  const { proposals = [], accepted } = record ?? {};
  const isUnwritten = accepted?.before === hash;
  return { proposals: isUnwritten ? [...proposals, accepted.proposal] : proposals, isUnwritten };
};

/** What withholds a copy whose original is withheld, unless it has become a page of its own; and what is said of it. */
const takeRemoval = (page: PageClaims, record: PageRecord | undefined, removal: PageRemoval) => {
  const { rests, isReplacedGone, isReturned, original } = removal;
  const isOwn = original !== undefined && (original.isConfirmed || isOwnText(page, record, original.hash));
  const said = {
    "was forgotten": isReturned,
    "a source of it was forgotten": rests !== "none",
    "what it replaces was forgotten": isReplacedGone,
    [original?.fate === "sourceless" ? "its original has lost its sources" : `its original was ${original?.fate}`]:
      original !== undefined,
  };
  return {
    withheld: isOwn ? undefined : original?.fate,
    labels: Object.entries(said).flatMap(([label, applies]) => (applies ? [label] : [])),
  };
};

/** Changed since it was copied, and by no tool. */
const isOwnText = ({ hash }: PageClaims, record: PageRecord | undefined, copied: string): boolean =>
  hash !== copied && (record === undefined || !record.isToolMade || record.trustedHashes.has(hash));

/** The review that the page has as it is, and what is wrong with the one that it claims. */
const reviewOf = (page: PageClaims, record: PageRecord | undefined, isUnwritten: boolean) => {
  const last = record?.confirmation;
  const confirmation = last?.hash === page.hash ? last : undefined;
  const claimsNone = page.humanVerified === true && confirmation?.tier !== "human-reviewed";
  return {
    confirmation,
    isForged: claimsNone || record?.isForged === true,
    isChanged: last !== undefined && confirmation === undefined && !isUnwritten,
  };
};

/** The same as it was believed at an earlier time, given the records of then and of now. */
export const trustThen = (
  page: PageClaims,
  {
    record,
    now,
    knownAt,
  }: { readonly record: PageRecord | undefined; readonly now: PageRecord | undefined; readonly knownAt: string },
  circumstances: TrustCircumstances,
): PageTrust => {
  const { lastHash } = record ?? {};
  if (record === undefined || lastHash === undefined || lastHash === page.hash) {
    const trust = trustOf(page, record, circumstances);
    return record === undefined && now !== undefined ? { ...trust, isUnknown: true } : trust;
  }
  // The file of today says nothing of what it said then: what was decided does.
  const trust = trustOf(
    { ...page, hash: lastHash, status: record.wasProposed ? "draft" : "stable", humanVerified: false },
    record,
    circumstances,
  );
  if (saysTheSame(page.hash, lastHash, now)) return { ...trust, changedSince: "front matter" };
  return { ...trust, labels: [...trust.labels, `text changed since ${knownAt.slice(0, 10)}`], changedSince: "text" };
};

/** From the file of then to that of today there were decisions alone. */
const saysTheSame = (today: string, then: string, now: PageRecord | undefined): boolean => {
  const seen = new Set<string>();
  let hash: string | undefined = today;
  while (hash !== undefined && hash !== then && !seen.has(hash)) {
    seen.add(hash);
    hash = now?.sameText.get(hash);
  }
  return hash === then;
};

const confirmationLabels = (confirmation: Confirmation | undefined): Readonly<Record<string, boolean>> =>
  confirmation === undefined
    ? {}
    : {
        [`confirmed by ${confirmation.by}, not verifiable here`]: confirmation.vouch === "unverifiable",
        "confirmed in a terminal beside a session": confirmation.isBesideSession,
      };

const statusOf = (page: PageClaims, record: PageRecord | undefined, isUnrecorded: boolean): Status => {
  const kind = record?.standing?.decision.kind;
  if (kind === "rejected" || kind === "retired" || page.status === "deprecated") return "deprecated";
  const isGated = record?.isToolMade === true && !record.trustedHashes.has(page.hash);
  // An event that tells of just this content has recorded it, whatever the index still waits for.
  const isOpen = isUnrecorded && record?.lastHash !== page.hash;
  return isGated || isOpen ? "draft" : page.status;
};
