/** The use of the pages of a session's vaults: recorded, put where it belongs, and weighed. */

import type { Platform } from "../../platform/platform.ts";
import type { Vault } from "../vault/vault.ts";
import { usageFactor } from "./usage-factor.ts";
import { openUsageStore, type UsageStore } from "./usage-store.ts";

export interface SessionUsage {
  /** What the use of each page of a vault weighs in its rank, by what the vault holds: a session does not move its own ranks. */
  weigh(vault: Vault): (id: string) => number;
}

export const openSessionUsage = ({ platform }: { readonly platform: Platform }): SessionUsage => {
  const stores = new Map<string, UsageStore>();
  const storeOf = (vault: Vault): UsageStore => {
    const store = stores.get(vault.key) ?? openUsageStore(platform, vault);
    stores.set(vault.key, store);
    return store;
  };
  return {
    weigh: (vault) => {
      const [fold, now] = [storeOf(vault).fold(), platform.now()];
      return (id) => usageFactor(fold.of(id), now);
    },
  };
};
