/** What can be asked of a vault's search index. */

import type { Finding } from "../../finding.ts";
import type { Vault } from "../../vault/vault.ts";
import type { IndexPart } from "./index-part.ts";
import type { PageChange } from "./page-changes.ts";
import type { PlacedFacts } from "./page-places.ts";

export interface RefreshOptions {
  /** Looks at every file, however recently that was done. */
  readonly full?: boolean;
  /** Takes what `pending` has found just before for a look at every file. */
  readonly asPending?: boolean;
  /** Looks at these files alone, by path relative to the vault's root, as after a write of one's own. */
  readonly paths?: readonly string[];
  readonly onProgress?: (done: number, total: number) => void;
}

export interface VaultIndex {
  readonly vault: Vault;
  readonly parts: readonly IndexPart[];
  readonly findings: readonly Finding[];
  /** Changes with every change of the index. */
  readonly version: number;
  /** True while a refresh would not even look at the files. */
  isFresh(): boolean;
  /** Files that a refresh would have to read, found by stat alone; the next refresh goes by what was found. */
  pending(options?: Pick<RefreshOptions, "full">): number;
  /** Forgets everything and reads every file. */
  rebuild(onProgress?: RefreshOptions["onProgress"]): Promise<void>;
  /** Brings the index in step with the files; returns how many pages changed. */
  refresh(options?: RefreshOptions): Promise<number>;
  /** Paths of the pages that `takeChanges` would tell of. */
  changedPaths(): ReadonlySet<string>;
  /** Pages that were added, changed or removed since the last call; the first reading of a vault changes nothing. */
  takeChanges(): readonly PageChange[];
  /** Writes what this process has learned to the cache; a large delta is merged into the base. */
  save(): Promise<void>;
  /** Leaves nothing in the cache of pages that are gone: it is written whole by the next save. */
  purge(): Promise<void>;
  /** Where the page at a path, relative to the vault's root, stands; Unicode forms are one. */
  find(path: string): PlacedFacts | undefined;
  /** Takes up what another process or thread has saved. */
  reload(): void;
}
