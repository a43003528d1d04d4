/** What the steps of healing share. */

import type { Platform } from "../../../../platform/platform.ts";
import type { Vault } from "../../../vault/vault.ts";
import type { Evidence } from "../evidence.ts";
import type { GitState } from "../git-history.ts";
import type { SealStore } from "../seal-store.ts";
import type { CheckedCall } from "../tool-call.ts";

export interface FileHealing {
  readonly platform: Platform;
  readonly vault: Vault;
  readonly store: SealStore;
  readonly call: CheckedCall;
  readonly evidence: Evidence;
  git(): Promise<GitState>;
  /** Hashes of manifests that the ledger knows. */
  manifests(): ReadonlySet<string>;
  /** Hashes of task memories as our verbs left them. */
  memories(): ReadonlySet<string>;
  /** Told what was found before anything is done about it. */
  announce(found: readonly FoundFile[]): Promise<void>;
}

export interface FoundFile {
  readonly path: string;
  readonly was: "changed" | "removed" | "added";
}
