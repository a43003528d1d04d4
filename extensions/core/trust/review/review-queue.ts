/** What waits for a person to decide, in the order in which it should be looked at. Pure. */

import { type BelievedFacts, isStaleAt } from "../../recall/admission.ts";
import type { LayerName } from "../../vault/vault.ts";

/**
 * `forged`: claims a review that nobody made. `rival`: decided differently by two who had not seen each other.
 * `changed`: no longer what was reviewed. `sourceless`: something that it rests on was forgotten. `draft`: nobody has confirmed it. `stale`: should have been looked at by now.
 */
export const queueKinds = ["forged", "rival", "changed", "sourceless", "draft", "stale"] as const;
export type QueueKind = (typeof queueKinds)[number];

export interface QueueItem {
  readonly kind: QueueKind;
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
  /** SHA-256 of the file as it was when it was listed. */
  readonly hash: string;
}

export interface QueuedVault {
  readonly layer: LayerName;
  readonly root: string;
  readonly pages: Iterable<BelievedFacts>;
  absolute(path: string): string;
}

export const reviewQueue = (vaults: readonly QueuedVault[], now: string): readonly QueueItem[] =>
  vaults
    .flatMap((vault) => [...vault.pages].flatMap((facts) => itemOf(facts, vault, now)))
    .sort((a, b) => queueKinds.indexOf(a.kind) - queueKinds.indexOf(b.kind) || compareNewest(a, b));

const itemOf = (facts: BelievedFacts, { layer, root, absolute }: QueuedVault, now: string): readonly QueueItem[] => {
  const kind = kindOf(facts, now);
  if (kind === undefined) return [];
  const { id, title, type, status, sources, hash, date, trust } = facts;
  const labels = trust?.labels ?? [];
  const item = { kind, layer, root, id, path: absolute(facts.path), title, type, status, labels, sources, hash };
  return [date === undefined ? item : { ...item, date }];
};

const kindOf = (facts: BelievedFacts, now: string): QueueKind | undefined => {
  const { trust, status } = facts;
  if (trust?.labels.includes("decided differently elsewhere") === true) return "rival";
  if (status === "deprecated" || trust?.isRejected === true) return undefined;
  if (trust?.isDoubtful === true) return trust.labels.includes("changed since review") ? "changed" : "forged";
  if (trust?.labels.includes("a source of it was forgotten") === true) return "sourceless";
  if (status === "draft") return "draft";
  return isStaleAt(facts, now) ? "stale" : undefined;
};

const compareNewest = (a: QueueItem, b: QueueItem): number => {
  if (a.date !== b.date) return (a.date ?? "") > (b.date ?? "") ? -1 : 1;
  return a.id < b.id ? -1 : 1;
};
