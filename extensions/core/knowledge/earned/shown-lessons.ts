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
  const tombstones = (await vaults()).map((vault) =>
    openTombstones({ platform, vault, ledger: openLedger({ platform, vault }) }),
  );
  const isRejected = ({ claim, story }: InventoryLesson): boolean =>
    tombstones.some((one) => one.blocks([claim], { task: story ?? undefined }).length > 0);
  const withheld = new Set(lessons.filter(isRejected));
  return { shown: lessons.filter((lesson) => !withheld.has(lesson)), withheld: [...withheld] };
};
