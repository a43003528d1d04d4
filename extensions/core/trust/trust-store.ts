/** What the ledgers of a session's vaults know of their pages, kept in step with the files. */

import type { FileState, Platform } from "../../platform/platform.ts";
import type { LedgerEvent } from "../ledger/event.ts";
import { type Ledger, openLedger } from "../ledger/ledger-store.ts";
import { vaultPaths } from "../vault/layout.ts";
import type { Vault } from "../vault/vault.ts";
import { type PageClaims, type PageTrust, trustOf } from "./page-trust.ts";
import { foldTrust, type TrustFold } from "./trust-fold.ts";

export interface VaultTrust {
  readonly fold: TrustFold;
  /** The events that were folded. */
  readonly events: readonly LedgerEvent[];
  of(page: PageClaims & { readonly path: string }): PageTrust;
}

export interface TrustStore {
  /** Reads what was added to the vault's ledger since it was last asked. */
  vault(vault: Vault): VaultTrust;
  /** From now on an unrecorded change of a page may be a tool call's, until `settled`. */
  toolsMayWrite(): void;
  settled(): void;
}

export interface TrustStoreParts {
  readonly platform: Platform;
  /** Paths of pages whose change no event tells of yet. */
  unrecorded(vault: Vault): ReadonlySet<string>;
}

export const openTrust = ({ platform, unrecorded }: TrustStoreParts): TrustStore => {
  const known = new Map<string, Known>();
  let mayBeTools = false;
  return {
    vault: (vault) => {
      const held = known.get(vault.key) ?? {
        ledger: openLedger({ platform, vault }),
        state: undefined,
        trust: undefined,
      };
      known.set(vault.key, held);
      const { fold, events } = current(vault, held);
      const open = mayBeTools ? unrecorded(vault) : undefined;
      return {
        fold,
        events,
        of: (page) =>
          trustOf(page, fold.of(page.id), {
            isUnrecorded: open?.has(page.path) === true,
            isForgotten: (source) => fold.isForgotten(source.replace(/^sources\//, "")),
          }),
      };
    },
    toolsMayWrite: () => {
      mayBeTools = true;
    },
    settled: () => {
      mayBeTools = false;
    },
  };
};

interface Known {
  readonly ledger: Ledger;
  state: FileState | undefined;
  trust: { readonly fold: TrustFold; readonly events: readonly LedgerEvent[] } | undefined;
}

const current = (vault: Vault, held: Known) => {
  const state = vault.files.state(vaultPaths[vault.layout].events);
  if (held.trust !== undefined && isSame(held.state, state)) return held.trust;
  const { events } = held.ledger.read();
  const before = held.trust;
  const isLonger = before !== undefined && events[before.events.length - 1]?.hash === before.events.at(-1)?.hash;
  const fold = isLonger ? before.fold : foldTrust((event) => held.ledger.vouch(event));
  fold.take(isLonger ? events.slice(before.events.length) : events);
  held.state = state;
  held.trust = { fold, events };
  return held.trust;
};

const isSame = (a: FileState | undefined, b: FileState | undefined): boolean =>
  a?.size === b?.size && a?.mtimeMs === b?.mtimeMs && a?.inode === b?.inode;
