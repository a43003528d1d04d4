/** The folders of vaults: what stands in them tells of the repository and is none of it. Pure. */

import type { Platform } from "../../../platform/platform.ts";
import type { Vault } from "../../vault/vault.ts";

/** In the older layout the root is the user's own folder, of which a vault has a few. */
export const vaultFolders = ({ paths }: Pick<Platform, "paths">, vaults: readonly Vault[]): readonly string[] =>
  vaults.flatMap(({ root, layout }) =>
    layout === "current" ? [root] : [".wiki", "raw", "wiki", "meta", "outputs"].map((name) => paths.join(root, name)),
  );
