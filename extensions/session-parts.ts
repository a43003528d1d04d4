/** Puts together what a session keeps open of its vaults, whichever channel writes: indexes, trust, edits, seals. */

import { openSessionDistil, type SessionDistil } from "./core/distil/session-distil.ts";
import { openSessionSeals, type SessionSeals } from "./core/guard/seals/session-seals.ts";
import { openLedger } from "./core/ledger/ledger-store.ts";
import { openSessionRecall, type SessionRecall } from "./core/recall/session-recall.ts";
import type { Settings } from "./core/settings.ts";
import { openConflictLabels } from "./core/trust/conflict-labels.ts";
import { openSessionReview, type SessionReview } from "./core/trust/session-review.ts";
import { openTrust, type TrustStore } from "./core/trust/trust-store.ts";
import { openSessionUsage, type SessionUsage } from "./core/usage/session-usage.ts";
import { type EditWatch, openEditWatch } from "./core/vault/edit-watch.ts";
import { openedVaults } from "./core/vault/opened-vaults.ts";
import type { Vault } from "./core/vault/vault.ts";
import type { Platform } from "./platform/platform.ts";
import { workerCalls } from "./worker-calls.ts";

export interface SessionParts {
  readonly recall: SessionRecall;
  readonly trust: TrustStore;
  readonly edits: EditWatch;
  readonly seals: SessionSeals;
  readonly review: SessionReview;
  readonly usage: SessionUsage;
  readonly distil: SessionDistil;
}

export interface SessionPartsNeeds {
  readonly platform: Platform;
  readonly settings: Settings;
  /** The product's own. */
  readonly version: string;
  /** The vaults that are searched and exist now, nearest first. */
  vaults(): Promise<readonly Vault[]>;
  /** All that exist and must not be harmed. */
  guarded(): Promise<readonly Vault[]>;
}

export const openSessionParts = ({ platform, settings, version, vaults, guarded }: SessionPartsNeeds): SessionParts => {
  const worker = workerCalls(platform);
  const trust = openTrust({ platform, index: (vault) => recall.index(vault) });
  const usage = openSessionUsage({ platform });
  const recall: SessionRecall = openSessionRecall({
    platform,
    settings,
    vaults,
    believe: (vault, knownAt) => {
      const known = knownAt === undefined ? trust.vault(vault) : trust.vaultThen(vault, knownAt);
      return (facts) => known.of(facts);
    },
    labels: openConflictLabels((vault) => ({
      events: trust.vault(vault).events,
      isForged: (event) => openLedger({ platform, vault }).vouch(event) === "forged",
    })),
    weighUse: (vault) => usage.weigh(vault),
    indexElsewhere: worker.index,
  });
  const edits = openEditWatch({
    opened: openedVaults({ platform, version, readElsewhere: (vault) => worker.derive(vault, version) }),
    index: (vault) => recall.index(vault),
    vaults,
    changes: (vault) => recall.changes(vault),
    keep: (vault) => recall.index(vault).save(),
  });
  const seals = openSessionSeals({ platform, vaults: guarded, ledger: (vault) => openLedger({ platform, vault }) });
  const review = openSessionReview({
    platform,
    vaults,
    facts: (vault) => recall.facts(vault),
    trust: (vault) => trust.vault(vault),
    release: (vault, path) => seals.release(vault, path),
  });
  const distil = openSessionDistil({ seals });
  return { recall, trust, edits, seals, review, usage, distil };
};
