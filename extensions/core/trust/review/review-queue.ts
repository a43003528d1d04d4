/** What waits for a person to decide, in the order in which it should be looked at. Pure. */

import type { PageVerdict } from "../../anchors/anchor.ts";
import { type BelievedFacts, isCurrent, isStaleAt } from "../../recall/admission.ts";
import type { LayerName } from "../../vault/vault.ts";
import type { ConflictPair } from "../conflicts.ts";
import { changedSinceReview } from "../page-trust.ts";
import type { Proposal } from "../proposals.ts";
import type { Tombstone } from "../tombstones/tombstone-record.ts";

/**
 * `disputed`: the person spoke against it in a session. `forged`: claims a review that nobody made. `rival`: decided
 * differently by two who had not seen each other. `changed`: no longer what was reviewed. `tombstoned`: states what was
 * rejected. `doubted`: reviewed, and a tool rejected what it states. `conflict`: two pages that may contradict each
 * other. `revision`, `retirement`, `rejection`: was proposed for it. `sourceless`: something that it rests on was
 * forgotten. `outdated`: the code that it is about has another shape, or is gone. `draft`: nobody has confirmed it. `stale`: should have been looked at by now.
 */
export const queueKinds = [
  "disputed",
  "forged",
  "rival",
  "changed",
  "tombstoned",
  "doubted",
  "conflict",
  "revision",
  "rejection",
  "retirement",
  "sourceless",
  "outdated",
  "draft",
  "stale",
] as const;
export type QueueKind = (typeof queueKinds)[number];

/** A page that does not wait: somebody wants to decide on it, or to copy it into the other layer. */
export type ItemKind = QueueKind | "asked" | "promotion";

export interface QueueItem {
  readonly kind: ItemKind;
  readonly layer: LayerName;
  /** The vault, absolute. */
  readonly root: string;
  readonly id: string;
  /** Absolute. */
  readonly path: string;
  readonly title: string;
  readonly type: string;
  readonly status: string;
  readonly labels: readonly string[];
  readonly date?: string;
  readonly sources: readonly string[];
  /** What became of the code that it is about. */
  readonly code?: PageVerdict;
  /** Those of the labels that tell of it. */
  readonly codeLabels?: readonly string[];
  /** How often it was recalled. */
  readonly recalled?: number;
  /** SHA-256 of the file as it was when it was listed. */
  readonly hash: string;
  /** What was proposed for the page. */
  readonly proposal?: Proposal;
  /** The page that it conflicts with. */
  readonly other?: OtherPage;
  /** What it runs into. */
  readonly tombstones?: readonly MetTombstone[];
}

export interface OtherPage {
  readonly id: string;
  readonly path: string;
  readonly title: string;
  readonly since: string;
}

export type MetTombstone = Pick<Tombstone, "id" | "at" | "actor" | "channel" | "reason" | "claims">;

export interface QueuedVault {
  readonly layer: LayerName;
  readonly root: string;
  readonly pages: Iterable<BelievedFacts>;
  /** Those that are open. */
  readonly conflicts: readonly ConflictPair[];
  /** How often each page was recalled. */
  recalled?(id: string): number;
  absolute(path: string): string;
}

export const reviewQueue = (vaults: readonly QueuedVault[], now: string): readonly QueueItem[] =>
  vaults.flatMap((vault) => itemsIn(vault, now)).sort((a, b) => rankOf(a) - rankOf(b) || compareNewest(a, b));

const itemsIn = (vault: QueuedVault, now: string): readonly QueueItem[] => {
  const pages = new Map([...vault.pages].map((facts) => [facts.id, facts]));
  const items = [...pages.values()].flatMap((facts) => [
    ...proposalItems(facts, vault),
    ...pageItem(facts, vault, now),
  ]);
  return [...items, ...vault.conflicts.flatMap((pair) => conflictItem(pair, { pages, vault, now }))];
};

