/** Tells copies of pages what was decided on their originals, and takes the tombstones along. */

import { openLedger } from "../../ledger/ledger-store.ts";
import type { Vault, WriteContext } from "../../vault/vault.ts";
import { readBelieved } from "../changes/believed-page.ts";
import { liftingChannels } from "../tombstones/tombstone-reader-store.ts";
import { rejecterIn } from "../tombstones/tombstone-record.ts";
import { openTombstones } from "../tombstones/tombstone-store.ts";
import type { VaultTrust } from "../trust-store.ts";
import { originalDecided } from "./copy-fold.ts";
import { type KnownLayer, type OwedDecision, owedDecisions } from "./owed-decisions.ts";
import { decidingChannels } from "./removal-fold.ts";

export interface ToldVaults {
  /** All that are open. */
  readonly vaults: readonly Vault[];
  readonly context: WriteContext;
  trust(vault: Vault): VaultTrust;
}

export interface ToldCopy {
  readonly page: string;
  readonly vault: Vault;
}

/** The copies whose ledgers were added to. */
export const tellCopies = async ({ vaults, context, trust }: ToldVaults): Promise<readonly ToldCopy[]> => {
  const layers = vaults.map((vault): ToldLayer => {
    const { fold, isSourceless } = trust(vault);
    return { vault, layer: vault.layer, fold, isSourceless };
  });
  const owed = owedDecisions(layers).filter(
    // Only a person brings something back.
    ({ decision }) => decision !== "restored" || decidingChannels.has(context.channel),
  );
  for (const one of owed) await tell(one, { context, trust });
  return owed.map(({ to, copy }) => ({ page: copy.page, vault: to.vault }));
};

interface ToldLayer extends KnownLayer {
  readonly vault: Vault;
}

const tell = async (
  { to, from, copy, decision }: OwedDecision<ToldLayer>,
  { context, trust }: Pick<ToldVaults, "context" | "trust">,
): Promise<void> => {
  const { platform } = context;
  const open = (vault: Vault) => {
    const ledger = openLedger({ platform, vault });
    return { ledger, tombstones: openTombstones({ platform, vault, ledger }) };
  };
  const there = open(to.vault);
  await there.ledger.append(context, [originalDecided(copy, decision)]);
  const own = open(from.vault)
    .tombstones.all()
    .filter(({ page }) => page === copy.page);
  if (decision === "restored") {
    await liftCopied({ ...there, page: copy.page, inForce: new Set(own.map(({ id }) => id)) }, context);
    return;
  }
  // What has become a page of its own is for a person to decide, and its claim with it.
  const believed = readBelieved(copy.page, { vault: to.vault, context, trust: trust(to.vault) });
  if (believed !== undefined && believed.trust.status !== "deprecated") return;
  for (const tombstone of own.filter((one) => rejecterIn(one) === "person")) {
    await there.tombstones.copy(tombstone, from.layer, context);
  }
};

type Opened = {
  readonly ledger: ReturnType<typeof openLedger>;
  readonly tombstones: ReturnType<typeof openTombstones>;
};

/** Tombstones that came along and were lifted where they came from. */
const liftCopied = async (
  { ledger, tombstones, page, inForce }: Opened & { readonly page: string; readonly inForce: ReadonlySet<string> },
  context: WriteContext,
): Promise<void> => {
  if (!liftingChannels.includes(context.channel)) return;
  const copied = new Set(
    ledger.read().events.flatMap(({ kind, details }) => {
      const isCopy = kind === "tombstone_added" && details["from_layer"] !== undefined && details["page"] === page;
      return isCopy && typeof details["tombstone"] === "string" ? [details["tombstone"]] : [];
    }),
  );
  for (const { id } of tombstones.all()) {
    const isStill = tombstones.all().some((one) => one.id === id);
    if (isStill && copied.has(id) && !inForce.has(id)) await tombstones.lift(id, context);
  }
};
