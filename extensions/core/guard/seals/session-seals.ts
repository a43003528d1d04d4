/** The seals of all vaults that a session has seen: one that a call removed as a whole is still watched over. */

import type { Platform } from "../../../platform/platform.ts";
import type { Ledger } from "../../ledger/ledger-store.ts";
import type { Vault } from "../../vault/vault.ts";
import type { WatchedCall } from "./tool-call.ts";
import { openVaultSeals, type Tampering, type VaultSeals } from "./vault-seals.ts";

/** What was altered, and in which vault. */
export interface VaultTampering extends Tampering {
  /** Absolute. */
  readonly root: string;
}

export interface SessionSeals {
  /** Before a call that may write. */
  begin(): Promise<void>;
  /** After one, or between calls; a vault that fails does not keep the others from their turn. */
  check(call?: WatchedCall): Promise<readonly VaultTampering[]>;
  /** Seals files that were just written as they should be. */
  take(vault: Vault, paths: readonly string[]): Promise<void>;
  /** Gives up a file or a folder that is to go for good, and its sealed copies. */
  release(vault: Vault, path: string): Promise<void>;
  /** Resolves when all that was found right is sealed. */
  sealed(): Promise<void>;
  /** Why sealing failed last, where it did. */
  problems(): readonly string[];
}

export interface SessionSealsParts {
  readonly platform: Platform;
  vaults(): Promise<readonly Vault[]>;
  ledger(vault: Vault): Ledger;
}

export const openSessionSeals = ({ platform, vaults, ledger }: SessionSealsParts): SessionSeals => {
  const watched = new Map<string, { readonly root: string; readonly seals: VaultSeals }>();
  const of = (vault: Vault): VaultSeals => {
    const known = watched.get(vault.key);
    if (known !== undefined) return known.seals;
    const seals = openVaultSeals({ platform, vault, ledger: ledger(vault) });
    watched.set(vault.key, { root: vault.root, seals });
    return seals;
  };
  const watchAll = async (): Promise<void> => {
    for (const vault of await vaults()) of(vault);
  };
  return {
    begin: async () => {
      await watchAll();
      for (const { seals } of watched.values()) seals.begin();
    },
    check: async (call) => {
      await watchAll();
      const found: VaultTampering[] = [];
      const failures: unknown[] = [];
      for (const { root, seals } of watched.values()) {
        const tampering = await seals.check(call).catch((error: unknown) => {
          failures.push(error);
          return [];
        });
        found.push(...tampering.map((one) => ({ root, ...one })));
      }
      // What was put right must be told; the failure comes again with the next check.
      if (found.length === 0 && failures.length > 0) throw failures[0];
      return found;
    },
    sealed: async () => {
      for (const { seals } of watched.values()) await seals.sealed();
    },
    release: (vault, path) => of(vault).release(path),
    take: (vault, paths) => of(vault).take(paths),
    problems: () => [...watched.values()].flatMap(({ seals }) => seals.problem() ?? []),
  };
};