export const itemOf = (
  kind: ItemKind,
  facts: BelievedFacts,
  { layer, root, absolute }: Pick<QueuedVault, "layer" | "root" | "absolute">,
): QueueItem => {
  const { id, title, type, status, sources, hash, date, trust } = facts;
  const labels = trust?.labels ?? [];
  const code = trust?.code === undefined ? {} : { code: trust.code.verdict, codeLabels: trust.code.labels };
  const item = {
    kind,
    layer,
    root,
    id,
    path: absolute(facts.path),
    title,
    type,
    status,
    labels,
    sources,
    hash,
    ...code,
  };
  return date === undefined ? item : { ...item, date };
};

const isWithheld = ({ status, trust }: BelievedFacts): boolean => status === "deprecated" || trust?.isRejected === true;

const kindsOfChange = { revise: "revision", retire: "retirement", reject: "rejection" } as const;

const proposalItems = (facts: BelievedFacts, vault: QueuedVault): readonly QueueItem[] => {
  if (isWithheld(facts)) return [];
  return (facts.trust?.proposals ?? []).map((proposal) => {
    const isDispute = proposal.quote !== undefined && proposal.change !== "revise";
    return { ...itemOf(isDispute ? "disputed" : kindsOfChange[proposal.change], facts, vault), proposal };
  });
};

const conflictItem = (
  { pages: [first, second], since }: ConflictPair,
  {
    pages,
    vault,
    now,
  }: { readonly pages: ReadonlyMap<string, BelievedFacts>; readonly vault: QueuedVault; readonly now: string },
): readonly QueueItem[] => {
  const [facts, other] = [pages.get(first.page), pages.get(second.page)];
  // What is withheld, replaced or gone contradicts nothing.
  if (facts === undefined || other === undefined || !isCurrent(facts, now) || !isCurrent(other, now)) return [];
  const { id, title, path } = other;
  return [{ ...itemOf("conflict", facts, vault), other: { id, title, path: vault.absolute(path), since } }];
};

const pageItem = (facts: BelievedFacts, vault: QueuedVault, now: string): readonly QueueItem[] => {
  const kind = kindOf(facts, now);
  if (kind === undefined) return [];
  const item = itemOf(kind, facts, vault);
  return [kind === "outdated" ? { ...item, recalled: vault.recalled?.(facts.id) ?? 0 } : item];
};

const hasLostCode = ({ trust }: BelievedFacts): boolean =>
  trust?.code?.verdict === "stale" || trust?.code?.verdict === "unfounded";

const kindOf = (facts: BelievedFacts, now: string): QueueKind | undefined => {
  const { trust, status } = facts;
  const has = (label: string): boolean => trust?.labels.includes(label) === true;
  if (has("decided differently elsewhere")) return "rival";
  if (isWithheld(facts)) return undefined;
  // Nothing else can be decided on it until this is.
  if (facts.isTombstoned === true) return "tombstoned";
  if (trust?.isDoubtful === true) return has(changedSinceReview) ? "changed" : "forged";
  if (facts.isDoubted === true) return "doubted";
  if (trust?.hasLostOrigin === true) return "sourceless";
  // Its text is looked at where it stands now.
  if (facts.isTakenIn === true) return undefined;
  if (status === "draft") return "draft";
  if (hasLostCode(facts)) return "outdated";
  return isStaleAt(facts, now) ? "stale" : undefined;
};

const ranks: readonly ItemKind[] = queueKinds;

const rankOf = ({ kind }: QueueItem): number => ranks.indexOf(kind);

/** The most recalled first, then the newest by when they came to wait where that is known. */
const compareNewest = (a: QueueItem, b: QueueItem): number => {
  if (a.recalled !== b.recalled) return (b.recalled ?? 0) - (a.recalled ?? 0);
  const [left, right] = [sinceOf(a), sinceOf(b)];
  if (left !== right) return left > right ? -1 : 1;
  if (a.id !== b.id) return a.id < b.id ? -1 : 1;
  return 0;
};

const sinceOf = ({ proposal, other, date }: QueueItem): string => proposal?.at ?? other?.since ?? date ?? "";
