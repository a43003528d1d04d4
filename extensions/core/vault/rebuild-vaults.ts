/** Makes indexes and derived files anew, from the files alone. */

import type { Finding } from "../finding.ts";
import type { VaultIndex } from "../recall/indexing/vault-index.ts";
import { placed } from "./check-vault.ts";
import type { EditWatch } from "./edit-watch.ts";
import type { Vault, WriteContext } from "./vault.ts";

export interface RebuildAnswer {
  readonly pages: number;
  /** Absolute paths of the derived files that were written. */
  readonly refreshed: readonly string[];
  /** With absolute paths. */
  readonly findings: readonly Finding[];
}

export interface RebuildParts {
  index(vault: Vault): VaultIndex;
  readonly edits: EditWatch;
  /** The hand that edits without an event count as. */
  readonly by: WriteContext;
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

export const rebuildVaults = async (
  vaults: readonly Vault[],
  { index, edits, by, onProgress }: RebuildParts,
): Promise<RebuildAnswer> => {
  const answer = { pages: 0, refreshed: [] as string[], findings: [] as Finding[] };
  for (const vault of vaults) {
    const own = index(vault);
    await own.rebuild(onProgress);
    const { refreshed } = await edits.settleAnyway(vault, by);
    answer.pages += own.parts.reduce((sum, part) => sum + part.totals.pages, 0);
    answer.refreshed.push(...refreshed.map((path) => vault.files.absolute(path)));
    answer.findings.push(...own.findings.map((finding) => placed(vault, finding)));
  }
  return answer;
};
