/** The number by which the page's addresses name a vault: its place among those that exist, nearest first. */

import type { Workspace } from "../../workspace.ts";

/** Of a vault's folder, or of anything in one, by its absolute path. */
export type VaultNumbers = (path: string) => number;

export const openVaultNumbers = async (workspace: Workspace): Promise<VaultNumbers> => {
  const { paths } = workspace.platform;
  const roots = (await workspace.layers()).layers.filter(({ exists }) => exists).map(({ root }) => root);
  return (path) => {
    const around = roots.filter((root) => paths.inside(root, path) !== undefined);
    // A vault may stand in the folder of another.
    const [innermost = ""] = around.sort((left, right) => right.length - left.length);
    return roots.indexOf(innermost);
  };
};
