/** Brings the vaults of a session together with their remotes, and tells what contradicts since. */

import type { Platform } from "../../platform/platform.ts";
import { openLedger } from "../ledger/ledger-store.ts";
import { isNoteType } from "../pages/page-types.ts";
import type { BelievedFacts } from "../recall/admission.ts";
import { openFoundConflicts } from "../trust/conflict-store.ts";
import type { QueueItem } from "../trust/review/review-queue.ts";
import { similarNotes } from "../trust/similar-notes.ts";
import type { LayerName, Vault, WriteContext } from "../vault/vault.ts";
import type { SyncPlace } from "./apply-sync-store.ts";
import { type CameTogether, type SyncedVault, syncVault } from "./sync-vault.ts";

export interface SyncedLayer extends SyncedVault {
  readonly layer: LayerName;
  readonly root: string;
  /** What a person has to decide of the pages that came, or that were changed on both sides. */
  readonly contradictions: readonly Contradiction[];
}

export interface Contradiction {
  readonly page: string;
  readonly kind: "rival" | "conflict" | "revision";
  readonly other?: string;
}

export interface SessionSyncParts {
  readonly platform: Platform;
  vaults(): Promise<readonly Vault[]>;
  /** Facts of a vault's pages as they are believed. */
  facts(vault: Vault): Promise<Iterable<BelievedFacts>>;
  /** Records what changed, and brings what is derived up to date. */
  settle(): Promise<void>;
  queue(): Promise<readonly QueueItem[]>;
}

/** `context` is of a channel whose merged pages wait for a person: nobody has seen them as they are now. */
export const syncVaults = async (parts: SessionSyncParts, context: WriteContext): Promise<readonly SyncedLayer[]> => {
  const { platform } = parts;
  const layers: SyncedLayer[] = [];
  for (const vault of await parts.vaults()) {
    const place = { vault, context, ledger: openLedger({ platform, vault }) };
    const welcome = async (came: CameTogether): Promise<void> => {
      await parts.settle();
      await openConflictsBetween(came, await parts.facts(vault), place);
    };
    const synced = await syncVault({ ...place, welcome });
    const hasCome = synced.received.length + synced.merged.length > 0;
    const contradictions = hasCome ? contradictionsIn(await parts.queue(), vault, synced) : [];
    layers.push({ layer: vault.layer, root: vault.root, ...synced, contradictions });
  }
  return layers;
};

/** Two people may have written the same down, each without knowing of the other. */
const openConflictsBetween = async (
  { theirs, ours }: CameTogether,
  facts: Iterable<BelievedFacts>,
  place: SyncPlace,
): Promise<void> => {
  if (theirs.length === 0 || ours.length === 0) return;
  const [came, own] = [new Set(theirs), new Set(ours)];
  const pages = [...facts].filter(({ type }) => isNoteType(type));
  const mine = pages.filter(({ id }) => own.has(id));
  const found = pages
    .filter(({ id }) => came.has(id))
    .flatMap(({ id, title, type, taskId }) => {
      const note = { title, type, ...(taskId === undefined ? {} : { task: taskId }) };
      const others = similarNotes(note, mine).filter(({ signal }) => signal === "strong");
      return others.map((other) => [id, other.id] as const);
    });
  await openFoundConflicts(found, place);
};

const kinds: ReadonlySet<string> = new Set<Contradiction["kind"]>(["rival", "conflict", "revision"]);

const contradictionsIn = (
  queue: readonly QueueItem[],
  { root }: Vault,
  { received, merged }: SyncedVault,
): readonly Contradiction[] => {
  const touched = new Set([...merged, ...received.map((path) => path.replace(/^wiki\/|\.md$/g, ""))]);
  return queue.flatMap((item) => {
    const isAsked =
      item.root === root && kinds.has(item.kind) && [item.id, item.other?.id ?? ""].some((id) => touched.has(id));
    if (!isAsked) return [];
    const other = item.other === undefined ? {} : { other: item.other.id };
    return [{ page: item.id, kind: item.kind as Contradiction["kind"], ...other }]; // One of `kinds`.
  });
};
