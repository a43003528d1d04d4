/** What the ledgers of a session's vaults know of their pages, kept in step with the files. */

import type { FileState, Platform } from "../../platform/platform.ts";
import { compareInstants } from "../instant.ts";
import type { LedgerEvent } from "../ledger/event.ts";
import { type Ledger, openLedger } from "../ledger/ledger-store.ts";
import type { VaultIndex } from "../recall/indexing/vault-index.ts";
import { isSameState } from "../same-state.ts";
import type { Settings } from "../settings.ts";
import { vaultPaths } from "../vault/layout.ts";
import type { Vault } from "../vault/vault.ts";
import { type PageClaims, type PageTrust, trustOf, trustThen } from "./page-trust.ts";
import { type Lineage, openLineage } from "./removal/lineage.ts";
import { type PageRemoval, removalOf } from "./removal/page-removal.ts";
import { hasSeen } from "./standing.ts";
import { foldTrust, type TrustFold } from "./trust-fold.ts";

export interface VaultTrust {
  readonly fold: TrustFold;
  /** The same for the whole session: it reads only what was added. */
  readonly ledger: Ledger;
  /** The events that were folded. */
  readonly events: readonly LedgerEvent[];
  of(page: PageClaims & { readonly path: string }): PageTrust;
  /** True for a page of which all that it rests on was forgotten. */
  isSourceless(page: string): boolean;
  /** Ids of pages that may be withheld for what the ledger knows of them. */
  suspects(): Iterable<string>;
}

export interface TrustStore {
  /** Reads what was added to the vault's ledger since it was last asked; the same value as long as nothing changes. */
  vault(vault: Vault): VaultTrust;
  /** What was believed at an earlier time: statuses as the events until then fold. */
  vaultThen(vault: Vault, knownAt: string): Pick<VaultTrust, "of">;
  /** From now on an unrecorded change of a page may be a tool call's, until `settled`. */
  toolsMayWrite(): void;
  settled(): void;
}

export interface TrustStoreParts {
  readonly platform: Platform;
  /** Whose confirmations count as a person's. */
  readonly humanChannel: Settings["humanChannel"];
  /** Knows the pages, what they come from, and whose change no event tells of yet. */
  index(vault: Vault): Pick<VaultIndex, "parts" | "version" | "changedPaths">;
}

export const openTrust = ({ platform, humanChannel, index }: TrustStoreParts): TrustStore => {
  const isScreenOnly = humanChannel === "ui";
  const known = new Map<string, Known>();
  const lineageOf = openLineage();
  let mayBeTools = false;
  const heldOf = (vault: Vault): Known => {
    const held = known.get(vault.key) ?? {
      ledger: openLedger({ platform, vault }),
      state: undefined,
      trust: undefined,
      lineage: undefined,
      told: undefined,
    };
    known.set(vault.key, held);
    return held;
  };
  const followed = (vault: Vault, fold: TrustFold): Lineage => {
    const seen = (later: LedgerEvent, earlier: LedgerEvent): boolean => hasSeen(later, earlier, fold.seqOf);
    return lineageOf(index(vault).parts, { removals: fold.removals, hasSeen: seen });
  };
  /** Followed anew when a page or a removal is another. */
  const lineageIn = (vault: Vault, held: Known, fold: TrustFold): Lineage => {
    const key = `${index(vault).version} ${fold.removals.edition}`;
    const isSame = held.lineage?.fold === fold && held.lineage.key === key;
    const lineage = isSame && held.lineage ? held.lineage.lineage : followed(vault, fold);
    held.lineage = { fold, key, lineage };
    return lineage;
  };
  const toldOf = (vault: Vault, ledger: Ledger, from: Omit<Told, "known">): VaultTrust =>
    trustFrom(ledger, from, { isScreenOnly, open: mayBeTools ? index(vault).changedPaths() : undefined });
  return {
    vault: (vault) => {
      const held = heldOf(vault);
      const from = current(vault, held);
      const lineage = lineageIn(vault, held, from.fold);
      // Whose changes are open is asked anew each time.
      if (mayBeTools) return toldOf(vault, held.ledger, { from, lineage });
      if (held.told?.from !== from || held.told.lineage !== lineage) {
        held.told = { from, lineage, known: toldOf(vault, held.ledger, { from, lineage }) };
      }
      return held.told.known;
    },
    vaultThen: (vault, knownAt) => {
      const held = heldOf(vault);
      const { fold, events } = current(vault, held);
      const then = foldTrust((event) => held.ledger.vouch(event));
      then.take(events.filter(({ timestamp }) => compareInstants(timestamp, knownAt) <= 0));
      const removal = removalIn(then, followed(vault, then));
      return {
        of: (page) => {
          const circumstances = { isUnrecorded: false, isScreenOnly, removal: removal(page) };
          return trustThen(page, { record: then.of(page.id), now: fold.of(page.id), knownAt }, circumstances);
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

interface Circumstances {
  readonly isScreenOnly: boolean;
  /** Pages that changed while a tool call could have done it, and of which no event tells. */
  readonly open: ReadonlySet<string> | undefined;
}

const trustFrom = (
  ledger: Ledger,
  { from: { fold, events }, lineage }: Omit<Told, "known">,
  { isScreenOnly, open }: Circumstances,
): VaultTrust => {
  const removal = removalIn(fold, lineage);
  return {
    fold,
    ledger,
    events,
    of: (page) => {
      const isUnrecorded = open?.has(page.path) === true;
      return trustOf(page, fold.of(page.id), { isUnrecorded, isScreenOnly, removal: removal(page) });
    },
    isSourceless: (page) => lineage.of(page)?.rests === "all",
    suspects: () => [...fold.removals.touched(), ...lineage.lost()],
  };
};

const removalIn = ({ removals, seqOf }: TrustFold, lineage: Lineage) => {
  const setting = { removals, lineage, seqOf };
  return (page: PageClaims): PageRemoval => removalOf(page, setting);
};

interface Folded {
  readonly fold: TrustFold;
  readonly events: readonly LedgerEvent[];
}

/** What was last told, and what it was made of. */
interface Told {
  readonly from: Folded;
  readonly lineage: Lineage;
  readonly known: VaultTrust;
}

interface Known {
  readonly ledger: Ledger;
  state: FileState | undefined;
  trust: Folded | undefined;
  told: Told | undefined;
  lineage: { readonly fold: TrustFold; readonly key: string; readonly lineage: Lineage } | undefined;
}

const current = (vault: Vault, held: Known): Folded => {
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
