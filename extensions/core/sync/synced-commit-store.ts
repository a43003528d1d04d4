/** Which commit of a remote's branch a vault was last brought together with: `sync.json` {branches} in its state folder. */

import type { Platform } from "../../platform/platform.ts";
import { isJsonObject, parseJsonObject } from "../ledger/canonical.ts";
import type { Vault } from "../vault/vault.ts";

export interface SyncedCommits {
  of(branch: string): string | undefined;
  remember(branch: string, commit: string): Promise<void>;
}

const name = "sync.json";

/** What is lost or damaged is found out anew from the branches. */
export const openSyncedCommits = (platform: Platform, vault: Vault): SyncedCommits => {
  const files = platform.files(platform.paths.join(platform.environment.stateRoot, vault.key));
  const branches = (): Readonly<Record<string, unknown>> => {
    const known = parseJsonObject(files.readText(name) ?? "{}")?.["branches"];
    return isJsonObject(known) ? known : {};
  };
  return {
    of: (branch) => {
      const commit = branches()[branch];
      return typeof commit === "string" && /^[0-9a-f]{40,64}$/.test(commit) ? commit : undefined;
    },
    remember: (branch, commit) =>
      files.write(name, `${JSON.stringify({ branches: { ...branches(), [branch]: commit } })}\n`),
  };
};
