/** What a session keeps open of each vault it works with, so that nothing is read twice. */

import type { Platform } from "../../platform/platform.ts";
import { type Ledger, openLedger } from "../ledger/ledger-store.ts";
import { type DerivedFiles, openDerivedFiles } from "./derived-files.ts";
import type { Vault } from "./vault.ts";

export interface OpenedVault {
  readonly ledger: Ledger;
  readonly derived: DerivedFiles;
}

export interface OpenedVaultsParts {
  readonly platform: Platform;
  /** The product's own. */
  readonly version: string;
  /** Reads many pages for a vault's derived files somewhere else than on this thread. */
  readElsewhere(vault: Vault): Promise<void>;
}

export const openedVaults = ({
  platform,
  version,
  readElsewhere,
}: OpenedVaultsParts): ((vault: Vault) => OpenedVault) => {
  const opened = new Map<string, OpenedVault>();
  return (vault) => {
    const known = opened.get(vault.key);
    if (known !== undefined) return known;
    const fresh: OpenedVault = {
      ledger: openLedger({ platform, vault }),
      derived: openDerivedFiles(platform, vault, { version, readElsewhere: () => readElsewhere(vault) }),
    };
    opened.set(vault.key, fresh);
    return fresh;
  };
};
