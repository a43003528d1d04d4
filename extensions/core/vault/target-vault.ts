/** Which vault a write goes to, created when it is the first; and what `init` does. */

import { WikiError } from "../errors.ts";
import { adoptVault, type EnsuredVault, ensureVault, type NewVaultOptions } from "./create-vault.ts";
import { newProjectVault } from "./layers.ts";
import type { LayerName, Vault, WriteContext } from "./vault.ts";

type Templates = NewVaultOptions["templates"];

/** The personal vault is created by its first write, a project's only by `init`; throws `no_vault`. */
export const targetVault = async (
  layers: readonly Vault[],
  layer: LayerName | undefined,
  { context, templates }: { readonly context: WriteContext; readonly templates: Templates },
): Promise<Vault> => {
  const fits = (vault: Vault): boolean =>
    (layer === undefined || vault.layer === layer) && (vault.exists || vault.layer === "personal");
  const wanted = layers.find(fits);
  if (wanted === undefined) throw new WikiError("no_vault", { layer: layer ?? "project or personal" });
  return ensureVault(wanted, context, { templates });
};

export interface InitRequest {
  readonly topic?: string;
  readonly layer?: LayerName;
}

/** Creates a vault, by default in the session's folder; another tool's vault there gets only what it lacks. */
export const initVault = async (
  layers: readonly Vault[],
  { topic, layer, cwd }: InitRequest & { readonly cwd: string },
  { context, templates }: { readonly context: WriteContext; readonly templates: Templates },
): Promise<EnsuredVault> => {
  const place =
    layer === "personal"
      ? layers.find((vault) => vault.layer === "personal")
      : await projectPlace(layers, { cwd, context });
  if (place === undefined) throw new WikiError("no_vault", { layer: "personal" }, "Set personalVault to on.");
  return place.config === undefined
    ? ensureVault(place, context, { templates, topic })
    : adoptVault(place, context, { templates });
};

/** The folder's own vault; one further up is not this folder's. */
const projectPlace = async (
  layers: readonly Vault[],
  { cwd, context }: { readonly cwd: string; readonly context: WriteContext },
): Promise<Vault> => {
  const fresh = await newProjectVault(context.platform, cwd);
  const folder = context.platform.paths.physical(cwd);
  return layers.find(({ root, layout }) => root === (layout === "current" ? fresh.root : folder)) ?? fresh;
};
