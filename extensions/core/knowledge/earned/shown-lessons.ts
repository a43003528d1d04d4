/** Lessons as they may be shown: one whose claim a person has rejected since stays in its chain, and is shown no more. */

import type { Platform } from "../../../platform/platform.ts";
import { openLedger } from "../../ledger/ledger-store.ts";
import { openTombstones } from "../../trust/tombstones/tombstone-store.ts";
import type { Vault } from "../../vault/vault.ts";
import type { InventoryLesson } from "./deliveries.ts";
import { openEarnedStore } from "./earned-store.ts";
import { joinLessons, readLessons } from "./join-lessons.ts";

export interface ShownLessons {
  /** Oldest first. */
  readonly shown: readonly InventoryLesson[];
  readonly withheld: readonly InventoryLesson[];
}

export const readShownLessons = async (
  platform: Platform,
  { commonDir, vaults }: { readonly commonDir: string; vaults(): Promise<readonly Vault[]> },
): Promise<ShownLessons> => {
  const lessons = joinLessons(await readLessons(openEarnedStore(platform, commonDir)));
  if (lessons.length === 0) return { shown: [], withheld: [] };
  const isRejected = openRejections(platform, await vaults());
  const withheld = new Set(lessons.filter(({ claim, story }) => isRejected(claim, story ?? undefined)));
  return { shown: lessons.filter((lesson) => !withheld.has(lesson)), withheld: [...withheld] };
};

/** Whether a person has rejected a claim: anywhere, or for the task that it belongs to. */
export const openRejections = (
  platform: Platform,
  vaults: readonly Vault[],
): ((claim: string, task: string | undefined) => boolean) => {
  const tombstones = vaults.map((vault) =>
    openTombstones({ platform, vault, ledger: openLedger({ platform, vault }) }),
  );
  return (claim, task) => tombstones.some((one) => one.blocks([claim], { task }).length > 0);
};
