/**
 * What belongs to a vault at its place. An id is committed and so can be claimed by anybody: cache and
 * state are keyed by the id and the place together.
 */

import type { Platform } from "../../platform/platform.ts";
import type { Finding } from "../finding.ts";
import type { Vault } from "./vault.ts";

export interface VaultPlace {
  readonly vault_id: string | undefined;
  /** Physical. */
  readonly root: string;
  /** Given for a vault in a linked worktree, where one place can belong to different repositories. */
  readonly gitCommonDir?: string | undefined;
}

const noId = "no-id";
const digestLength = 16;

/** The name of this vault's folder below the cache and state roots. */
export const vaultKey = (platform: Platform, place: VaultPlace): string => {
  const fold = (path: string): string => (platform.environment.caseInsensitive ? path.toLowerCase() : path);
  const digest = platform.hash(`${fold(place.root)}\n${fold(place.gitCommonDir ?? "")}`).slice(0, digestLength);
  return `${place.vault_id ?? noId}-${digest}`;
};

/** The key that a vault gets with its id, at the place it already has. */
export const keyWithId = (key: string, vaultId: string): string => `${vaultId}-${key.slice(-digestLength)}`;

/**
 * Ties the state folder to the vault's place. An id that is known from another place is reported once:
 * what was kept there (seals, keys, cache) is not taken over.
 */
export const bindVault = async (platform: Platform, vault: Vault): Promise<Finding | undefined> => {
  const state = platform.files(platform.environment.stateRoot);
  const binding = `${vault.key}/binding.json`;
  if (state.kind(binding) !== undefined) return undefined;

  const id = vault.config?.vault_id;
  const elsewhere = id === undefined ? [] : state.list("").filter((name) => isKeyOf(id, name) && name !== vault.key);
  const created = await state.create(
    binding,
    `${JSON.stringify({ vault_id: id ?? null, root: vault.root }, null, 2)}\n`,
  );
  return created && elsewhere.length > 0 ? movedFinding(vault) : undefined;
};

const isKeyOf = (id: string, name: string): boolean =>
  name.startsWith(`${id}-`) && /^[0-9a-f]{16}$/.test(name.slice(id.length + 1));

const movedFinding = (vault: Vault): Finding => ({
  code: "vault-moved",
  severity: "info",
  path: vault.root,
  line: 0,
  message: `The ${vault.layer} vault's id is known from another place on this machine`,
  remedy: "Nothing to do: its cache is built anew, and confirmations made there can't be checked here.",
});
