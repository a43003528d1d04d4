/** What the ledgers of a session's vaults know of their pages, kept in step with the files. */

import type { FileState, Platform } from "../../platform/platform.ts";
import { compareInstants } from "../instant.ts";
import type { LedgerEvent } from "../ledger/event.ts";
import { type Ledger, openLedger } from "../ledger/ledger-store.ts";
import { isSameState } from "../same-state.ts";
import { vaultPaths } from "../vault/layout.ts";
import type { Vault } from "../vault/vault.ts";
import { type PageClaims, type PageTrust, trustOf, trustThen } from "./page-trust.ts";
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
  /** What was believed at an earlier time: statuses as the events until then fold. */
  vaultThen(vault: Vault, knownAt: string): Pick<VaultTrust, "of">;
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
  const heldOf = (vault: Vault): Known => {
    const held = known.get(vault.key) ?? {
      ledger: openLedger({ platform, vault }),
      state: undefined,
      trust: undefined,
    };
    known.set(vault.key, held);
    return held;
  };
  return {
    vault: (vault) => {
      const { fold, events } = current(vault, heldOf(vault));
      const open = mayBeTools ? unrecorded(vault) : undefined;
      const of: VaultTrust["of"] = (page) =>
        trustOf(page, fold.of(page.id), {
          isUnrecorded: open?.has(page.path) === true,
          isForgotten: forgottenIn(fold),
        });
      return { fold, events, of };
    },
    vaultThen: (vault, knownAt) => {
      const held = heldOf(vault);
      const { fold, events } = current(vault, held);
      const then = foldTrust((event) => held.ledger.vouch(event));
      then.take(events.filter(({ timestamp }) => compareInstants(timestamp, knownAt) <= 0));
      const circumstances = { isUnrecorded: false, isForgotten: forgottenIn(then) };
      return {
        of: (page) => {
          const isRecordedNow = fold.of(page.id) !== undefined;
          return trustThen(page, { record: then.of(page.id), isRecordedNow, knownAt }, circumstances);
        },
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

const forgottenIn =
  (fold: TrustFold) =>
  (source: string): boolean =>
    fold.isForgotten(source.replace(/^sources\//, ""));

interface Known {
  readonly ledger: Ledger;
  state: FileState | undefined;
  trust: { readonly fold: TrustFold; readonly events: readonly LedgerEvent[] } | undefined;
}

const current = (vault: Vault, held: Known) => {
  const state = vault.files.state(vaultPaths[vault.layout].events);
  if (held.trust !== undefined && isSameState(held.state, state)) return held.trust;
  const { events } = held.ledger.read();
  const before = held.trust;
  const isLonger = before !== undefined && events[before.events.length - 1]?.hash === before.events.at(-1)?.hash;
  const fold = isLonger ? before.fold : foldTrust((event) => held.ledger.vouch(event));
  fold.take(isLonger ? events.slice(before.events.length) : events);
  held.state = state;
  held.trust = { fold, events };
  return held.trust;
};
