/** Creates a vault at the first write to its place, with few files; gives a vault of another tool what ours have. */

import { WikiError } from "../errors.ts";
import { openLedger } from "../ledger/ledger-store.ts";
import { parseConfig, renderConfig, type VaultConfig } from "./config.ts";
import { keyWithId } from "./identity.ts";
import { vaultPaths } from "./layout.ts";
import type { Templates } from "./templates.ts";
import type { Vault, WriteContext } from "./vault.ts";
import { configLimit } from "./vault-place.ts";

/** A vault that can be written to, and the files that this call made in it. */
export type EnsuredVault = Vault & { readonly created: readonly string[] };

export interface NewVaultOptions {
  readonly templates: Templates;
  /** What the vault is about; the name of the folder it is for when not given. */
  readonly topic?: string | undefined;
}

const idLength = 20;

/**
 * Returns the vault as it is when it has a usable config, else completes it. The config comes last: a
 * vault with one is whole, and whoever is interrupted before it is followed by somebody who completes it.
 */
export const ensureVault = async (
  vault: Vault,
  context: WriteContext,
  options: NewVaultOptions,
): Promise<EnsuredVault> => {
  if (vault.config !== undefined) return { ...vault, created: [] };
  refuseNonFolder(vault, context);
  const paths = vaultPaths[vault.layout];
  return vault.files.withLock(paths.config, async () => {
    const present = presentConfig(vault);
    if (present !== undefined) return { ...opened(vault, present), created: [] };
    return createVault(vault, context, options);
  });
};

/**
 * For `init` on a vault that another tool made: adds an id and the files by which git treats it well, and
 * changes nothing that is there.
 */
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
  if (config.vault_id !== undefined) return opened(vault, config);
  const vault_id = platform.newId(idLength);
  const named: VaultConfig = { ...config, vault_id };
  const adopted = opened(vault, named);
  const state = platform.files(platform.environment.stateRoot);
  // What was kept for it at this place stays with it.
  if (state.kind(vault.key) === "folder") await state.move(vault.key, adopted.key);
  await openLedger({ platform, vault: adopted }).append(context, [
    { kind: "bootstrap", details: { topic: config.topic, vault_id } },
  ]);
  await vault.files.write(vaultPaths[vault.layout].config, renderConfig(named));
  return adopted;
};

const createVault = async (
  vault: Vault,
  context: WriteContext,
  { templates, topic }: NewVaultOptions,
): Promise<EnsuredVault> => {
  const { platform } = context;
  const paths = vaultPaths[vault.layout];
  const config = newConfig(context, topic?.trim() || defaultTopic(vault, context));
  const ready = opened(vault, config);
  const created: string[] = [];
  const add = async (path: string, text: string): Promise<void> => {
    if (await vault.files.create(path, text)) created.push(path);
  };
  await add(paths.gitignore, templates.vaultFile("gitignore"));
  await add(paths.gitattributes, templates.vaultFile("gitattributes"));
  await add(paths.schema, templates.vaultFile("WIKI_SCHEMA.md"));
  const hadLedger = vault.files.kind(paths.events) !== undefined;
  await openLedger({ platform, vault: ready }).append(context, [
    { kind: "bootstrap", details: { topic: config.topic, vault_id: config.vault_id ?? "" } },
  ]);
  if (!hadLedger) created.push(paths.events);
  await add(paths.config, renderConfig(config));
  return { ...ready, created };
};

const newConfig = ({ platform }: WriteContext, topic: string): VaultConfig => ({
  name: topic,
  topic,
  created: platform.now().slice(0, 10),
  version: "1.0",
  vault_id: platform.newId(idLength),
  knowledge_format: "legacy",
  otherKeys: {},
});

const defaultTopic = (vault: Vault, { platform: { paths } }: WriteContext): string =>
  vault.layer === "personal" ? "personal" : paths.basename(paths.dirname(vault.root)) || "project";

/** The config as it is now, which another process may have written; a damaged one is left to its owner. */
const presentConfig = (vault: Vault): VaultConfig | undefined => {
  const path = vaultPaths[vault.layout].config;
  const text = vault.files.readText(path, configLimit);
  if (text === undefined) return undefined;
  const { config, finding } = parseConfig(text, path);
  if (finding) throw new WikiError("vault_damaged", { path: vault.files.absolute(path), problem: finding.message });
  return config;
};

const opened = (vault: Vault, config: VaultConfig): Vault => ({
  ...vault,
  exists: true,
  config,
  key: config.vault_id === undefined ? vault.key : keyWithId(vault.key, config.vault_id),
});

const refuseNonFolder = (vault: Vault, { platform }: WriteContext): void => {
  const kind = platform.paths.kind(vault.root);
  if (kind !== undefined && kind !== "folder") throw new WikiError("vault_not_folder", { path: vault.root, kind });
};
