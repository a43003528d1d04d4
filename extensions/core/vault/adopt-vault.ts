/** Gives a vault of another tool what ours have: an id, and the files by which git treats it well. */

import { openLedger } from "../ledger/ledger-store.ts";
import { renderConfig, type VaultConfig } from "./config.ts";
import { type EnsuredVault, idLength, presentConfig } from "./create-vault.ts";
import { keyWithId } from "./identity.ts";
import { vaultPaths } from "./layout.ts";
import type { Templates } from "./templates.ts";
import type { Vault, WriteContext } from "./vault.ts";

/** For `init` on a vault that is there: adds what is missing, changes nothing that is there. */
export const adoptVault = async (
  vault: Vault,
  context: WriteContext,
  { templates }: { readonly templates: Templates },
): Promise<EnsuredVault> => {
  const paths = vaultPaths[vault.layout];
  const created: string[] = [];
  return vault.files.withLock(paths.config, async () => {
    // In the older layout these would stand beside the user's own files, in a folder that may have them.
    if (vault.layout === "current") {
      if (await vault.files.create(paths.gitignore, templates.vaultFile("gitignore"))) created.push(paths.gitignore);
      const attributes = templates.vaultFile("gitattributes");
      if (await vault.files.create(paths.gitattributes, attributes)) created.push(paths.gitattributes);
    }
    return { ...(await withId(vault, context)), created };
  });
};

const withId = async (vault: Vault, context: WriteContext): Promise<Vault> => {
  const { platform } = context;
  const config = presentConfig(vault);
  if (config === undefined) return vault;
  if (config.vault_id !== undefined) return { ...vault, config, key: keyWithId(vault.key, config.vault_id) };
  const vault_id = platform.newId(idLength);
  const named: VaultConfig = { ...config, vault_id };
  const adopted: Vault = { ...vault, config: named, key: keyWithId(vault.key, vault_id) };
  const state = platform.files(platform.environment.stateRoot);
  // What was kept for it at this place stays with it.
  if (state.kind(vault.key) === "folder") await state.move(vault.key, adopted.key);
  await openLedger({ platform, vault: adopted }).append(context, [
    { kind: "bootstrap", details: { topic: config.topic, vault_id } },
  ]);
  await vault.files.write(vaultPaths[vault.layout].config, renderConfig(named));
  return adopted;
};
