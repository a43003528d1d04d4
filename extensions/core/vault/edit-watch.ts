/**
 * Watches the pages of a session's vaults for edits that left no event. Who may have made an edit is known only when
 * it is seen: what was seen is kept with the hand it counts as until the ledger has it.
 */

import { inTurn } from "../in-turn.ts";
import type { PageChange } from "../recall/indexing/page-changes.ts";
import type { VaultIndex } from "../recall/indexing/vault-index.ts";
import type { OpenedVault } from "./opened-vaults.ts";
import { type EditBatch, type Settlement, settleVault } from "./settle-vault.ts";
import type { Vault, WriteContext } from "./vault.ts";

export interface EditWatchParts {
  vaults(): Promise<readonly Vault[]>;
  index(vault: Vault): VaultIndex;
  opened(vault: Vault): OpenedVault;
  /** Ids of pages that no list is to name. */
  withheld(vault: Vault): Promise<ReadonlySet<string>>;
  /** What changed in a vault since this was last asked. */
  changes(vault: Vault): Promise<readonly PageChange[]>;
  /** Called for a vault of which all that was seen is recorded. */
  keep(vault: Vault): Promise<void>;
}

export interface EditWatch {
  /** Takes note of what changed so far, as made by `by`; writes nothing. */
  look(by: WriteContext): Promise<void>;
  /** Lists of a vault are made anew by the next `settle`, though no page of it changed. */
  outdate(vault: Vault): void;
  /** Looks, then records what was seen in each vault; a vault that fails keeps it for the next time. */
  settle(by: WriteContext): Promise<void>;
  /** As `settle` for one vault, and makes what is derived anew from the files. */
  settleAnyway(vault: Vault, by: WriteContext): Promise<Settlement>;
}

export const openEditWatch = (parts: EditWatchParts): EditWatch => {
  const seen = new Map<string, readonly EditBatch[]>();
  const outdated = new Set<string>();
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
    const index = parts.index(vault);
    const withheld = () => parts.withheld(vault);
    const settlement = await settleVault(vault, batches, { ...parts.opened(vault), index, withheld });
    seen.set(vault.root, seenIn(vault).slice(batches.length));
    outdated.delete(vault.root);
    await parts.keep(vault);
    return settlement;
  };
  /** The vaults in which there was something to record. */
  const recordAll = (): Promise<readonly Vault[]> =>
    recording(async () => {
      const vaults = await parts.vaults();
      const changed = vaults.filter((vault) => seenIn(vault).length > 0 || outdated.has(vault.root));
      await eachThenThrow(vaults, (vault) => (changed.includes(vault) ? record(vault) : parts.keep(vault)));
      return changed;
    });

  return {
    look,
    outdate: ({ root }) => {
      outdated.add(root);
    },
    settle: async (by) => {
      await look(by);
      const recorded = await recordAll();
      // What another session wrote meanwhile may be missing from the lists that were just made.
      if (recorded.every((vault) => parts.index(vault).isFresh())) return;
      await look(by);
      await recordAll();
    },
    settleAnyway: async (vault, by) => {
      await looking(() => lookAt(vault, by));
      return recording(async () => {
        await parts.opened(vault).derived.forget();
        return record(vault);
      });
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
