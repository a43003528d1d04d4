/**
 * Watches the pages of a session's vaults for edits that left no event. Who may have made an edit is known only when
 * it is seen: what was seen is kept with the hand it counts as until the ledger has it.
 */

import type { Platform } from "../../platform/platform.ts";
import { inTurn } from "../in-turn.ts";
import { openLedger } from "../ledger/ledger-store.ts";
import type { PageChange } from "../recall/indexing/index-store.ts";
import { type EditBatch, type Settlement, settleVault } from "./settle-vault.ts";
import type { Vault, WriteContext } from "./vault.ts";

export interface EditWatchParts {
  readonly platform: Platform;
  vaults(): Promise<readonly Vault[]>;
  /** What changed in a vault since this was last asked. */
  changes(vault: Vault): Promise<readonly PageChange[]>;
  /** Called for a vault of which all that was seen is recorded. */
  keep(vault: Vault): Promise<void>;
}

export interface EditWatch {
  /** Takes note of what changed so far, as made by `by`; writes nothing. */
  look(by: WriteContext): Promise<void>;
  /** Looks, then records what was seen in each vault; a vault that fails keeps it for the next time. */
  settle(by: WriteContext): Promise<void>;
  /** As `settle` for one vault, and refreshes what is derived even when nothing changed. */
  settleAnyway(vault: Vault, by: WriteContext): Promise<Settlement>;
}

export const openEditWatch = (parts: EditWatchParts): EditWatch => {
  const { platform } = parts;
  const seen = new Map<string, readonly EditBatch[]>();
  // Whoever looks first has the changes so far, however long the recording of them takes.
  const [looking, recording] = [inTurn(), inTurn()];

  const seenIn = (vault: Vault): readonly EditBatch[] => seen.get(vault.root) ?? [];
  const lookAt = async (vault: Vault, by: WriteContext): Promise<void> => {
    const changes = await parts.changes(vault);
    if (changes.length > 0) seen.set(vault.root, [...seenIn(vault), { by, changes }]);
  };
  const look = (by: WriteContext): Promise<void> =>
    looking(async () => {
      for (const vault of await parts.vaults()) await lookAt(vault, by);
    });
  const record = async (vault: Vault): Promise<Settlement> => {
    const batches = seenIn(vault);
    const settlement = await settleVault(vault, batches, openLedger({ platform, vault }));
    seen.set(vault.root, seenIn(vault).slice(batches.length));
    await parts.keep(vault);
    return settlement;
  };

  return {
    look,
    settle: async (by) => {
      await look(by);
      await recording(async () => {
        const vaults = await parts.vaults();
        await eachThenThrow(vaults, (vault) => (seenIn(vault).length > 0 ? record(vault) : parts.keep(vault)));
      });
    },
    settleAnyway: async (vault, by) => {
      await looking(() => lookAt(vault, by));
      return recording(() => record(vault));
    },
  };
};

/** One failure does not keep the others from their turn; the first one is thrown when all have had it. */
const eachThenThrow = async <T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<void> => {
  const failures: unknown[] = [];
  for (const item of items) {
    try {
      await work(item);
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
};
