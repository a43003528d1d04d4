/** How far a page may be believed, from what its file says and what the ledger knows of it. Pure. */

import type { Status } from "../pages/page.ts";
import type { Proposal } from "./proposals.ts";
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
  /** Ids of packets, pages and others that it rests on. */
  readonly sources?: readonly string[];
}

export interface Confirmation {
  /** SHA-256 of the file that was confirmed. */
  readonly hash: string;
  readonly tier: Tier;
  readonly by: string;
  readonly at: string;
  /** `unverifiable`: another clone's, whose key is not here. */
  readonly vouch: "verified" | "unverifiable";
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
  /** It was a proposed note then. */
  readonly wasProposed: boolean;
  /** Changes that wait for a person. */
  readonly proposals: readonly Proposal[];
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
  /** Every source that it names was forgotten: what it rests on is gone. */
  readonly isWithoutSources: boolean;
  /** Changes that wait for a person. */
  readonly proposals: readonly Proposal[];
  /** The person spoke against it in a session: not shown unasked until they have decided. */
  readonly isDisputed: boolean;
  /** At the time that was asked about, nobody knew of the page. */
  readonly isUnknown?: true;
  /** What was believed then was another text than the file of today. */
  readonly isOtherText?: true;
}

/** What is known of a page beside its own record. */
export interface TrustCircumstances {
  /** The file changed while a tool call could have done it, and no event says yet who did. */
  readonly isUnrecorded: boolean;
  isForgotten(source: string): boolean;
}

export const trustOf = (
  page: PageClaims,
  record: PageRecord | undefined,
  { isUnrecorded, isForgotten }: TrustCircumstances,
): PageTrust => {
  const { sources = [] } = page;
  const gone = sources.filter(isForgotten);
  const { proposals = [] } = record ?? {};
  const { confirmation, isForged, isChanged } = reviewOf(page, record);
  const said = {
    "disputed by the user": proposals.some(({ quote }) => quote !== undefined),
    "changed since review": isChanged,
    "claims a review that nobody here made": isForged && !isChanged,
    ...confirmationLabels(confirmation),
    "decided differently elsewhere": (record?.standing?.rivals ?? []).length > 0,
    "a source of it was forgotten": gone.length > 0,
  };
  return {
    status: statusOf(page, record, isUnrecorded),
    isRejected: record?.standing?.decision.kind === "rejected",
    tier: confirmation?.vouch === "verified" ? confirmation.tier : "unverified",
    labels: Object.entries(said).flatMap(([label, applies]) => (applies ? [label] : [])),
    isDoubtful: isForged || isChanged,
    isWithoutSources: gone.length > 0 && gone.length === sources.length,
    proposals,
    isDisputed: said["disputed by the user"],
  };
};

/** The review that the page has as it is, and what is wrong with the one that it claims. */
const reviewOf = (page: PageClaims, record: PageRecord | undefined) => {
  const last = record?.confirmation;
  const confirmation = last?.hash === page.hash ? last : undefined;
  const claimsNone = page.humanVerified === true && confirmation?.tier !== "human-reviewed";
  return {
    confirmation,
    isForged: claimsNone || record?.isForged === true,
    isChanged: last !== undefined && confirmation === undefined,
  };
};

/** The same as it was believed at an earlier time, given the record of then and whether there is one of now. */
export const trustThen = (
  page: PageClaims,
  {
    record,
    isRecordedNow,
    knownAt,
  }: { readonly record: PageRecord | undefined; readonly isRecordedNow: boolean; readonly knownAt: string },
  circumstances: TrustCircumstances,
): PageTrust => {
  const { lastHash } = record ?? {};
  if (record === undefined || lastHash === undefined || lastHash === page.hash) {
    const trust = trustOf(page, record, circumstances);
    return record === undefined && isRecordedNow ? { ...trust, isUnknown: true } : trust;
  }
  // The file of today says nothing of what it said then: what was decided does.
  const trust = trustOf(
    { ...page, hash: lastHash, status: record.wasProposed ? "draft" : "stable", humanVerified: false },
    record,
    circumstances,
  );
  return { ...trust, labels: [...trust.labels, `text changed since ${knownAt.slice(0, 10)}`], isOtherText: true };
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
  return isGated || isUnrecorded ? "draft" : page.status;
};
